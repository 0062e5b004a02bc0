/// A record read from an output topic.
package struct OutputRecordView: Sendable {
    package let topic: String
    /// The key as text; empty if the record has none.
    package let key: String
    /// Nil for a tombstone.
    package let value: [UInt8]?
    /// The names and values in order.
    package let headers: [(name: String, value: String)]

    package init(topic: String, key: String, value: [UInt8]?, headers: [(name: String, value: String)]) {
        self.topic = topic
        self.key = key
        self.value = value
        self.headers = headers
    }

    /// Returns the value of the last header with this name; empty if there is none.
    package func header(_ name: String) -> String { headers.last { $0.name == name }?.value ?? "" }
}
