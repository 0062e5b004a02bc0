import Kafka
package import Vocabulary
import Worker

/// Reads the settings of connections as workers apply them.
package struct SettingsList {
    private let cluster: Cluster
    private let zones: ZoneTable

    /// Settings with a time zone that is not in `zones` are invalid.
    package init(_ cluster: Cluster, zones: ZoneTable) {
        self.cluster = cluster
        self.zones = zones
    }

    /// Returns the settings of one connection; nil if it has none.
    package func settings(of connection: ConnectionID) throws(OperationError) -> StandingSettings? {
        let count = try partitionCount()
        return try SettingsFold.read(connection, in: cluster, partitions: count, zones: zones, settles: true).standing
    }

    /// Returns the settings of all connections, ordered by id.
    package func settings() throws(OperationError) -> [StandingSettings] {
        let topic = cluster.topics.connections
        let places = (0..<(try partitionCount())).map { TopicPartition(topic, $0) }
        try cluster.settle(places)
        var found = try read(places, refused: [:])
        if found.contains(where: \.needsLoopback) {
            let refused = try SettingsFold.refused(nil, in: cluster)
            if !refused.isEmpty { found = try read(places, refused: refused) }
        }
        return found.sorted { $0.connection < $1.connection }
    }

    private func read(
        _ places: [TopicPartition],
        refused: SettingsFold.Refused
    ) throws(OperationError) -> [StandingSettings] {
        cluster.progress.title = "reading \(cluster.topics.connections)"
        var judge = SettingsJudge(zones: zones, forms: cluster.topics.forms)
        var folds: [ConnectionID: SettingsFold] = [:]
        // Settings in an unexpected partition apply only if the expected partition has none for the connection.
        var strays: [ConnectionID: SettingsFold] = [:]
        try TopicReader(cluster).read(places) { message throws(OperationError) in
            guard let connection = [UInt8](message.key).flatMap({ ConnectionID($0) }) else { return }
            let isExpected = Murmur2.partition(of: connection.bytes, count: Int32(places.count)) == message.partition
            if isExpected {
                folds[connection, default: SettingsFold(connection)].take(message, &judge, refused: refused)
            } else {
                strays[connection, default: SettingsFold(connection)].take(message, &judge, refused: refused)
            }
        }
        return folds.merging(strays) { own, _ in own }.values.compactMap(\.standing)
    }

    private func partitionCount() throws(OperationError) -> Int32 {
        let topic = cluster.topics.connections
        guard let count = try TopicReader(cluster).partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing: check --topic-prefix and --input-prefix")
        }
        return count
    }
}
