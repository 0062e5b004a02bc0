import Synchronization

/// What a lane's thread and the thread that watches it tell each other.
package final class LaneStatus: Sendable {
    /// How a lane ended.
    package enum End: Equatable, Sendable {
        case done
        /// With an error, in a sentence; a final one concerns the whole process, or would come again at once.
        case failed(String, isFinal: Bool)
        /// The group has let another member of the same name in, as the sentence says: a second owner, or, after the
        /// line was cut, this lane's own earlier self. It may have left a transaction open.
        case fenced(String, leavesOpen: Bool)
    }

    private let stop = Atomic<Bool>(false)
    private let beat: Atomic<Int64>
    private let end = Mutex<End?>(nil)

    /// A lane that begins now.
    package init(at now: Int64) { beat = Atomic(now) }

    /// Asks the lane to end.
    package func requestStop() { stop.store(true, ordering: .relaxed) }

    /// Whether the lane is to end.
    package var isStopRequested: Bool { stop.load(ordering: .relaxed) }

    /// Says that the lane is alive.
    package func live(at now: Int64) { beat.store(now, ordering: .relaxed) }

    /// When the lane was last known to be alive.
    package var lastBeat: Int64 { beat.load(ordering: .relaxed) }

    /// The lane is over.
    package func finish(_ how: End) { end.withLock { $0 = $0 ?? how } }

    /// How the lane ended, nil while it runs.
    package var outcome: End? { end.withLock { $0 } }
}
