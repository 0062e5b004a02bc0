import Health
import System
import Vocabulary

/// Publishing what a lane does with its partitions, for readers.
extension Lane {
    func publishRestoring(_ numbers: [Int32]) {
        context.partitions?.restores(numbers, lane: number, atMilliseconds: clocks.wallMilliseconds())
    }

    /// Publishes a commit, whose changes are in the store.
    func publishCommit() {
        guard let board = context.partitions else { return }
        for (partition, outcome) in commit.outcomes {
            let changes = CommittedChanges(outcome, topics: topics, atMilliseconds: clocks.wallMilliseconds())
            board.committed(changes, to: partition)
        }
    }
}
