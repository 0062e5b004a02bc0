import Synchronization
import Vocabulary

/// Events of transactions and of refused records; lanes are counted from 0.
extension Observer {
    /// Counts a committed transaction.
    package func committed(lane: Int, _ report: CommitReport) {
        count(report)
        minute.withLock { $0.add(report) }
        keep(report)
        log(.debug, "committed", "committed") { line in
            line.number("lane", lane)
            line.number("uploads", report.accounting.uploads)
            line.number("samples", report.accounting.samplesIn)
            line.number("deletions", report.accounting.deletions)
            line.number("upserts", report.upserts)
            line.number("deletes", report.deletes)
            line.number("jobs", report.jobs)
            line.number("dead_letters", report.accounting.refusals.values.reduce(0, +))
            line.number("state_records", report.stateRecords)
            line.seconds("seconds", report.seconds)
        }
        for (code, count) in report.accounting.refusals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            refused(code: code.rawValue, count: count, first: report.firstRefused[code.rawValue])
        }
    }

    /// Logs the sample counts of one upload, after the transaction with the upload was committed.
    package func accounted(
        lane: Int,
        partition: Int32,
        offset: Int64,
        _ counts: [(name: StaticString, count: Int)]
    ) {
        log(.debug, "upload_accounting", "upload accounted for") { line in
            line.place(lane, partition)
            line.number("offset", Int(offset))
            for (name, count) in counts { line.number(name, count) }
        }
    }

    private func count(_ report: CommitReport) {
        metrics.commits.committed.add()
        metrics.commits.commitSeconds.observe(seconds: report.seconds)
        metrics.commits.endToEndSeconds.add(report.latency)
        metrics.commits.uploads.add(report.accounting.uploads)
        metrics.commits.uploadsRefused.add(report.accounting.uploadsRefused)
        metrics.commits.samplesIn.add(report.accounting.samplesIn)
        metrics.commits.samples.add("new", report.accounting.new)
        metrics.commits.samples.add("duplicate", report.accounting.duplicates)
        metrics.commits.samples.add("replaced", report.accounting.replaced)
        metrics.commits.samples.add("deleted_before_arrival", report.accounting.deletedBeforeArrival)
        metrics.commits.samples.add("refused", report.accounting.refused)
        metrics.commits.deletions.add(report.accounting.deletions)
        metrics.commits.deletionsRefused.add(report.accounting.deletionsRefused)
        for (code, count) in report.accounting.refusals { metrics.commits.refusals.add(code.rawValue, count) }
        metrics.commits.documents.add("upsert", report.upserts)
        metrics.commits.documents.add("delete", report.deletes)
        metrics.commits.jobs.add(report.jobs)
    }

    /// Counts an aborted transaction, whose records are read again.
    package func aborted(lane: Int, reason: String) {
        metrics.commits.aborted.add()
        minute.withLock { $0.abort() }
        log(.warning, "aborted", "transaction aborted; its records are read again") { line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// Reports a fenced producer: another producer took over its transactional id, or its transaction timed out.
    package func fenced(lane: Int, reason: String) {
        metrics.commits.fences.add()
        log(.warning, "fenced", "producer fenced by another one with its id, or timed out by the broker") {
            line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// Reports that the producer failed and is being replaced.
    ///
    /// `abandonsTransaction` is true if a transaction was open. The new producer or the broker aborts the transaction.
    package func producerBroken(lane: Int, reason: String, abandonsTransaction: Bool = false) {
        if abandonsTransaction {
            metrics.commits.aborted.add()
            minute.withLock { $0.abort() }
        }
        log(.warning, "producer_broken", "producer is being replaced; uncommitted records are read again") { line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// Reports that another group member has the lane's instance id, so that the lane restarts once.
    package func memberFenced(lane: Int, reason: String) {
        metrics.commits.fences.add()
        log(.warning, "member_fenced", "lane was fenced by a group member with its name; it restarts once") {
            line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// Reports that a lane has a new producer.
    package func producerRebuilt(lane: Int) {
        metrics.commits.producerRebuilds.add()
        log(.info, "producer_rebuilt", "producer rebuilt") { line in line.number("lane", lane) }
    }

    /// Logs refused records or samples, with at most one line per minute and error code.
    private func refused(code: String, count: Int, first: DeadLetter.Place?) {
        log(
            refusals: count,
            of: code,
            "records refused; see the dead-letter topic for values and reasons"
        ) { line, sum in
            line.text("code", code)
            line.number("count", sum)
            guard let first else { return }
            line.text("topic", first.topic)
            line.number("partition", Int(first.partition))
            line.number("offset", Int(first.offset))
        }
    }
}
