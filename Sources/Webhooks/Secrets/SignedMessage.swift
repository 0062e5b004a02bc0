/// The parts of a delivery that Standard Webhooks signs.
package struct SignedMessage: Sendable {
    /// The value of the header `webhook-id`.
    package let id: [UInt8]
    /// The value of the header `webhook-timestamp`: Unix seconds.
    package let timestamp: [UInt8]
    package let body: [UInt8]

    package init(id: [UInt8], timestamp: [UInt8], body: [UInt8]) {
        self.id = id
        self.timestamp = timestamp
        self.body = body
    }

    /// The signed content: `id.timestamp.body`.
    var content: [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(id.count + timestamp.count + body.count + 2)
        content += id
        content.append(UInt8(ascii: "."))
        content += timestamp
        content.append(UInt8(ascii: "."))
        content += body
        return content
    }
}
