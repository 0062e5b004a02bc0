/// What is gathered for the line that sums up a minute.
struct Minute {
    private static let milliseconds: Int64 = 60_000

    /// What the lanes have before them.
    struct Backlog {
        var records: Int
        /// When the oldest of those in hand was made; nil when none is.
        var oldest: Int64?
    }

    /// Sums, means and maxima of the time since the last line.
    struct Sums {
        var seconds = 0.0
        var uploads = 0
        var samples = 0
        var refusals = 0
        var commits = 0
        var aborts = 0
        var commitSeconds = 0.0
        var longestCommitSeconds = 0.0
        var latency = Latency()
        var lag = 0
        var oldestSeconds: Double?
    }

    private var began: Int64?
    private var sums = Sums()
    private var backlogs: [Int: Backlog] = [:]

    mutating func add(_ report: CommitReport) {
        sums.uploads += report.uploads
        sums.samples += report.samplesIn
        sums.refusals += report.refusals.values.reduce(0, +)
        sums.commits += 1
        sums.commitSeconds += report.seconds
        sums.longestCommitSeconds = max(sums.longestCommitSeconds, report.seconds)
        sums.latency.add(report.latency)
    }

    mutating func abort() { sums.aborts += 1 }

    mutating func set(_ backlog: Backlog?, ofLane lane: Int) { backlogs[lane] = backlog }

    /// The sums, when a minute is over; the first call only begins it, and so does a clock that was set back.
    mutating func take(unixMilliseconds now: Int64) -> Sums? {
        guard let began, now >= began else {
            self.began = now
            return nil
        }
        guard now - began >= Self.milliseconds else { return nil }
        defer {
            self.began = now
            sums = Sums()
        }
        sums.seconds = Double(now - began) / 1_000
        sums.lag = backlogs.values.reduce(0) { $0 + $1.records }
        sums.oldestSeconds = backlogs.values.compactMap(\.oldest).min().map { Double(max(0, now - $0)) / 1_000 }
        return sums
    }
}
