package import Webhooks

/// The counts that one transaction adds to the metrics.
package struct DispatchCounts: Equatable, Sendable {
    /// The outcome of a record, as a label value of `fork_dispatch_jobs_total`.
    package enum JobOutcome: String, CaseIterable, Sendable {
        case delivered, dead, merged
        case noCallback = "no_callback"
        case closed, forgotten, off

        init(_ reason: DropReason) {
            self =
                switch reason {
                case .noCallback: .noCallback
                case .closed: .closed
                case .forgotten: .forgotten
                case .off: .off
                }
        }
    }

    /// The number of records by outcome; each record counts once.
    package internal(set) var jobs: [JobOutcome: Int] = [:]
    package internal(set) var attempts: [AttemptOutcome: Int] = [:]
    /// The failed attempts, in their order.
    package internal(set) var failures: [FailedAttempt] = []
    /// The times from a record's timestamp to its delivery, in milliseconds.
    package internal(set) var deliveryMilliseconds: [Int64] = []

    package init() {}

    package var isEmpty: Bool { jobs.isEmpty && attempts.isEmpty && deliveryMilliseconds.isEmpty }

    mutating func add(_ other: Self) {
        jobs.merge(other.jobs, uniquingKeysWith: +)
        attempts.merge(other.attempts, uniquingKeysWith: +)
        failures += other.failures
        deliveryMilliseconds += other.deliveryMilliseconds
    }

    mutating func count(_ outcome: JobOutcome, _ number: Int = 1) {
        if number == 0 { return }
        jobs[outcome, default: 0] += number
        if jobs[outcome] == 0 { jobs[outcome] = nil }
    }
}

/// A failed attempt, as the log shows it.
package struct FailedAttempt: Equatable, Sendable {
    /// The name and port of the host; nil if the callback URL must not be called.
    package let hostAndPort: String?
    package let outcome: AttemptOutcome
    /// The status of the answer; nil if there was none.
    package let status: Int?
    package let reason: FailureReason?

    package init(hostAndPort: String?, outcome: AttemptOutcome, status: Int?, reason: FailureReason?) {
        self.hostAndPort = hostAndPort
        self.outcome = outcome
        self.status = status
        self.reason = reason
    }
}

/// The present figures of a dispatcher.
package struct DispatchGauges: Equatable, Sendable {
    /// The number of records that are not finished, in memory and in the state.
    package var waitingJobs = 0
    /// The arrival time of the oldest waiting record, in milliseconds since 1970; nil if none waits.
    package var oldestMilliseconds: Int64?
    /// The number of running requests.
    package var requests = 0
    /// The number of hosts that are paused after failures.
    package var openHosts = 0
    package var offConnections = 0
    /// The number of jobs that are in memory only, and their bytes.
    package var freshJobs = 0
    package var freshBytes = 0
    /// The number of stored jobs that have an index entry in memory.
    package var indexedJobs = 0
    /// The number of connections whose stored jobs must still be changed, for example after new settings.
    package var chores = 0

    package init() {}
}
