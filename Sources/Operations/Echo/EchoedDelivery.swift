/// The result of one delivery to `webhook-echo`.
package struct EchoedDelivery: Equatable, Sendable {
    /// The value of `webhook-id`; nil if the header is missing.
    package let id: String?
    package let connection: String?
    package let dataType: String?
    package let sequence: Int64?
    /// The reason why the delivery is not verified; nil if it is verified.
    package let fault: String?
    /// The status of the answer.
    package internal(set) var status: Int
    /// Whether the id was answered 2xx before.
    package internal(set) var isDuplicate = false
    /// Whether a delivery of the connection with a greater sequence was answered 2xx before.
    package internal(set) var isLate = false

    package var isVerified: Bool { fault == nil }
    /// Whether the answer is 2xx, so that the dispatcher counts the job as delivered.
    package var isAccepted: Bool { 200...299 ~= status }
}

/// The number of requests to `webhook-echo`, by their results.
package struct EchoCounts: Equatable, Sendable {
    package private(set) var requests = 0
    package private(set) var verified = 0
    package private(set) var duplicates = 0
    package private(set) var late = 0

    mutating func add(_ echoed: EchoedDelivery) {
        requests += 1
        if echoed.isVerified { verified += 1 }
        if echoed.isDuplicate { duplicates += 1 }
        if echoed.isLate { late += 1 }
    }
}
