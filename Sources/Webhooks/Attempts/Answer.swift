/// The meaning of a receiver's answer: its status, and the two headers that dispatchers read.
package struct Answer: Equatable, Sendable {
    /// The values of the header `webhook-delivery`.
    package enum DeliveryOrder: String, Sendable {
        /// The connection gets no more jobs until its next settings.
        case disable
        /// The job gets no more attempts.
        case abortMessage = "abort-message"
    }

    package let status: Int
    /// The time in the header `retry-after`; nil if it is missing or malformed.
    package let retryAfterSeconds: Int?
    package let order: DeliveryOrder?

    /// Reads an answer that was received at `nowSeconds`, in Unix seconds.
    package init(status: Int, retryAfter: [UInt8]? = nil, delivery: [UInt8]? = nil, nowSeconds: Int64) {
        self.status = status
        retryAfterSeconds = retryAfter.flatMap { RetryAfter.seconds($0, nowSeconds: nowSeconds) }
        order = delivery.flatMap { DeliveryOrder(rawValue: String(decoding: $0.trimmed, as: UTF8.self).lowercased()) }
    }

    package var outcome: AttemptOutcome {
        switch status {
        case 200...299: .delivered
        case 300...399: .redirect
        case 410: .gone
        case 429: .throttled
        case 503 where retryAfterSeconds != nil: .throttled
        default: .status
        }
    }

    /// Whether the connection gets no more jobs until its next settings.
    package var turnsOff: Bool { outcome == .gone || order == .disable }

    /// Whether the job is given up at once.
    package var aborts: Bool { outcome != .delivered && order == .abortMessage }

    /// The time for which no job is sent to this callback URL; nil if the answer requests no pause.
    package var holdSeconds: Int? { outcome == .throttled ? retryAfterSeconds : nil }

    /// Whether the job must be sent again in its thin form, without the contents of documents.
    package var asksForThinForm: Bool { status == 413 }

    /// Whether the answer is a failure of the host.
    package var countsAgainstHost: Bool { status >= 500 }
}

extension [UInt8] {
    /// The bytes without blanks and tabs at both ends.
    var trimmed: ArraySlice<UInt8> {
        var rest = self[...]
        while let first = rest.first, Self.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
        return rest
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
