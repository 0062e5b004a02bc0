import Kafka
import Vocabulary
import Worker

/// The dead letters of the connection and of the forget settings.
extension Forgetting {
    /// The largest expected clock difference between a worker and a broker.
    private static let skewMilliseconds: Int64 = 600_000

    /// Finds or writes the forget settings, and waits until workers have applied them.
    ///
    /// If workers refuse the settings, the command writes them again, with fields of the newest settings that no worker
    /// refused. If workers refuse this record too, the command writes settings with `forget` only.
    func takenOrder(_ left: inout Duration) throws(OperationError) -> Order {
        let first = try order()
        if try refusal(of: first, &left) == nil { return first }
        let refused = try SettingsFold.refused(connection, in: cluster)
        // If workers have refused only these settings, the second attempt would write the same settings again.
        if refused != [first.place.partition: [first.offset]] {
            let second = try order(refused: refused)
            if try refusal(of: second, &left) == nil { return second }
        }
        let order = try write(keeping: nil, to: first.place)
        guard let refusal = try refusal(of: order, &left) else { return order }
        throw OperationError(
            "workers of \(cluster.groupID) have refused \(order) (\(refusal)): check whether they are older than this version, and run "
                + "fork-worker dead-letters list --connection \(connection.string)"
        )
    }

    /// Waits until workers have read the settings.
    ///
    /// - Returns: The error code with which a worker refused them; nil if they were not refused.
    private func refusal(of order: Order, _ left: inout Duration) throws(OperationError) -> String? {
        try waitForGroup(order, &left)
        guard let topic = try letters(of: .worker) else { return nil }
        var filter = DeadLetterFilter()
        filter.upload = RefusedPlace(order.place.topic, order.place.partition, order.offset)
        let since = order.timestampMilliseconds.map { TopicReader.Start.time($0 - Self.skewMilliseconds) }
        cluster.progress.title = "reading \(cluster.topics.deadLetters)"
        try cluster.settle(topic.partitions)
        return try topic.index(.filter(filter), from: since ?? .beginning).chosen.first?.code
    }

    /// Marks the open dead letters of earlier records, so that they cannot be redriven.
    ///
    /// `order` has the settings that forget the connection.
    ///
    /// - Returns: The number of marked dead letters.
    /// - Throws: If no broker answers, or if a broker refuses a request.
    func markLetters(_ order: Order, of owner: StateOwner) throws(OperationError) -> Int {
        guard let topic = try letters(of: owner) else { return 0 }
        let name = cluster.topics.deadLetters(of: owner)
        cluster.progress.title = "reading \(name)"
        let found = try open(topic, order)
        if found.isEmpty { return 0 }
        // The writer fences any running redrive. Only then is the list of open dead letters final.
        let writer = try MarkWriter(cluster, of: owner)
        try writer.warmUp([name])
        try cluster.settle(topic.partitions)
        let letters = try open(topic, order)
        var start = 0
        while start < letters.count {
            try cluster.progress.update(done: Int64(start), of: Int64(letters.count))
            let end = min(start + LetterPages.lettersMax, letters.count)
            let change = LetterChange(
                record: nil,
                state: .forgotten,
                letters: letters[start..<end].map(\.place),
                key: connection.bytes
            )
            _ = try writer.commit([change])
            start = end
        }
        return letters.count
    }

    private func open(
        _ topic: borrowing DeadLetterTopic,
        _ order: Order
    ) throws(OperationError) -> [IndexedLetter] {
        var filter = DeadLetterFilter()
        filter.connection = connection.string
        return try topic.index(.filter(filter)).letters(all: false).filter { letter in
            guard let until = order.timestampMilliseconds, let time = letter.originalMilliseconds else { return true }
            return time <= until
        }
    }

    /// Opens the dead-letter topic; returns nil if it does not exist.
    private func letters(of owner: StateOwner) throws(OperationError) -> DeadLetterTopic? {
        let name = cluster.topics.deadLetters(of: owner)
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return nil }
        return try DeadLetterTopic(cluster, of: owner)
    }

    /// Returns the names of the group members that do not own this partition now.
    func formerOwners(of partition: Int32) throws(OperationError) -> [String] {
        let admin = try cluster.openAdmin()
        let members = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.members(ofGroup: cluster.groupID, timeoutMilliseconds: timeout)
        }
        let place = TopicPartition(cluster.topics.uploads, partition)
        return members.filter { !$0.partitions.contains(place) }.map { $0.instanceID ?? $0.clientID }.sorted()
    }
}
