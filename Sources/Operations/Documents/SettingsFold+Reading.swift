import Health
import Kafka
import Worker

extension SettingsFold {
    /// Reads the settings of a connection from a topic with `count` partitions.
    ///
    /// The expected partition is read first; the other partitions only if it has no settings of the connection.
    ///
    /// `refused` has for each partition the offsets of records that workers have refused. If it is empty, and the settings
    /// would be in effect only with workers that allow loopback callbacks, the dead letters are read for them.
    static func read(
        _ connection: ConnectionID,
        in cluster: Cluster,
        partitions count: Int32,
        zones: ZoneTable,
        refused: [Int32: Set<Int64>] = [:]
    ) throws(OperationError) -> SettingsFold {
        let topic = cluster.topics.connections
        cluster.progress.title = "reading \(topic)"
        let reader = try TopicReader(cluster)
        var fold = SettingsFold(connection, zones: zones, refused: refused)
        for partitions in ConnectionLookup.places(topic, count, connection) where fold.partition == nil {
            try reader.read(partitions) { message throws(OperationError) in fold.take(message) }
        }
        guard refused.isEmpty, fold.standing?.needsLoopback == true else { return fold }
        let found = try Self.refused(connection, in: cluster)
        if found.isEmpty { return fold }
        return try read(connection, in: cluster, partitions: count, zones: zones, refused: found)
    }

    /// Returns for each partition the offsets of the connection's settings that workers have refused.
    static func refused(
        _ connection: ConnectionID,
        in cluster: Cluster
    ) throws(OperationError) -> [Int32: Set<Int64>] {
        let name = cluster.topics.deadLetters
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return [:] }
        var filter = DeadLetterFilter()
        filter.connection = connection.string
        cluster.progress.title = "reading \(name)"
        let letters = try DeadLetterTopic(cluster).index(.filter(filter)).chosen
        return letters.reduce(into: [:]) { refused, letter in
            guard let place = letter.original, place.topic == cluster.topics.connections else { return }
            refused[place.partition, default: []].insert(place.offset)
        }
    }
}
