import Kafka
package import Vocabulary
import Worker

/// The records of one connection in an input topic, which can be read more than once.
package struct ConnectionRecords: ~Copyable {
    private let reader: TopicReader
    private let cluster: Cluster
    private let connection: ConnectionID
    private let kind: RecordPlace.Topic
    /// The name of the topic.
    package let topic: String
    /// The offsets to read, which later readings repeat; nil before the first reading.
    private var offsets: [TopicPartition: Range<Int64>]?

    package init(
        of connection: ConnectionID,
        in kind: RecordPlace.Topic,
        _ cluster: Cluster
    ) throws(OperationError) {
        reader = try TopicReader(cluster)
        self.cluster = cluster
        self.connection = connection
        self.kind = kind
        topic = kind == .uploads ? cluster.topics.uploads : cluster.topics.connections
    }

    /// Reads the records of the connection in their order, up to the end of the topic at the first reading.
    ///
    /// The expected partition is read first. The others are read only if it has no record of the connection.
    ///
    /// - Throws: If no broker answers, if a broker refuses a request, or if the command is cancelled.
    /// - Returns: Whether there is any record.
    package mutating func read(
        _ body: (_ place: RecordPlace, _ key: [UInt8], _ value: [UInt8]?) -> Void
    ) throws(OperationError) -> Bool {
        cluster.progress.title = "reading \(topic)"
        if let offsets { return try read(offsets, body) }
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("there is no topic \(topic)")
        }
        for partitions in ConnectionLookup.places(topic, count, connection) {
            let found = try reader.offsets(of: partitions)
            offsets = found
            if try read(found, body) { return true }
        }
        return false
    }

    private func read(
        _ offsets: [TopicPartition: Range<Int64>],
        _ body: (RecordPlace, [UInt8], [UInt8]?) -> Void
    ) throws(OperationError) -> Bool {
        var isAny = false
        try reader.read(offsets) { message throws(OperationError) in
            guard let key = [UInt8](message.key), key == connection.bytes else { return }
            isAny = true
            body(RecordPlace(message, of: kind), key, [UInt8](message.value))
        }
        return isAny
    }
}
