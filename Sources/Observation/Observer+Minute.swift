import Synchronization

/// The one line a minute: what is done, and what waits.
extension Observer {
    /// Sums up when a minute is over since the last time; call it often.
    ///
    /// An idle minute has its line too: that none comes then says that the process hangs, or that nobody reads its log.
    package func minutePassed() {
        guard let sums = takeMinute() else { return }
        let restoring = metrics.restoreBoard.total.partitions
        log(.info, "minute", "the last minute") { line in
            line.seconds("seconds", sums.seconds)
            line.number("uploads", sums.uploads)
            line.rate("uploads_per_second", Double(sums.uploads) / sums.seconds)
            line.rate("samples_per_second", Double(sums.samples) / sums.seconds)
            line.number("refusals", sums.refusals)
            line.number("lag_records", sums.lag)
            if let oldest = sums.oldestSeconds { line.seconds("oldest_upload_seconds", oldest) }
            line.number("commits", sums.commits)
            line.number("aborts", sums.aborts)
            if sums.commits > 0 {
                line.seconds("commit_seconds_mean", sums.commitSeconds / Double(sums.commits))
                line.seconds("commit_seconds_max", sums.longestCommitSeconds)
            }
            if sums.latency.uploads > 0 {
                line.seconds("end_to_end_seconds_mean", sums.latency.meanSeconds)
                line.seconds("end_to_end_seconds_max", sums.latency.longestSeconds)
            }
            line.number("partitions", metrics.partitions.cell.value)
            line.number("partitions_restoring", restoring)
        }
    }

    /// What a lane has before it: called often, and said once a minute.
    ///
    /// - Parameters:
    ///   - lane: the lane.
    ///   - records: of its partitions, not yet committed.
    ///   - oldest: when the oldest upload in hand was made, in Unix milliseconds; nil when none is in hand.
    package func backlog(lane: Int, records: Int, oldest: Int64?) {
        minute.withLock { $0.set(Minute.Backlog(records: records, oldest: oldest), ofLane: lane) }
    }

    /// A lane has ended: others have what it had before it.
    package func backlogGone(lane: Int) {
        minute.withLock { $0.set(nil, ofLane: lane) }
    }
}
