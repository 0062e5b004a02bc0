import JSON
import Vocabulary
import Webhooks

/// A request that claims to be a delivery: the headers of Standard Webhooks, and the body.
package struct ReceivedDelivery: Sendable {
    /// The value of `webhook-id`; nil if the header is missing.
    package let id: [UInt8]?
    /// The value of `webhook-timestamp`; nil if the header is missing.
    package let timestamp: [UInt8]?
    /// The value of `webhook-signature`; nil if the header is missing.
    package let signature: [UInt8]?
    package let body: [UInt8]

    package init(id: [UInt8]?, timestamp: [UInt8]?, signature: [UInt8]?, body: [UInt8]) {
        self.id = id
        self.timestamp = timestamp
        self.signature = signature
        self.body = body
    }

    /// Returns why the delivery is not verified, as a sentence without its final period; nil if it is verified.
    func fault(_ secrets: [WebhookSecret], nowSeconds: Int64) -> String? {
        guard let id, !id.isEmpty else { return "the header webhook-id is missing" }
        guard let timestamp else { return "the header webhook-timestamp is missing" }
        guard let signature else { return "the header webhook-signature is missing" }
        if secrets.isEmpty { return "the connection has no secret" }
        let message = SignedMessage(id: id, timestamp: timestamp, body: body)
        return switch Verifier.verdict(on: message, signature: signature, by: secrets, nowSeconds: nowSeconds) {
        case .verified: nil
        case .malformedTimestamp: "webhook-timestamp is not a number of seconds"
        case .wrongTime: "webhook-timestamp is more than 5 minutes off"
        case .noSignature: "no signature fits a secret"
        }
    }
}

/// The fields of a delivery's body that `webhook-echo` reports; each is nil if it is missing or malformed.
struct DeliveredFields {
    var connection: ConnectionID?
    var app: [UInt8]?
    var dataType: ConnectionID?
    var sequence: Int64?

    /// Reads the fields, also of a body that is not verified.
    init(body: [UInt8]) {
        var parser = Parser(maximumDepth: 128)
        guard let data = (try? parser.parse(body))?.member("data") else { return }
        connection = (data.member("connection_id")?.text?.bytes).flatMap { ConnectionID($0) }
        app = data.member("app_id")?.text?.bytes
        dataType = (data.member("data_type")?.text?.bytes).flatMap { ConnectionID($0) }
        sequence = data.member("sequence")?.integer
    }
}
