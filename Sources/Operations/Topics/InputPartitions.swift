import Kafka
import Vocabulary
import Worker

/// The partition counts of the input topics, which decide the partition of a connection.
struct InputPartitions {
    private let topics: TopicNames
    /// The number of partitions of the connections topic.
    let connections: Int32
    private let uploads: Int32

    /// Looks up the topics; `others` are further topics that must exist.
    ///
    /// - Throws: If a topic is missing.
    init(_ cluster: Cluster, with others: [String] = []) throws(OperationError) {
        topics = cluster.topics
        let names = [topics.connections, topics.uploads] + others
        let counts = try TopicReader(cluster).partitionCounts(of: names)
        if let missing = names.first(where: { counts[$0] == nil }) {
            throw OperationError(
                "the topic \(missing) is missing; workers need it: check --topic-prefix and --input-prefix"
            )
        }
        connections = counts[topics.connections] ?? 0
        uploads = counts[topics.uploads] ?? 0
    }

    /// Returns the partition for settings of a connection: `known`, or else the partition that murmur2 chooses.
    func place(of connection: ConnectionID, _ known: Int32?) throws(OperationError) -> TopicPartition {
        let partition = known ?? Murmur2.partition(of: connection.bytes, count: connections)
        guard partition < connections else {
            throw OperationError(
                "\(topics.uploads) has more partitions than \(topics.connections): give both topics the same number"
            )
        }
        return TopicPartition(topics.connections, partition)
    }

    /// Returns the partitions in which connections have uploads; connections without uploads are left out.
    func partitionsOfUploads(
        of connections: Set<ConnectionID>,
        in cluster: Cluster
    ) throws(OperationError) -> [ConnectionID: Int32] {
        if connections.isEmpty { return [:] }
        let topic = topics.uploads
        cluster.progress.title = "reading \(topic)"
        var search = PartitionSearch(connections, partitions: uploads)
        for (step, partitions) in search.steps.enumerated() where !search.isDone {
            try TopicReader(cluster).search(partitions.map { TopicPartition(topic, $0) }) { message in
                search.take([UInt8](message.key), partition: message.partition)
                return step == 0 ? search.isSure : search.isDone
            }
        }
        return search.found
    }
}
