/// What is gathered for the line that sums up a minute.
struct Minute {
    private static let milliseconds: Int64 = 60_000

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

    /// The sums, when a minute is over; the first call only begins it, and so does a clock that was set back.
    mutating func take(unixMilliseconds now: Int64, backlog: [PartitionBacklog]) -> Sums? {
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
        sums.lag = backlog.reduce(0) { $0 + $1.records }
        sums.oldestSeconds = backlog.compactMap(\.oldest).min().map { Double(max(0, now - $0)) / 1_000 }
        return sums
    }
}
