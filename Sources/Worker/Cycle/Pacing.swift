/// When records in hand are committed: soon while few wait, and more of them at once while many do.
///
/// A commit costs much the same whatever it holds, so a backlog is read faster in fewer of them. Times are those of a clock
/// that never goes back, in milliseconds.
struct Pacing: Sendable {
    private let shortestMilliseconds: Int64
    private let longestMilliseconds: Int64
    private var intervalMilliseconds: Int64
    /// When the first record in hand came.
    private var gatheringSince: Int64?
    /// Whether there was nothing to read since the last commit began.
    private var hasBeenIdle = true
    /// Whether all that had come is in hand.
    private var hasDrained = false
    /// When the last commit of records began.
    private var lastBegan: Int64 = 0
    /// When the last commit ended, or there was nothing to commit.
    private var lastEnded: Int64 = 0
    /// No commit begins before this time.
    private var notBefore: Int64 = 0
    /// How many records wait to be read, as far as is known.
    private var waiting = 0
    /// How many records are in hand.
    private var taken = 0

    init(_ limits: Cycle.Limits) {
        shortestMilliseconds = limits.intervalMilliseconds
        longestMilliseconds = max(limits.intervalMilliseconds, limits.longestIntervalMilliseconds)
        intervalMilliseconds = limits.intervalMilliseconds
    }

    /// Whether records are in hand that no commit has taken.
    var hasInput: Bool { gatheringSince != nil }

    /// Whether more waits to be read than is in hand, as far as is known.
    var isBehind: Bool { waiting > taken }

    /// When the next commit is due.
    var nextCommit: Int64 {
        // What came while the last commit went on has waited since that began.
        let began = gatheringSince.map { hasDrained ? min($0, lastBegan) : $0 } ?? lastEnded
        return max(began + intervalMilliseconds, notBefore)
    }

    /// Whether a commit is due as soon as nothing more is there to be read.
    func isDueWhenIdle(at now: Int64) -> Bool {
        hasInput && !hasDrained && max(lastBegan + intervalMilliseconds, notBefore) <= now
    }

    /// A record has come into hand.
    mutating func took(at now: Int64) {
        if gatheringSince == nil {
            gatheringSince = now
            hasDrained = false
        }
        taken += 1
    }

    /// There was nothing to read: no backlog.
    mutating func idle() {
        hasBeenIdle = true
        hasDrained = hasInput
    }

    /// So many records wait to be read, fetched ones included.
    mutating func lagging(by records: Int) { waiting = records }

    /// The records in hand are being committed.
    mutating func begin(at now: Int64) {
        // Who keeps up commits often: records that come fast are no backlog.
        let hasBacklog = !hasBeenIdle && isBehind
        intervalMilliseconds = hasBacklog ? min(2 * intervalMilliseconds, longestMilliseconds) : shortestMilliseconds
        hasBeenIdle = false
        lastBegan = now
        taken = 0
    }

    /// A commit has ended, or there was none to make.
    mutating func end(at now: Int64) { lastEnded = now }

    /// Nothing is in hand any more: it is committed, or was let go.
    mutating func empty() { gatheringSince = nil }

    /// Lets no commit begin before a time.
    mutating func wait(until time: Int64) { notBefore = time }
}
