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

    /// A lane that shows no life for so long is stuck, whatever it waits for: the process ends.
    package static let stuckMilliseconds: Int64 = 240_000

    private let stop = Atomic<Bool>(false)
    private let beat: Atomic<Int64>
    private let end = Mutex<End?>(nil)
    private let asking = Atomic<Bool>(false)
    /// The least number where no broker has answered yet.
    private let answer = Atomic<Int64>(.min)
    private let standing = Mutex(LaneStanding())

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

    /// Makes a call that waits for a broker: bounded each, but longer than the lane's loop takes for a turn.
    package func asking<Result: ~Copyable, Failure>(_ call: () throws(Failure) -> Result) throws(Failure) -> Result {
        asking.store(true, ordering: .relaxed)
        defer { asking.store(false, ordering: .relaxed) }
        return try call()
    }

    /// Whether the lane is in a call that waits for a broker.
    package var isAsking: Bool { asking.load(ordering: .relaxed) }

    /// A broker had answered the lane by this time.
    package func answered(at now: Int64) { answer.store(now, ordering: .relaxed) }

    /// When a broker is last known to have answered.
    package var lastAnswer: Int64? {
        let time = answer.load(ordering: .relaxed)
        return time == .min ? nil : time
    }

    /// What the lane says of its partitions.
    package func stand(_ now: LaneStanding) { standing.withLock { $0 = now } }

    /// What it said last.
    package var lastStanding: LaneStanding { standing.withLock { $0 } }

    /// The lane is over.
    package func finish(_ how: End) { end.withLock { $0 = $0 ?? how } }

    /// How the lane ended, nil while it runs.
    package var outcome: End? { end.withLock { $0 } }
}
