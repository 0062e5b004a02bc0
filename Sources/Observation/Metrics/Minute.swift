import Vocabulary

/// The counts for the summary of a minute.
struct Minute {
    private static let milliseconds: Int64 = 60_000

    /// The sums, means and maxima since the last summary.
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
        /// The number of uncommitted records, or nil if a lane gets no answers from brokers.
        var lag: Int?
        var oldestSeconds: Double?
    }

    private var began: Int64?
    private var sums = Sums()

    mutating func add(_ report: CommitReport) {
        sums.uploads += report.accounting.uploads
        sums.samples += report.accounting.samplesIn
        sums.refusals += report.accounting.refusals.values.reduce(0, +)
        sums.commits += 1
        sums.commitSeconds += report.seconds
        sums.longestCommitSeconds = max(sums.longestCommitSeconds, report.seconds)
        sums.latency.add(report.latency)
    }

    mutating func abort() { sums.aborts += 1 }

    /// Returns the sums if a minute has passed.
    ///
    /// The first call, or a clock that was set back, begins a new minute.
    mutating func take(unixMilliseconds now: Int64, backlog: BacklogBoard.Current) -> Sums? {
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
        sums.lag = backlog.isSilent ? nil : backlog.partitions.reduce(0) { $0 + $1.records }
        sums.oldestSeconds = backlog.partitions.compactMap(\.oldest).min().map { Double(max(0, now - $0)) / 1_000 }
        return sums
    }
}
