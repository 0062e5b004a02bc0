import Vocabulary
import Webhooks

/// The error code and the sentence of the dead letters of jobs that were given up.
package enum DeadLetterCode {
    /// The code of a job that must not be sent again, as its receiver has answered.
    package static let aborted = "aborted"

    /// The sentence for a job that was never sent, and was given up together with another job.
    static let neverSent =
        "This job was never sent. It had waited longer than the whole retry schedule when an earlier job of its "
        + "connection was given up for this reason."

    /// Returns a sentence that explains the code to a person.
    static func sentence(_ code: String, status: Int?) -> String {
        if code == aborted { return "The receiver answered that this job must not be sent again." }
        let answer = status.map { "The receiver answered the last attempt with status \($0)" }
        switch AttemptOutcome(rawValue: code) {
        case .delivered, nil: return "The job was given up."
        case .status, .gone, .throttled: return "\(answer ?? "The receiver answered the last attempt with a failure")."
        case .redirect:
            return "\(answer ?? "The receiver answered the last attempt with a redirect"): redirects are not followed."
        case .connect: return "The last attempt could not connect to the receiver, or the connection broke."
        case .tls: return "The last attempt could not agree on TLS with the receiver, or its certificate is not valid."
        case .timeout: return "The receiver did not answer the last attempt in time."
        case .address: return "The host of the callback URL has an address that must not be called."
        case .url: return "The callback URL must not be called."
        case .secret: return "There is no secret to sign the job with."
        }
    }
}
