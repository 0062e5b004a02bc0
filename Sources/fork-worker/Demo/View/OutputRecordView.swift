/// One record as it was read back from an output topic.
package struct OutputRecordView: Sendable {
    package let topic: String
    /// The key as text; empty for a record without one.
    package let key: String
    /// Nil for a tombstone.
    package let value: [UInt8]?
    /// Names and values in their order.
    package let headers: [(name: String, value: String)]

    /// A record from its parts.
    package init(topic: String, key: String, value: [UInt8]?, headers: [(name: String, value: String)]) {
        self.topic = topic
        self.key = key
        self.value = value
        self.headers = headers
    }

    /// The value of the last header of a name; empty if there is none.
    package func header(_ name: String) -> String { headers.last { $0.name == name }?.value ?? "" }
}
