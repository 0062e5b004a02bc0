import Synchronization

/// Tracks which lanes have restored their first assignment, so that the last one reports the process as ready.
package final class Readiness: Sendable {
    private struct State {
        let lanes: Int
        var ready: [Int: [Int32]] = [:]
    }

    private let state: Mutex<State>

    /// Creates the value for a process whose lanes are not ready yet.
    package init(lanes: Int) {
        state = Mutex(State(lanes: lanes))
    }

    /// Notes that a lane is ready.
    ///
    /// Returns the partitions of all lanes if it is the last one to become ready.
    package func laneIsReady(_ lane: Int, _ partitions: [Int32]) -> [Int32]? {
        state.withLock { state in
            let wasComplete = state.ready.count == state.lanes
            state.ready[lane] = partitions
            guard !wasComplete, state.ready.count == state.lanes else { return nil }
            return state.ready.values.flatMap { $0 }.sorted()
        }
    }

    /// Notes that a lane has ended.
    ///
    /// The process is ready again when a new lane has replaced it and is ready.
    package func laneIsGone(_ lane: Int) { state.withLock { $0.ready[lane] = nil } }

    /// Whether all lanes have restored their partitions.
    package var isReady: Bool { state.withLock { $0.ready.count == $0.lanes } }
}
