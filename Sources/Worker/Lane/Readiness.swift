import Synchronization

/// Which lanes of a process have restored what they were first assigned: the last of them says that it is ready.
package final class Readiness: Sendable {
    private struct State {
        let lanes: Int
        var ready: [Int: [Int32]] = [:]
    }

    private let state: Mutex<State>

    /// For a process with so many lanes, none of which is ready.
    package init(lanes: Int) {
        state = Mutex(State(lanes: lanes))
    }

    /// Notes that a lane is ready, and gives back the partitions of all lanes when it is the last.
    package func laneIsReady(_ lane: Int, _ partitions: [Int32]) -> [Int32]? {
        state.withLock { state in
            let wasComplete = state.ready.count == state.lanes
            state.ready[lane] = partitions
            guard !wasComplete, state.ready.count == state.lanes else { return nil }
            return state.ready.values.flatMap { $0 }.sorted()
        }
    }

    /// Notes that a lane has ended: the process is ready again once its successor is.
    package func laneIsGone(_ lane: Int) { state.withLock { $0.ready[lane] = nil } }

    /// Whether all lanes are there and have restored their partitions.
    package var isReady: Bool { state.withLock { $0.ready.count == $0.lanes } }
}
