/// The outcome of one attempt to deliver a job, as metrics and dead letters name it.
package enum AttemptOutcome: String, CaseIterable, Sendable {
    /// The receiver answered with a status of 200 to 299.
    case delivered
    /// The receiver answered with a status that no other case covers.
    case status
    /// The receiver answered with 410.
    case gone
    /// The receiver answered with 429, or with 503 and `Retry-After`.
    case throttled
    /// The receiver answered with a status of 300 to 399.
    case redirect
    /// The connection failed or was reset, or the answer was not HTTP.
    case connect
    case tls
    case timeout
    /// The host has an address that is refused; nothing was sent.
    case address
    /// The callback URL is not allowed; nothing was sent.
    case url
    /// The job has no secret; nothing was sent.
    case secret

    /// Whether a failure without an answer counts against the host.
    ///
    /// For failures with an answer, `Answer.countsAgainstHost` decides.
    package var countsAgainstHost: Bool {
        switch self {
        case .connect, .tls, .timeout: true
        case .delivered, .status, .gone, .throttled, .redirect, .address, .url, .secret: false
        }
    }

    /// Whether a request was made and failed; false if the attempt made no request.
    package var isFailedRequest: Bool {
        switch self {
        case .status, .gone, .throttled, .redirect, .connect, .tls, .timeout: true
        case .delivered, .address, .url, .secret: false
        }
    }
}
