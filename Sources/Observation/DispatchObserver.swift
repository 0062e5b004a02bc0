import Synchronization
import System
package import Vocabulary

/// Logs the events and counts the metrics that dispatchers do not share with workers.
package final class DispatchObserver: Sendable {
    package let observer: Observer
    private let metrics: DispatchMetrics
    private let sums = Mutex(DispatchReport())
    private let commits = Mutex((count: 0, aborts: 0))
    /// Limits the lines about failed attempts, by host.
    private let failures = Mutex(RepeatLimits())

    /// Adds the metrics of a dispatcher to the registry of the observer.
    package init(_ observer: Observer) {
        self.observer = observer
        metrics = DispatchMetrics(observer.registry)
    }

    /// Counts a committed transaction.
    package func committed(_ report: DispatchReport) {
        for (outcome, count) in report.jobs { metrics.jobs.add(outcome, count) }
        for (outcome, count) in report.attempts { metrics.attempts.add(outcome, count) }
        for milliseconds in report.deliveryMilliseconds {
            metrics.deliverySeconds.observe(seconds: Double(max(0, milliseconds)) / 1_000)
        }
        observer.metrics.commits.committed.add()
        observer.metrics.commits.commitSeconds.observe(seconds: report.seconds)
        sums.withLock { $0.add(report) }
        commits.withLock { $0.count += 1 }
        observer.log(.debug, "committed", "committed") { line in
            line.number("jobs", report.jobs.values.reduce(0, +))
            line.number("delivered", report.jobs["delivered"] ?? 0)
            line.number("dead", report.jobs["dead"] ?? 0)
            line.number("attempts", report.attempts.values.reduce(0, +))
            line.number("state_records", report.stateRecords)
            line.seconds("seconds", report.seconds)
        }
        for failure in report.failures { failed(failure) }
        for letter in report.deadLetters { given(letter) }
    }

    /// Logs a failed attempt, with at most one line per minute and host.
    private func failed(_ failure: DispatchReport.Failure) {
        let (host, time) = (failure.host ?? "", observer.clocks.wallMilliseconds())
        guard let count = failures.withLock({ $0.pass(host, unixMilliseconds: time) }) else { return }
        observer.log(.warning, "attempt_failed", "attempts to deliver failed") { line in
            line.number("count", count)
            if let host = failure.host { line.text("host", host) }
            line.text("outcome", failure.outcome)
            if let status = failure.status { line.number("status", status) }
            if let reason = failure.reason { line.text("reason", reason) }
        }
    }

    /// Logs a job that was given up, or a record that is not a job, with at most one line per minute and code.
    private func given(_ letter: DeadLetter) {
        let message: StaticString =
            letter.attempts != nil
            ? "jobs given up; see the webhook dead-letter topic for reasons"
            : "records are not jobs; see the webhook dead-letter topic for values and reasons"
        observer.log(refusals: 1, of: letter.code, message) { line, sum in
            line.text("code", letter.code)
            line.number("count", sum)
            line.text("topic", letter.place.topic)
            line.number("partition", Int(letter.place.partition))
            line.number("offset", Int(letter.place.offset))
        }
    }

    /// Counts an aborted transaction, whose contents are committed later.
    package func aborted(reason: String) {
        observer.metrics.commits.aborted.add()
        commits.withLock { $0.aborts += 1 }
        observer.log(.warning, "aborted", "transaction aborted; its contents are committed later") { line in
            line.text("reason", reason)
        }
    }

    /// Adds the duration of a request that has ended.
    package func requestEnded(seconds: Double) { metrics.requestSeconds.observe(seconds: seconds) }

    /// Sets the current values of the gauges.
    package func stands(_ figures: DispatchFigures) { metrics.figures.set(figures) }

    /// Reports that all settings are read, so that requests may begin.
    package func settingsRead(connections: Int, seconds: Double) {
        observer.log(.info, "settings_read", "settings of connections are read") { line in
            line.number("connections", connections)
            line.seconds("seconds", seconds)
        }
    }

    /// Warns that the settings topic was recreated, so that all settings are read again before the next request.
    package func settingsReplaced(topic: String) {
        observer.log(.warning, "settings_replaced", "settings topic was recreated; all settings are read again") {
            line in
            line.text("topic", topic)
        }
    }

    /// Warns that the clock was set back, so that all jobs are checked again.
    package func clockSetBack() {
        observer.log(.warning, "clock_set_back", "the clock was set back; requests under way are repeated")
    }

    /// Warns that no member of the group reads these partitions, so that the process joins the group again.
    package func partitionsUnserved(_ partitions: [Int32], group: String) {
        observer.log(.warning, "partitions_unserved", "nobody reads partitions; joining the group once more") { line in
            line.partitions(partitions)
            line.text("group", group)
        }
    }

    /// Reports that the secrets were read again.
    package func secretsRead() { observer.log(.info, "secrets_read", "secrets are read again") }

    /// Warns that the file with the secrets is wrong or unreadable: the old secrets stay in force.
    package func secretsWrong(reason: String) {
        observer.log(.warning, "secrets_wrong", "secrets cannot be read again; the old ones stay in force") { line in
            line.text("reason", reason)
        }
    }

    /// Warns that there is no secret at all, so that no job can be sent.
    package func secretsMissing() {
        observer.log(
            .warning,
            "secrets_missing",
            "no secret is given: every attempt fails; give --secrets or FORK_WEBHOOK_SECRET"
        )
    }

    /// Warns that the producer failed and is being replaced, and that the state of its partitions is restored.
    package func restarted(reason: String) {
        observer.log(.warning, "producer_broken", "producer is being replaced; partitions are restored") { line in
            line.text("reason", reason)
        }
    }

    /// Logs the summary if a minute has passed since the last one; an idle minute is logged too.
    package func minutePassed() {
        guard let minute = observer.takeMinute() else { return }
        let sums = sums.withLock { sums in
            defer { sums = DispatchReport() }
            return sums
        }
        let commits = commits.withLock { commits in
            defer { commits = (0, 0) }
            return commits
        }
        let figures = metrics.figures.last
        observer.log(.info, "summary", "summary of the last minute") { line in
            line.seconds("seconds", minute.seconds)
            let done = sums.jobs.values.reduce(0, +)
            let delivered = sums.jobs["delivered"] ?? 0
            let dead = sums.jobs["dead"] ?? 0
            line.number("delivered", delivered)
            line.number("dead", dead)
            line.number("dropped", done - delivered - dead - (sums.jobs["merged"] ?? 0))
            let attempts = sums.attempts.values.reduce(0, +)
            line.number("attempts", attempts)
            line.number("failed_attempts", attempts - (sums.attempts["delivered"] ?? 0))
            line.number("waiting", figures.waitingJobs)
            if figures.waitingJobs > 0 { line.seconds("oldest_waiting_seconds", figures.oldestSeconds) }
            line.number("requests", figures.requests)
            line.number("open_hosts", figures.openHosts)
            line.number("off_connections", figures.offConnections)
            if let lag = minute.lag { line.number("lag_records", lag) }
            line.number("commits", commits.count)
            line.number("aborts", commits.aborts)
            if !sums.deliveryMilliseconds.isEmpty {
                let times = sums.deliveryMilliseconds.map { Double(max(0, $0)) / 1_000 }
                line.seconds("delivery_seconds_mean", times.reduce(0, +) / Double(times.count))
                line.seconds("delivery_seconds_max", times.max() ?? 0)
            }
            line.number("partitions", observer.metrics.partitions.owned.value)
        }
    }
}

/// The changes that one transaction of a dispatcher has made.
package struct DispatchReport: Sendable {
    /// A failed attempt, with the status of the answer, or the reason why no answer came.
    package struct Failure: Sendable {
        let host: String?
        let outcome: String
        let status: Int?
        let reason: String?

        package init(host: String?, outcome: String, status: Int?, reason: String?) {
            self.host = host
            self.outcome = outcome
            self.status = status
            self.reason = reason
        }
    }

    /// The numbers of finished jobs, by outcome.
    package var jobs: [String: Int] = [:]
    package var attempts: [String: Int] = [:]
    package var failures: [Failure] = []
    /// The times from a record's timestamp to its delivery.
    package var deliveryMilliseconds: [Int64] = []
    package var deadLetters: [DeadLetter] = []
    package var stateRecords = 0
    /// The duration of the transaction.
    package var seconds = 0.0

    package init() {}

    mutating func add(_ other: Self) {
        jobs.merge(other.jobs, uniquingKeysWith: +)
        attempts.merge(other.attempts, uniquingKeysWith: +)
        // The limit bounds the memory; the summary then leaves out later times.
        if deliveryMilliseconds.count < 100_000 { deliveryMilliseconds += other.deliveryMilliseconds }
    }
}
