import Vocabulary

/// One header of a request, with its name in lower case.
package struct DeliveryHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension SignedMessage {
    /// Returns the headers of one attempt; a malformed `traceparent` is left out.
    package func headers(signature: String, version: String, traceparent: [UInt8]?) -> [DeliveryHeader] {
        var headers = [
            DeliveryHeader("content-type", "application/json"),
            DeliveryHeader("webhook-id", String(decoding: id, as: UTF8.self)),
            DeliveryHeader("webhook-timestamp", String(decoding: timestamp, as: UTF8.self)),
            DeliveryHeader("webhook-signature", signature),
            DeliveryHeader("user-agent", "fork-worker/\(version)"),
        ]
        if let traceparent, TraceParent.isWellFormed(traceparent) {
            headers.append(DeliveryHeader("traceparent", String(decoding: traceparent, as: UTF8.self)))
        }
        return headers
    }
}
