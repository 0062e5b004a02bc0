import Health
import Kafka
import Worker

/// The settings record that forgets the connection.
extension Forgetting {
    /// Finds the forget settings or writes them.
    ///
    /// `refused` has for each partition the offsets of settings that workers have refused.
    func order(refused: [Int32: Set<Int64>] = [:]) throws(OperationError) -> Order {
        let topics = cluster.topics
        let counts = try TopicReader(cluster).partitionCounts(of: [topics.uploads, topics.connections, topics.state])
        for topic in [topics.connections, topics.uploads, topics.state] where counts[topic] == nil {
            throw OperationError(
                "the topic \(topic) is missing; workers need it: check --topic-prefix and --input-prefix"
            )
        }
        let count = counts[topics.connections] ?? 0
        let fold = try SettingsFold.read(connection, in: cluster, partitions: count, zones: zones, refused: refused)
        // Compaction keeps only the newest record. If a newer record hides the forget settings, they are written again.
        if let standing = fold.standing, standing.settings.isForgotten, fold.newest == .standing {
            return order(standing)
        }
        var partition = fold.partition
        if partition == nil {
            cluster.progress.title = "reading \(topics.uploads)"
            for places in ConnectionLookup.places(topics.uploads, counts[topics.uploads] ?? 0, connection)
            where partition == nil {
                try TopicReader(cluster).read(places) { message throws(OperationError) in
                    if [UInt8](message.key) == connection.bytes { partition = message.partition }
                }
            }
        }
        let place = TopicPartition(
            topics.connections,
            partition ?? Murmur2.partition(of: connection.bytes, count: count)
        )
        guard place.partition < count else {
            throw OperationError(
                "\(topics.uploads) has more partitions than \(topics.connections): give both topics the same number"
            )
        }
        return try write(keeping: fold.standing?.json, to: place)
    }

    /// Writes settings that forget the connection, and reads them back.
    func write(keeping before: [UInt8]?, to place: TopicPartition) throws(OperationError) -> Order {
        let json = ForgetRecord.json(connection, keeping: before)
        try ForgetWriter(cluster, to: [place.topic]).write(json, of: connection, to: place, timestampMilliseconds: nil)
        // The record is read back because the topic may use the broker's timestamp.
        var fold = SettingsFold(connection, zones: zones)
        try read([place], into: &fold)
        guard let standing = fold.standing, standing.settings.isForgotten, fold.newest == .standing else {
            throw OperationError(
                "another program has written settings of \(connection.string) in the meantime: run the command again"
            )
        }
        return order(standing)
    }

    func order(_ standing: SettingsFold.Standing) -> Order {
        Order(
            place: TopicPartition(cluster.topics.connections, standing.partition),
            offset: standing.offset,
            timestampMilliseconds: standing.timestampMilliseconds,
            isBare: ForgetRecord(standing.json).isBare
        )
    }

    private func read(
        _ partitions: [TopicPartition],
        from start: TopicReader.Start = .beginning,
        into fold: inout SettingsFold
    ) throws(OperationError) {
        try TopicReader(cluster).read(partitions, from: start) { message throws(OperationError) in
            fold.take(message)
        }
    }

    /// Replaces the settings with a record that has only the `forget` member and the original timestamp.
    func close(_ order: Order, _ writer: borrowing ForgetWriter) throws(OperationError) {
        var later = SettingsFold(connection, zones: zones)
        try read([order.place], from: .offset(order.offset + 1), into: &later)
        // A later tombstone does not reopen the connection, but compaction would leave only the tombstone.
        let isLast = later.newest == .nothing
        if later.newest == .standing || later.newest == .wrong {
            guard later.standing?.settings.isForgotten == true else {
                throw OperationError(
                    "another program has reopened \(connection.string) in the meantime: run the command again to "
                        + "forget newer uploads too"
                )
            }
        }
        if order.isBare, isLast { return }
        try writer.write(
            ForgetRecord.json(connection, keeping: nil),
            of: connection,
            to: order.place,
            timestampMilliseconds: order.timestampMilliseconds
        )
    }
}
