import Kafka
package import Vocabulary
import Worker

/// Compares the documents of two prefixes of one cluster.
package struct PrefixComparison {
    /// The result of a comparison.
    package struct Outcome: Sendable {
        /// The first differences, ordered by connection and document id.
        package let differences: [DocumentDifference]
        /// The numbers of equal and different documents, by data type.
        package let counts: [String: DocumentCounts]
        /// The number of records that are not documents.
        package let unrecognizedCount: Int
    }

    /// The topics of one side, with the offsets at the start of the comparison.
    private struct Extent {
        let prefix: String
        let topics: DocumentTopics
        let offsets: [TopicPartition: Range<Int64>]
    }

    private let cluster: Cluster
    private let other: String
    private let connections: [ConnectionID]
    private let limit: Int

    /// Creates a comparison with the documents under the prefix `other`; all connections if `connections` is empty.
    package init(_ cluster: Cluster, with other: String, connections: [ConnectionID], limit: Int) {
        self.cluster = cluster
        self.other = other
        self.connections = connections
        self.limit = limit
    }

    /// Reads both sides up to their current end offsets, several times if needed.
    package func run() throws(OperationError) -> Outcome {
        let reader = try TopicReader(cluster)
        let counts = try reader.partitionCounts(beginningWith: "")
        let live = try extent(cluster.topics.prefix, counts, reader)
        let other = try extent(other, counts, reader)
        let sides = [(Side.live, live), (.other, other)]
        var comparison = Comparison(limit: limit, seed: .random(in: 0 ... .max))
        for (side, extent) in sides {
            cluster.progress.title = "reading \(extent.prefix)"
            try read(extent, reader) { connection, key, value, topic in
                comparison.take(
                    connection: connection,
                    key: key,
                    form: topic.form,
                    value: value,
                    side,
                    topic: topic.number
                )
            }
            comparison.settle(side)
        }
        if comparison.beginJoin() {
            for (side, extent) in sides {
                cluster.progress.title = "joining parts of \(extent.prefix)"
                repeat {
                    try read(extent, reader) { connection, key, value, topic in
                        comparison.join(connection: connection, key: key, form: topic.form, value: value, side)
                    }
                } while comparison.endJoin()
            }
        }
        if comparison.mustCollect {
            for (side, extent) in sides {
                cluster.progress.title = "reading what differs in \(extent.prefix)"
                try read(extent, reader) { connection, key, value, topic in
                    comparison.collect(connection: connection, key: key, form: topic.form, value: value, side)
                }
            }
        }
        return Outcome(
            differences: comparison.differences,
            counts: comparison.counts,
            unrecognizedCount: comparison.unrecognizedCount
        )
    }

    private func extent(
        _ prefix: String,
        _ counts: [String: Int32],
        _ reader: borrowing TopicReader
    ) throws(OperationError) -> Extent {
        // A prefix without any topic is probably a typing error.
        guard counts.keys.contains(where: { $0.hasPrefix(prefix) }) else {
            throw OperationError("no topic begins with \(prefix): check PREFIX and --topic-prefix")
        }
        let names = TopicNames(prefix: prefix, forms: cluster.topics.forms)
        let topics = DocumentTopics(names, partitionCounts: counts, connections: connections)
        return Extent(prefix: prefix, topics: topics, offsets: try reader.offsets(of: topics.partitions))
    }

    private func read(
        _ extent: Extent,
        _ reader: borrowing TopicReader,
        _ body: (_ connection: [UInt8], _ key: [UInt8], _ value: RawSpan?, _ topic: DocumentTopics.Topic) -> Void
    ) throws(OperationError) {
        try reader.read(extent.offsets) { message throws(OperationError) in
            guard let topic = extent.topics.topics[message.topic],
                let owner = extent.topics.owner([UInt8](message.key) ?? [], in: topic)
            else { return }
            body(owner.connection, owner.id, message.value, topic)
        }
    }
}
