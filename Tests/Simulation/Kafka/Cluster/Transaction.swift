/// A transaction as the coordinator and the logs know it.
final class Transaction {
    enum Outcome {
        case open, committed, aborted
    }

    let producerID: Int
    var outcome = Outcome.open
    /// The partitions that were added, in the order in which they were.
    var partitions: [TopicPartition] = []
    /// The groups whose offsets were added.
    var groups: [String] = []
    /// How many markers are still to be written.
    var unmarked = 0
    let began: Int64

    init(of producerID: Int, at time: Int64) {
        self.producerID = producerID
        began = time
    }

    var isAborted: Bool { outcome == .aborted }
}

/// A transactional id at its coordinator.
final class TransactionalID {
    let producerID: Int
    var epoch = -1
    var timeout: Int64
    /// The one that is open, or whose markers are being written.
    var transaction: Transaction?
    /// How the last one ended, and in which epoch: the same end may be asked for again.
    var last: (outcome: Transaction.Outcome, epoch: Int)?

    init(producerID: Int, timeout: Int64) {
        self.producerID = producerID
        self.timeout = timeout
    }

    /// Whether markers are being written: nothing new can begin.
    var isEnding: Bool { transaction.map { $0.outcome != .open } ?? false }
}
