import Kafka
package import Vocabulary
import Worker

/// Finds the live documents of one connection, for every kind of routing.
package struct ConnectionLookup {
    /// The live documents and their topic.
    package struct Found {
        package let topic: String
        /// The joined documents, ordered by type, start and id.
        package let documents: [JoinedDocument]
        /// The number of records that are not documents.
        package let unrecognizedCount: Int
    }

    package enum Outcome {
        case found(Found)
        /// The topic is missing, or contains no record of the connection.
        case nothing(topic: String, isMissing: Bool)

        /// Creates the outcome for a topic that was read; `isOwn` means that the topic has only this connection.
        package init(_ live: consuming LiveDocuments, in topic: String, isOwn: Bool) {
            if !isOwn, !live.hasSeen {
                self = .nothing(topic: topic, isMissing: false)
            } else {
                let unrecognizedCount = live.unrecognizedCount
                self = .found(Found(topic: topic, documents: live.documents(), unrecognizedCount: unrecognizedCount))
            }
        }
    }

    private let cluster: Cluster
    private let connection: ConnectionID
    private let zones: ZoneTable

    /// Creates a lookup; connection settings that name an unknown time zone are invalid.
    package init(_ connection: ConnectionID, in cluster: Cluster, zones: ZoneTable) {
        self.connection = connection
        self.zones = zones
        self.cluster = cluster
    }

    /// Reads the live documents of the connection.
    ///
    /// If the routing depends on the app, the connection settings are read first.
    package func documents(_ filter: DocumentFilter) throws(OperationError) -> Outcome {
        let reader = try TopicReader(cluster)
        let topic = try topic(reader)
        cluster.progress.title = "reading \(topic)"
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            return .nothing(topic: topic, isMissing: true)
        }
        // The topic of one connection contains only its records. In a shared topic, keys begin with the connection.
        let isOwn = cluster.routing == .connection
        let prefix = isOwn ? [] : connection.bytes + [UInt8(ascii: "/")]
        var live = LiveDocuments(filter)
        for partitions in Self.places(topic, count, connection) where !live.hasSeen {
            try reader.read(partitions) { message throws(OperationError) in
                let key = [UInt8](message.key) ?? []
                if key.starts(with: prefix) { live.take(id: Array(key.dropFirst(prefix.count)), value: message.value) }
            }
        }
        return Outcome(live, in: topic, isOwn: isOwn)
    }

    /// Returns the existing topics of other routings that can contain documents of the connection.
    ///
    /// Each topic has its routing, which is a value of `--output-topics`.
    package func otherKinds() throws(OperationError) -> [(topic: String, routing: Rules.Routing)] {
        let prefix = cluster.topics.prefix
        let names = try TopicReader(cluster).partitionCounts(beginningWith: prefix).keys
        return Rules.Routing.allCases.filter { $0 != cluster.routing }.compactMap { routing in
            let topic =
                switch routing {
                case .connection: "\(prefix)connection.\(connection.string)"
                case .single: "\(prefix)documents"
                case .app: names.filter { $0.hasPrefix("\(prefix)app.") }.min() ?? ""
                }
            return names.contains(topic) ? (topic, routing) : nil
        }
    }

    /// Returns the topic with the documents of the connection.
    private func topic(_ reader: borrowing TopicReader) throws(OperationError) -> String {
        switch cluster.routing {
        case .connection: return cluster.topics.prefix + "connection." + connection.string
        case .single: return cluster.topics.prefix + "documents"
        case .app: return cluster.topics.prefix + "app." + (try app(reader))
        }
    }

    /// Returns the app from the connection settings, or `unknown`.
    private func app(_ reader: borrowing TopicReader) throws(OperationError) -> String {
        let topic = cluster.topics.connections
        cluster.progress.title = "reading \(topic)"
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing: without it, the app of a connection is unknown")
        }
        let fold = try SettingsFold.read(connection, in: cluster, partitions: count, zones: zones)
        return fold.standing?.settings.appID.map { String(decoding: $0, as: UTF8.self) } ?? "unknown"
    }

    /// Returns groups of partitions to search in turn: first the expected partition, then all others.
    static func places(_ topic: String, _ count: Int32, _ connection: ConnectionID) -> [[TopicPartition]] {
        let own = Murmur2.partition(of: connection.bytes, count: count)
        let others = (0..<count).filter { $0 != own }.map { TopicPartition(topic, $0) }
        return others.isEmpty ? [[TopicPartition(topic, own)]] : [[TopicPartition(topic, own)], others]
    }
}
