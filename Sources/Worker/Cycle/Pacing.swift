/// Decides when pending records are committed: often if few records wait, and in larger batches with a backlog.
///
/// Small and large commits cost about the same, so a backlog is read faster with fewer commits. Times are monotonic,
/// in milliseconds.
struct Pacing: Sendable {
    private let shortestMilliseconds: Int64
    private let longestMilliseconds: Int64
    private var intervalMilliseconds: Int64
    /// When the first pending record arrived, or nil if no record is pending.
    private var gatheringSince: Int64?
    /// Whether a poll found nothing to read since the last commit began.
    private var hasBeenIdle = true
    /// Whether a poll found nothing more to read after the pending records.
    private var hasDrained = false
    /// When the last commit of records began.
    private var lastBegan: Int64 = 0
    /// When the last commit ended, or was due without anything to commit.
    private var lastEnded: Int64 = 0
    /// No commit begins before this time.
    private var notBefore: Int64 = 0
    /// The last known number of records that wait to be read.
    private var waiting = 0
    /// The number of pending records.
    private var taken = 0

    init(_ limits: Cycle.Limits) {
        shortestMilliseconds = limits.intervalMilliseconds
        longestMilliseconds = max(limits.intervalMilliseconds, limits.longestIntervalMilliseconds)
        intervalMilliseconds = limits.intervalMilliseconds
    }

    /// Whether there are records that are not in a commit yet.
    var hasInput: Bool { gatheringSince != nil }

    /// Whether the number of records that wait to be read is greater than the number of pending records.
    var isBehind: Bool { waiting > taken }

    /// The time at which the next commit is due.
    var nextCommit: Int64 {
        // Records that arrived during the last commit have waited since its beginning.
        let began = gatheringSince.map { hasDrained ? min($0, lastBegan) : $0 } ?? lastEnded
        return max(began + intervalMilliseconds, notBefore)
    }

    /// Whether a commit is due as soon as a poll finds nothing to read.
    func isDueWhenIdle(at now: Int64) -> Bool {
        hasInput && !hasDrained && max(lastBegan + intervalMilliseconds, notBefore) <= now
    }

    /// Counts a record that was added to a batch.
    mutating func took(at now: Int64) {
        if gatheringSince == nil {
            gatheringSince = now
            hasDrained = false
        }
        taken += 1
    }

    /// Reports that a poll returned no record.
    mutating func idle() {
        hasBeenIdle = true
        hasDrained = hasInput
    }

    /// Updates the number of records that wait to be read, including fetched records.
    mutating func lagging(by records: Int) { waiting = records }

    /// Begins a commit of the pending records, and chooses the interval before the next commit.
    mutating func begin(at now: Int64) {
        // A lane that was idle has read everything before, so the records that wait are new and not a backlog.
        let hasBacklog = !hasBeenIdle && isBehind
        intervalMilliseconds = hasBacklog ? min(2 * intervalMilliseconds, longestMilliseconds) : shortestMilliseconds
        hasBeenIdle = false
        lastBegan = now
        taken = 0
    }

    /// Reports that a commit has ended, or that there was nothing to commit.
    mutating func end(at now: Int64) { lastEnded = now }

    /// Reports that no records are pending, because they were committed or dropped.
    mutating func empty() { gatheringSince = nil }

    /// Prevents commits before this time.
    mutating func wait(until time: Int64) { notBefore = time }
}
