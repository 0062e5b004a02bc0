/// Decides when documents are derived again, and how much at once.
///
/// Re-derivation runs while no uploads wait, and for at least a tenth of the time under constant load. A commit takes
/// about a quarter of a second, so that an upload that arrives meanwhile waits only briefly. Times are monotonic, in
/// milliseconds.
struct RederivationPacing: Sendable {
    /// The intended duration of a commit of re-derivation.
    private static let targetMilliseconds: Int64 = 250
    private static let leastBytes = 16 << 10
    private static let firstBytes = 256 << 10
    private static let mostBytes = 16 << 20
    /// Under constant load, the pause after a commit of re-derivation is this multiple of its duration.
    private static let uploadsShare: Int64 = 9

    /// The approximate number of bytes of samples and documents for the next commit.
    private(set) var budgetBytes = Self.firstBytes
    /// The largest budget: the size of a batch of uploads, because memory is reserved for such a batch.
    private let longestBytes: Int
    /// The partition of the last commit of re-derivation, for the round-robin order.
    private var last: Int32 = -1
    private var began: Int64 = 0
    /// No commit of re-derivation begins before this time while uploads wait.
    private var dueWhenBusy: Int64 = 0
    /// No commit of re-derivation begins before this time.
    private var notBefore: Int64 = 0
    /// Whether a poll found nothing to read since the last commit of re-derivation began.
    private var hasBeenIdle = false

    init(_ limits: Cycle.Limits) {
        longestBytes = min(max(limits.batchBytes, Self.firstBytes), Self.mostBytes)
    }

    /// Returns the next partition in round-robin order.
    func next(of partitions: [Int32]) -> Int32? {
        partitions.filter { $0 > last }.min() ?? partitions.min()
    }

    /// The time at which the next commit is due.
    var due: Int64 { max(notBefore, hasBeenIdle ? 0 : dueWhenBusy) }

    /// Reports that a poll returned no record.
    mutating func idle() { hasBeenIdle = true }

    mutating func begin(_ partition: Int32, at now: Int64) {
        last = partition
        began = now
        hasBeenIdle = false
    }

    /// Ends a successful commit, and adjusts the budget to its duration.
    mutating func end(at now: Int64) {
        let took = max(1, now - began)
        dueWhenBusy = now + Self.uploadsShare * took
        // Change the budget by a factor of two at most, because one commit can be slow for other reasons.
        let fitting = budgetBytes / Int(took) * Int(Self.targetMilliseconds)
        budgetBytes = min(max(fitting, budgetBytes / 2), budgetBytes * 2)
        budgetBytes = min(max(budgetBytes, Self.leastBytes), longestBytes)
    }

    /// Ends a failed commit, halves the budget, and waits until this time.
    mutating func fail(until time: Int64) {
        notBefore = time
        budgetBytes = max(budgetBytes / 2, Self.leastBytes)
    }
}
