import Kafka
import Vocabulary
import Worker

extension SettingsFold {
    /// Reads the settings of a connection from a topic with `count` partitions.
    ///
    /// The expected partition is read first. The other partitions are read only if the expected partition has no
    /// settings of the connection. If the settings are valid only with loopback callbacks, dead letters are read too.
    ///
    /// Settings with a time zone that is not in `zones` are invalid. `refused` contains the settings that workers have
    /// refused; if `refused` is empty, these settings are searched when they are needed. With `settles`, open
    /// transactions are waited for, because their records are not visible before they end.
    ///
    /// - Throws: If no broker answers, if a broker refuses a request, or if the command is cancelled.
    /// - Returns: The settings in effect, with their partition.
    static func read(
        _ connection: ConnectionID,
        in cluster: Cluster,
        partitions count: Int32,
        zones: ZoneTable,
        refused: Refused = [:],
        settles: Bool = false
    ) throws(OperationError) -> SettingsFold {
        let topic = cluster.topics.connections
        var fold = SettingsFold(connection)
        let reader = try TopicReader(cluster)
        var judge = SettingsJudge(zones: zones, forms: cluster.topics.forms)
        for partitions in ConnectionLookup.places(topic, count, connection) where fold.partition == nil {
            if settles { try cluster.settle(partitions) }
            cluster.progress.title = "reading \(topic)"
            try reader.read(partitions) { message throws(OperationError) in
                fold.take(message, &judge, refused: refused)
            }
        }
        guard refused.isEmpty, fold.standing?.needsLoopback == true else { return fold }
        let found = try Self.refused(connection, in: cluster)
        if found.isEmpty { return fold }
        return try read(connection, in: cluster, partitions: count, zones: zones, refused: found)
    }

    /// Returns the settings of a connection that workers have refused; nil stands for all connections.
    static func refused(_ connection: ConnectionID?, in cluster: Cluster) throws(OperationError) -> Refused {
        let name = cluster.topics.deadLetters
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return [:] }
        var filter = DeadLetterFilter()
        filter.connection = connection?.string
        cluster.progress.title = "reading \(name)"
        let letters = try DeadLetterTopic(cluster).index(.filter(filter)).chosen
        return letters.reduce(into: [:]) { refused, letter in
            guard let place = letter.original, place.topic == cluster.topics.connections else { return }
            refused[place.partition, default: []].insert(place.offset)
        }
    }
}
