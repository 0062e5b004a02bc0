import Kafka
import Vocabulary
import Worker

/// The settings record that forgets the connection.
extension Forgetting {
    /// Finds the forget settings or writes them.
    ///
    /// `refused` has for each partition the offsets of settings that workers have refused.
    func order(refused: [Int32: Set<Int64>] = [:]) throws(OperationError) -> Order {
        let inputs = try InputPartitions(cluster, with: [cluster.topics.state])
        let fold = try SettingsFold.read(
            connection,
            in: cluster,
            partitions: inputs.connections,
            zones: zones,
            refused: refused
        )
        // Compaction keeps only the newest record. So if a newer record follows, the forget settings are written again.
        if let standing = fold.standing, standing.settings.isForgotten, fold.newest == .standing {
            return order(standing)
        }
        var known = fold.partition
        if known == nil { known = try inputs.partitionsOfUploads(of: [connection], in: cluster)[connection] }
        return try write(keeping: fold.standing?.json, to: inputs.place(of: connection, known))
    }

    /// Writes settings that forget the connection, and reads them back.
    func write(keeping before: [UInt8]?, to place: TopicPartition) throws(OperationError) -> Order {
        let json = ForgetRecord.json(connection, keeping: before, allowsLoopback: allowsLoopback)
        try ForgetWriter(cluster, to: [place.topic]).write(json, of: connection, to: place, timestampMilliseconds: nil)
        // The record is read back because the topic may use the broker's timestamp.
        var fold = SettingsFold(connection)
        try read([place], into: &fold)
        guard let standing = fold.standing, standing.settings.isForgotten, fold.newest == .standing else {
            throw OperationError(
                "another program has written settings of \(connection.string) in the meantime: run the command again"
            )
        }
        return order(standing)
    }

    func order(_ standing: StandingSettings) -> Order {
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
        var judge = SettingsJudge(zones: zones, forms: cluster.topics.forms)
        try TopicReader(cluster).read(partitions, from: start) { message throws(OperationError) in
            fold.take(message, &judge)
        }
    }

    /// Replaces the settings with a record that has only the `forget` member and the original timestamp.
    func close(_ order: Order, _ writer: borrowing ForgetWriter) throws(OperationError) {
        // Another command may have read the settings before this command wrote them. That command is fenced, so that it
        // cannot overwrite them.
        _ = try TransactionWriter(cluster, as: cluster.settingsID, to: [order.place.topic])
        var later = SettingsFold(connection)
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
