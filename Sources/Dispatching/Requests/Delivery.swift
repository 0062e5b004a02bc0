package import Webhooks

/// A request that the caller of the dispatcher must begin now.
///
/// The caller builds the body with `job.body(sequence:isThin:)`, and finds the secrets by the app id and the connection
/// of the job. The caller calls `answered` exactly once for each delivery, unless `cutOff` or `released` has returned
/// the delivery.
package struct Delivery: Equatable, Sendable {
    /// The number of a request, unique within the process.
    package struct ID: Hashable, Comparable, Sendable {
        package let number: UInt64

        package init(number: UInt64) { self.number = number }

        package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
    }

    package let id: ID
    package let partition: Int32
    package let address: CallbackAddress
    /// The job as it must be sent.
    package let job: Job
    /// The value of `sequence` in the body.
    package let sequence: Int64
    /// Whether documents contain only `id` and `op`.
    package let isThin: Bool
    /// The record's header `traceparent`, not validated.
    package let traceparent: [UInt8]?
}

/// The result of a request.
package enum DeliveryResult: Equatable, Sendable {
    /// The receiver has answered.
    case answer(Answer)
    /// There was no answer (`connect`, `tls` or `timeout`), or nothing was sent (`address`, `secret` or `url`).
    ///
    /// The reason is nil if it is unknown.
    case failure(AttemptOutcome, FailureReason? = nil)

    package var outcome: AttemptOutcome {
        switch self {
        case .answer(let answer): answer.outcome
        case .failure(let outcome, _): outcome
        }
    }

    /// Whether the result is a failure of the host.
    var countsAgainstHost: Bool {
        switch self {
        case .answer(let answer): answer.countsAgainstHost
        case .failure(let outcome, _): outcome.countsAgainstHost
        }
    }

    /// Whether a request was sent to the host, or a connection to the host was tried.
    var concernsHost: Bool {
        switch self {
        case .answer: true
        case .failure(let outcome, _): outcome.countsAgainstHost
        }
    }
}
