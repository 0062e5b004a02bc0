import Synchronization

/// The state that a lane's thread shares with the thread that supervises it.
package final class LaneStatus: Sendable {
    /// How a lane ended.
    package enum End: Equatable, Sendable {
        case done
        /// The lane failed with this message.
        ///
        /// If the error is final, the process ends instead of starting another lane.
        case failed(String, isFinal: Bool)
        /// The group has fenced the lane, and a transaction may still be open.
        ///
        /// The cause is a second owner or, after a network failure, an earlier join of this lane.
        case fenced(String, leavesOpen: Bool)
    }

    /// A lane without a sign of life for this long is stuck, and the process ends.
    package static let stuckMilliseconds: Int64 = 240_000

    private let stop = Atomic<Bool>(false)
    private let beat: Atomic<Int64>
    private let end = Mutex<End?>(nil)
    private let asking = Atomic<Bool>(false)
    /// `Int64.min` means that no broker has answered yet.
    private let answer = Atomic<Int64>(.min)
    private let standing = Mutex(LaneStanding())

    package init(at now: Int64) { beat = Atomic(now) }

    /// Asks the lane to end.
    package func requestStop() { stop.store(true, ordering: .relaxed) }

    package var isStopRequested: Bool { stop.load(ordering: .relaxed) }

    /// Notes that the lane is alive.
    package func live(at now: Int64) { beat.store(now, ordering: .relaxed) }

    /// When the lane last showed a sign of life.
    package var lastBeat: Int64 { beat.load(ordering: .relaxed) }

    /// Makes a call that waits for a broker, and marks the lane as waiting.
    ///
    /// The call must be bounded in time.
    package func asking<Result: ~Copyable, Failure>(_ call: () throws(Failure) -> Result) throws(Failure) -> Result {
        asking.store(true, ordering: .relaxed)
        defer { asking.store(false, ordering: .relaxed) }
        return try call()
    }

    /// Whether the lane is in a call that waits for a broker.
    package var isAsking: Bool { asking.load(ordering: .relaxed) }

    /// Notes that a broker has answered by this time.
    package func answered(at now: Int64) { answer.store(now, ordering: .relaxed) }

    /// When a broker last answered, or nil if none has.
    package var lastAnswer: Int64? {
        let time = answer.load(ordering: .relaxed)
        return time == .min ? nil : time
    }

    /// Publishes the standing of the lane.
    package func stand(_ now: LaneStanding) { standing.withLock { $0 = now } }

    /// The last published standing.
    package var lastStanding: LaneStanding { standing.withLock { $0 } }

    /// Notes how the lane has ended.
    ///
    /// Only the first call counts.
    package func finish(_ how: End) { end.withLock { $0 = $0 ?? how } }

    /// How the lane has ended, or nil while it runs.
    package var outcome: End? { end.withLock { $0 } }
}
