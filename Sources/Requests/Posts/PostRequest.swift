package import Webhooks

/// One POST to a callback URL.
package struct PostRequest: Equatable, Sendable {
    /// The number that identifies the result; unique among the running requests.
    package let id: UInt64
    package let callback: CallbackAddress
    package let headers: [DeliveryHeader]
    package let body: [UInt8]
    /// The longest time to make a new connection, including TLS and the lookup of the name.
    package let connectTimeoutMilliseconds: Int64
    /// The longest time from the submission to the end of the answer; more than a day means a day.
    package let timeoutMilliseconds: Int64

    package init(
        id: UInt64,
        callback: CallbackAddress,
        headers: [DeliveryHeader],
        body: [UInt8],
        connectTimeoutMilliseconds: Int64,
        timeoutMilliseconds: Int64
    ) {
        self.id = id
        self.callback = callback
        self.headers = headers
        self.body = body
        self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}

/// The result of a request.
package struct PostResult: Equatable, Sendable {
    /// An answer, or the reason why there is none.
    package enum Ending: Equatable, Sendable {
        /// The receiver has answered, perhaps with a redirect or an error.
        case answer(Answer)
        /// There is no answer (`connect`, `tls` or `timeout`), or nothing was sent (`address`).
        case failure(AttemptOutcome)
    }

    package let id: UInt64
    package let ending: Ending
    /// The reason why there is no answer; nil if the receiver has answered, or if the reason is unknown.
    package let reason: FailureReason?
    /// The time from the submission to the end.
    package let durationMilliseconds: Int64

    package var outcome: AttemptOutcome {
        switch ending {
        case .answer(let answer): answer.outcome
        case .failure(let outcome): outcome
        }
    }
}
