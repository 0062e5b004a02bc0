package import Requests
package import Webhooks

/// The result of one webhook that a command has sent.
package struct SentWebhook: Equatable, Sendable {
    /// The HTTP status; nil if there was no answer.
    package let status: Int?
    package let milliseconds: Int64
    package let outcome: AttemptOutcome
    /// The reason why there was no answer.
    package let reason: FailureReason?

    package init(_ result: PostResult) {
        if case .answer(let answer) = result.ending { status = answer.status } else { status = nil }
        milliseconds = result.durationMilliseconds
        outcome = result.outcome
        reason = result.reason
    }
}
