import Synchronization

/// How many lanes of a process have yet to restore what they were first assigned: the last of them says that it is ready.
final class Readiness: Sendable {
    private let waiting: Mutex<(lanes: Int, partitions: [Int32])>

    init(lanes: Int) {
        waiting = Mutex((lanes, []))
    }

    /// Counts a lane that is ready, and gives back the partitions of all lanes when it is the last.
    func laneIsReady(_ partitions: [Int32]) -> [Int32]? {
        waiting.withLock { waiting in
            waiting.lanes -= 1
            waiting.partitions += partitions
            return waiting.lanes == 0 ? waiting.partitions.sorted() : nil
        }
    }
}
