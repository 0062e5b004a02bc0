import Synchronization

/// Where a worker notes what its probes go by, for a thread that nobody waits for.
package final class ProbeBoard: Sendable {
    private struct State {
        var hasTopics = false
        var silentBrokers: [String] = []
        var hasJoined = false
        var isStopping = false
        var lanes: [Int: LaneStatus] = [:]
    }

    private let state = Mutex(State())

    /// The board of a worker that has not begun.
    package init() {}

    /// The topics are there.
    package func foundTopics() { state.withLock { $0.hasTopics = true } }

    /// No broker has answered yet; a sentence for each address that was tried.
    package func waits(for silentBrokers: [String]) { state.withLock { $0.silentBrokers = silentBrokers } }

    /// The end was asked for.
    package func stops() { state.withLock { $0.isStopping = true } }

    /// A lane begins; its predecessor of the same number is over.
    package func begins(_ lane: Int, _ status: LaneStatus) { state.withLock { $0.lanes[lane] = status } }

    /// What is known at this moment of the clock that the lanes go by.
    package func snapshot(at now: Int64) -> ProbeSnapshot {
        state.withLock { state in
            var snapshot = ProbeSnapshot()
            snapshot.lanes = state.lanes.sorted { $0.key < $1.key }.map { number, status in
                var lane = ProbeSnapshot.Lane(number)
                lane.hasEnded = status.outcome != nil
                lane.silentMilliseconds = now - status.lastBeat
                lane.isAsking = status.isAsking
                lane.answeredMilliseconds = status.lastAnswer.map { now - $0 }
                lane.standing = status.lastStanding
                return lane
            }
            if !snapshot.lanes.isEmpty, snapshot.lanes.allSatisfy(\.standing.hasJoined) { state.hasJoined = true }
            snapshot.hasTopics = state.hasTopics
            snapshot.silentBrokers = state.silentBrokers
            snapshot.hasJoined = state.hasJoined
            snapshot.isStopping = state.isStopping
            return snapshot
        }
    }
}
