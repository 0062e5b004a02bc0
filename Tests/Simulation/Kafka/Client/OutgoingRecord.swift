/// A record that a producer was given.
struct OutgoingRecord {
    let place: TopicPartition
    let key: [UInt8]?
    let value: [UInt8]?
    let headers: [(name: String, value: [UInt8]?)]
    let timestamp: Int64
    /// The number by which its delivery is told; 0: it is not.
    let number: Int

    var bytes: Int {
        70 + (key?.count ?? 0) + (value?.count ?? 0)
            + headers.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.count ?? 0) + 4 }
    }
}

/// Headers for a record to be produced, in the order they are added.
package struct RecordHeaders {
    private final class List {
        var headers: [(name: String, value: [UInt8]?)] = []
    }

    private let list = List()

    package init(capacity: Int = 8) {}

    package func add(_ name: String, _ value: RawSpan?) { list.headers.append((name, [UInt8](value))) }

    package func add(_ name: String, _ value: String) { list.headers.append((name, Array(value.utf8))) }

    var all: [(name: String, value: [UInt8]?)] { list.headers }
}
