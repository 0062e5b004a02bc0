import CMeasure
import Foundation
import Webhooks

/// The headers and the body of deliveries, and their number.
struct Delivery {
    let headers: [DeliveryHeader]
    let body: [UInt8]
    let count: Int

    init(bodyBytes: Int, count: Int) {
        body = [UInt8](repeating: UInt8(ascii: " "), count: bodyBytes)
        let message = SignedMessage(
            id: Array("0f6e1b2c-1234-4a5b-8c9d-001122334455".utf8),
            timestamp: Array("1700000000".utf8),
            body: body
        )
        let signature = "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
        headers = message.headers(signature: signature, version: "1", traceparent: nil)
        self.count = count
    }

    /// Posts by a bare loop of libcurl.
    ///
    /// - Returns: The number of requests that were answered with a status of 200 to 299.
    func postBare(_ url: String, concurrency: Int) -> Int {
        // libcurl adds these headers unless it is told not to.
        let lines = headers.map { "\($0.name): \($0.value)" } + ["accept:", "expect:"]
        let texts = lines.map { strdup($0) }
        defer { texts.forEach { free($0) } }
        let pointers = texts.map { UnsafePointer($0) } + [nil]
        return measure_post(url, pointers, body, body.count, Int32(concurrency), count)
    }
}
