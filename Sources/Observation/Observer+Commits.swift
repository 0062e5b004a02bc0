import Synchronization

/// Transactions, and what was refused in them. Lanes are counted from 0.
extension Observer {
    /// A transaction is committed; only now does what it held count.
    package func committed(lane: Int, _ report: CommitReport) {
        count(report)
        minute.withLock { $0.add(report) }
        log(.debug, "committed", "committed") { line in
            line.number("lane", lane)
            line.number("uploads", report.uploads)
            line.number("samples", report.samplesIn)
            line.number("deletions", report.deletions)
            line.number("upserts", report.upserts)
            line.number("deletes", report.deletes)
            line.number("jobs", report.jobs)
            line.number("dead_letters", report.refusals.values.reduce(0, +))
            line.number("state_records", report.stateRecords)
            line.seconds("seconds", report.seconds)
        }
        for (code, count) in report.refusals.sorted(by: { $0.key < $1.key }) {
            refused(code: code, count: count, first: report.firstRefused[code])
        }
    }

    /// What became of the samples of one upload, once the transaction that took it is committed.
    ///
    /// - Parameters:
    ///   - lane: the lane that took it.
    ///   - partition: of the uploads.
    ///   - offset: of the upload.
    ///   - counts: of this upload alone, by the names of their fields.
    package func accounted(
        lane: Int,
        partition: Int32,
        offset: Int64,
        _ counts: [(name: StaticString, count: Int)]
    ) {
        log(.debug, "accounted", "upload accounted for") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.number("offset", Int(offset))
            for (name, count) in counts { line.number(name, count) }
        }
    }

    private func count(_ report: CommitReport) {
        metrics.commits.add()
        metrics.commitSeconds.observe(seconds: report.seconds)
        metrics.endToEndSeconds.add(report.latency)
        metrics.uploads.add(report.uploads)
        metrics.uploadsRefused.add(report.uploadsRefused)
        metrics.samplesIn.add(report.samplesIn)
        metrics.samples.add("new", report.new)
        metrics.samples.add("duplicate", report.duplicates)
        metrics.samples.add("replaced", report.replaced)
        metrics.samples.add("deleted_before_arrival", report.deletedBeforeArrival)
        metrics.samples.add("refused", report.refused)
        metrics.deletions.add(report.deletions)
        metrics.deletionsRefused.add(report.deletionsRefused)
        for (code, count) in report.refusals { metrics.refusals.add(code, count) }
        metrics.documents.add("upsert", report.upserts)
        metrics.documents.add("delete", report.deletes)
        metrics.jobs.add(report.jobs)
    }

    /// A transaction is aborted; its records will be read again.
    package func aborted(lane: Int, reason: String) {
        metrics.aborts.add()
        minute.withLock { $0.abort() }
        log(.warning, "aborted", "transaction aborted; its records are read again") { line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// Another producer of the same name has taken over.
    package func fenced(lane: Int, reason: String) {
        metrics.fences.add()
        log(.warning, "fenced", "producer fenced by another with its name, or by the broker after a long outage") {
            line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// A producer is of no use any more, and a new one is made; who reads along need do nothing.
    package func producerBroken(lane: Int, reason: String) {
        log(.warning, "producer_broken", "a new producer is made; what was not committed is read again") { line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// The group has let another member of the lane's name in; the lane starts again, once.
    package func memberFenced(lane: Int, reason: String) {
        metrics.fences.add()
        log(.warning, "member_fenced", "replaced in the group by another member of its name; the lane starts again") {
            line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// A lane has a new producer.
    package func producerRebuilt(lane: Int) {
        metrics.producerRebuilds.add()
        log(.info, "producer_rebuilt", "producer rebuilt") { line in line.number("lane", lane) }
    }

    /// Records, or samples of them, went to the dead letters; at most one line a minute and code.
    ///
    /// Counted at the commit, by its report.
    private func refused(code: String, count: Int, first: RefusedPlace?) {
        log(
            refusals: count,
            of: code,
            "refused: the dead-letter topic has what was sent, and the reason in its headers"
        ) { line, sum in
            line.text("code", code)
            line.number("count", sum)
            guard let first else { return }
            line.text("topic", first.topic)
            line.number("partition", first.partition)
            line.number("offset", first.offset)
        }
    }
}
