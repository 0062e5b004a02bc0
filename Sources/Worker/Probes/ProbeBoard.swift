import Synchronization

/// The shared state from which the probes read, so that they never wait for a lane.
package final class ProbeBoard: Sendable {
    private struct State {
        var hasTopics = false
        var silentBrokers: [String] = []
        var hasJoined = false
        var isStopping = false
        var lanes: [Int: LaneStatus] = [:]
    }

    private let state = Mutex(State())

    /// Creates the board of a worker that has not started.
    package init() {}

    /// Notes that the needed topics exist.
    package func foundTopics() { state.withLock { $0.hasTopics = true } }

    /// Notes the addresses that have not answered, with the reason for each.
    ///
    /// Empty once a broker has answered.
    package func waits(for silentBrokers: [String]) { state.withLock { $0.silentBrokers = silentBrokers } }

    /// Notes that a stop was requested.
    package func stops() { state.withLock { $0.isStopping = true } }

    /// Notes that a lane begins, and replaces an earlier lane with the same number.
    package func begins(_ lane: Int, _ status: LaneStatus) { state.withLock { $0.lanes[lane] = status } }

    /// Returns the state at this time of the lanes' monotonic clock.
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
