import Synchronization

/// The summary that is logged once per minute.
extension Observer {
    /// Logs the summary if a minute has passed since the last summary.
    ///
    /// An idle minute is logged too, so that a missing line shows that the process hangs, or that nobody reads its log.
    package func minutePassed() {
        guard let sums = takeMinute() else { return }
        let restoring = metrics.partitions.restoring.total.partitions
        log(.info, "summary", "summary of the last minute") { line in
            line.seconds("seconds", sums.seconds)
            line.number("uploads", sums.uploads)
            line.rate("uploads_per_second", Double(sums.uploads) / sums.seconds)
            line.rate("samples_per_second", Double(sums.samples) / sums.seconds)
            line.number("refusals", sums.refusals)
            if let lag = sums.lag { line.number("lag_records", lag) }
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
            line.number("partitions", metrics.partitions.owned.value)
            line.number("partitions_restoring", restoring)
        }
    }
}
