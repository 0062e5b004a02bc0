/// When documents are derived again, and how much at once: in the time that uploads leave, and in at least a tenth of it.
///
/// A commit takes about a quarter of a second, so that an upload that comes meanwhile hardly waits. Times are those of a
/// clock that never goes back, in milliseconds.
struct RederivationPacing: Sendable {
    /// How long a commit should take.
    private static let targetMilliseconds: Int64 = 250
    private static let leastBytes = 16 << 10
    private static let firstBytes = 256 << 10
    private static let mostBytes = 16 << 20
    /// Uploads have so many times as long as the commit before, when they leave no time.
    private static let uploadsShare: Int64 = 9

    /// About how many bytes of samples and documents the next commit takes.
    private(set) var budgetBytes = Self.firstBytes
    /// No more than a batch of uploads may hold, which is what the memory is divided for.
    private let longestBytes: Int
    /// The partition whose turn it was last.
    private var last: Int32 = -1
    private var began: Int64 = 0
    /// No commit begins before this time, if uploads wait.
    private var dueWhenBusy: Int64 = 0
    /// No commit begins before this time.
    private var notBefore: Int64 = 0
    /// Whether there was nothing to read since the last one began.
    private var hasBeenIdle = false

    init(_ limits: Cycle.Limits) {
        longestBytes = min(max(limits.batchBytes, Self.firstBytes), Self.mostBytes)
    }

    /// Whose turn it is of some partitions.
    func next(of partitions: [Int32]) -> Int32? {
        partitions.filter { $0 > last }.min() ?? partitions.min()
    }

    /// When the next commit is due.
    var due: Int64 { max(notBefore, hasBeenIdle ? 0 : dueWhenBusy) }

    /// There was nothing to read.
    mutating func idle() { hasBeenIdle = true }

    mutating func begin(_ partition: Int32, at now: Int64) {
        last = partition
        began = now
        hasBeenIdle = false
    }

    /// The commit is over, and took with it what it was allowed.
    mutating func end(at now: Int64) {
        let took = max(1, now - began)
        dueWhenBusy = now + Self.uploadsShare * took
        // By half or twice at most: one commit can be slow for other reasons.
        let fitting = budgetBytes / Int(took) * Int(Self.targetMilliseconds)
        budgetBytes = min(max(fitting, budgetBytes / 2), budgetBytes * 2)
        budgetBytes = min(max(budgetBytes, Self.leastBytes), longestBytes)
    }

    /// It came to nothing.
    mutating func fail(until time: Int64) {
        notBefore = time
        budgetBytes = max(budgetBytes / 2, Self.leastBytes)
    }
}
