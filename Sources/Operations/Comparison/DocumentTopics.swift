package import Kafka
package import Vocabulary
package import Worker

/// The topics of one prefix that contain documents, for every kind of routing and every form.
package struct DocumentTopics: Sendable {
    /// A topic that contains documents.
    package struct Topic: Sendable {
        /// The number of the topic, counted from 1.
        ///
        /// All topics of single connections have number 1: a record of one connection cannot be in another connection's
        /// topic.
        package let number: UInt16
        /// The connection that owns the topic; nil for a shared topic, whose keys contain the connection.
        package let connection: [UInt8]?
        /// The name of the form; nil for Fork documents.
        package let form: String?
    }

    /// The topics by name.
    package let topics: [String: Topic]
    package let partitions: [TopicPartition]
    private let connections: Set<[UInt8]>

    /// Includes only these connections, or all connections if `connections` is empty.
    package init(_ names: TopicNames, partitionCounts: [String: Int32], connections: [ConnectionID]) {
        var topics: [String: Topic] = [:]
        var partitions: [TopicPartition] = []
        var appCount = 0
        let chosen = Set(connections.map(\.bytes))
        for (name, count) in partitionCounts.sorted(by: { $0.key < $1.key }) {
            guard case .documents(let form, let owner) = names.purpose(of: name) else { continue }
            let topic: Topic
            switch owner {
            case .connection(let id):
                let connection = Array(id.utf8)
                guard chosen.isEmpty || chosen.contains(connection) else { continue }
                topic = Topic(number: 1, connection: connection, form: form)
            case .all: topic = Topic(number: 2, connection: nil, form: form)
            case .app:
                topic = Topic(number: UInt16(3 + appCount % 65_000), connection: nil, form: form)
                appCount += 1
            }
            topics[name] = topic
            partitions += (0..<count).map { TopicPartition(name, $0) }
        }
        self.topics = topics
        self.partitions = partitions
        self.connections = chosen
    }

    /// Returns the connection and the document id of a record.
    ///
    /// Nil if the key is not the key of a document, or if the connection is not included.
    package func owner(_ key: [UInt8], in topic: Topic) -> (connection: [UInt8], id: [UInt8])? {
        if let connection = topic.connection { return key.isEmpty ? nil : (connection, key) }
        guard let slash = key.firstIndex(of: UInt8(ascii: "/")), slash > 0, slash + 1 < key.count else { return nil }
        let connection = Array(key[..<slash])
        guard connections.isEmpty || connections.contains(connection) else { return nil }
        return (connection, Array(key[(slash + 1)...]))
    }
}
