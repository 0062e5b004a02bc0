import Synchronization

/// Tracks which lanes have restored their first assignment, so that the last lane reports the process as ready.
package final class Readiness: Sendable {
    private struct State {
        let lanes: Int
        var ready: [Int: [Int32]] = [:]
    }

    private let state: Mutex<State>

    package init(lanes: Int) {
        state = Mutex(State(lanes: lanes))
    }

    /// Marks a lane as ready, and returns the partitions of all lanes if it is the last lane to become ready.
    package func laneIsReady(_ lane: Int, _ partitions: [Int32]) -> [Int32]? {
        state.withLock { state in
            let wasComplete = state.ready.count == state.lanes
            state.ready[lane] = partitions
            guard !wasComplete, state.ready.count == state.lanes else { return nil }
            return state.ready.values.flatMap { $0 }.sorted()
        }
    }

    /// Marks a lane as not ready, because it has ended; the lane that replaces it reports again.
    package func laneIsGone(_ lane: Int) { state.withLock { $0.ready[lane] = nil } }

    /// Whether all lanes have restored their partitions.
    package var isReady: Bool { state.withLock { $0.ready.count == $0.lanes } }
}
