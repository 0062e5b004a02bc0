package import Health
import Kafka
import Worker

/// Finds what is live of one connection, wherever the options say that it lies.
package struct ConnectionLookup {
    /// The live documents, and where they lie.
    package struct Found {
        /// The topic that was looked into.
        package let topic: String
        /// By type, start and id, parts joined.
        package let documents: [[UInt8]]
        /// Records that are no documents.
        package let strangeCount: Int
    }

    /// How a lookup has ended.
    package enum Outcome {
        case found(Found)
        /// Nothing of the connection is in this topic.
        case nothing(topic: String, isMissing: Bool)
        case stopped
    }

    private let cluster: Cluster
    private let connection: ConnectionID
    private let zones: ZoneTable

    /// A lookup; settings that name a zone which is not among these are wrong.
    package init(_ connection: ConnectionID, in cluster: Cluster, zones: ZoneTable) {
        self.connection = connection
        self.zones = zones
        self.cluster = cluster
    }

    /// Reads the documents, and before them the settings where these say which topic it is.
    package func documents(_ filter: DocumentFilter, _ work: inout LongWork) throws(OperationError) -> Outcome {
        let reader = try TopicReader(cluster)
        guard let topic = try topic(reader, &work) else { return .stopped }
        work.title = "reading \(topic)"
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            return .nothing(topic: topic, isMissing: true)
        }
        // Of a topic of its own a connection has all records, of a shared one those whose keys begin so.
        let isOwn = cluster.routing == .connection
        let prefix = isOwn ? [] : connection.bytes + [UInt8(ascii: "/")]
        var live = LiveDocuments(filter)
        for partitions in Self.places(topic, count, connection) where !live.hasSeen {
            let isWhole = try reader.read(partitions, &work) { message throws(OperationError) in
                let key = [UInt8](message.key) ?? []
                if key.starts(with: prefix) { live.take(id: Array(key.dropFirst(prefix.count)), value: message.value) }
            }
            if !isWhole { return .stopped }
        }
        if !isOwn, !live.hasSeen { return .nothing(topic: topic, isMissing: false) }
        let strangeCount = live.strangeCount
        return .found(Found(topic: topic, documents: live.documents(), strangeCount: strangeCount))
    }

    /// The topic that the connection's documents are in; nil when the work was stopped.
    private func topic(_ reader: borrowing TopicReader, _ work: inout LongWork) throws(OperationError) -> String? {
        switch cluster.routing {
        case .connection: return cluster.topics.prefix + "connection." + connection.string
        case .single: return cluster.topics.prefix + "documents"
        case .app:
            guard let app = try app(reader, &work) else { return nil }
            return cluster.topics.prefix + "app." + app
        }
    }

    /// The app of the connection's settings, `unknown` without; nil when the work was stopped.
    private func app(_ reader: borrowing TopicReader, _ work: inout LongWork) throws(OperationError) -> String? {
        let topic = cluster.topics.connections
        work.title = "reading \(topic)"
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing, and with it who belongs to which app")
        }
        var fold = SettingsFold(connection, zones: zones)
        for partitions in Self.places(topic, count, connection) where fold.partition == nil {
            let isWhole = try reader.read(partitions, &work) { message throws(OperationError) in fold.take(message) }
            if !isWhole { return nil }
        }
        return fold.standing?.settings.appID.map { String(decoding: $0, as: UTF8.self) } ?? "unknown"
    }

    /// Where to look first, and where else when nothing is there.
    static func places(_ topic: String, _ count: Int32, _ connection: ConnectionID) -> [[TopicPartition]] {
        let own = Murmur2.partition(of: connection.bytes, count: count)
        let others = (0..<count).filter { $0 != own }.map { TopicPartition(topic, $0) }
        return others.isEmpty ? [[TopicPartition(topic, own)]] : [[TopicPartition(topic, own)], others]
    }
}
