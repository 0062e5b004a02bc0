import Health
import Kafka
import Worker

/// The dead letters of the connection, and those of the forget settings.
extension Forgetting {
    /// The largest expected clock difference between a worker and a broker.
    private static let skewMilliseconds: Int64 = 600_000

    /// Finds or writes the forget settings, and waits until workers have applied them; returns nil if the work was
    /// stopped.
    ///
    /// If workers refuse the settings, it writes new ones that keep nothing of the previous settings.
    func takenOrder(_ left: inout Duration, _ work: inout LongWork) throws(OperationError) -> Order? {
        guard let first = try order(&work), try waitForGroup(first, &left, &work),
            let refusal = try refusal(of: first, &work)
        else { return nil }
        if refusal.isEmpty { return first }
        guard let order = try write(keeping: nil, to: first.place, &work), try waitForGroup(order, &left, &work),
            let again = try self.refusal(of: order, &work)
        else { return nil }
        if again.isEmpty { return order }
        throw OperationError(
            "workers of \(cluster.groupID) have refused \(order) (\(again)): check whether they are older than this version, and run "
                + "fork-worker dead-letters list --connection \(connection.string)"
        )
    }

    /// Returns the error code with which a worker refused the settings.
    ///
    /// Empty if they were not refused; nil if the work was stopped.
    private func refusal(of order: Order, _ work: inout LongWork) throws(OperationError) -> String? {
        guard let topic = try letters(&work) else { return "" }
        var filter = DeadLetterFilter()
        filter.upload = RefusedPlace(order.place.topic, order.place.partition, order.offset)
        let since = order.timestampMilliseconds.map { TopicReader.Start.time($0 - Self.skewMilliseconds) }
        work.title = "reading \(cluster.topics.deadLetters)"
        guard try cluster.settle(topic.partitions, &work),
            let index = try topic.index(.filter(filter), from: since ?? .beginning, &work)
        else { return nil }
        return index.chosen.first?.code ?? ""
    }

    /// Marks the open dead letters of earlier records, so that they cannot be redriven.
    ///
    /// - Returns: The number of marked dead letters; nil if the work was stopped.
    func markLetters(_ order: Order, _ work: inout LongWork) throws(OperationError) -> Int? {
        guard let topic = try letters(&work) else { return 0 }
        work.title = "reading \(cluster.topics.deadLetters)"
        guard let found = try open(topic, order, &work) else { return nil }
        if found.isEmpty { return 0 }
        // The writer fences any running redrive. Only then is the list of open dead letters final.
        let writer = try MarkWriter(cluster)
        try writer.warmUp([cluster.topics.deadLetters])
        guard try cluster.settle(topic.partitions, &work), let letters = try open(topic, order, &work) else {
            return nil
        }
        var start = 0
        while start < letters.count {
            guard work.goesOn(done: Int64(start), of: Int64(letters.count)) else { return nil }
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
        _ order: Order,
        _ work: inout LongWork
    ) throws(OperationError) -> [IndexedLetter]? {
        var filter = DeadLetterFilter()
        filter.connection = connection.string
        guard let index = try topic.index(.filter(filter), &work) else { return nil }
        return index.letters(all: false).filter { letter in
            guard let until = order.timestampMilliseconds, let time = letter.originalMilliseconds else { return true }
            return time <= until
        }
    }

    /// Opens the dead-letter topic; returns nil if it does not exist.
    private func letters(_ work: inout LongWork) throws(OperationError) -> DeadLetterTopic? {
        let name = cluster.topics.deadLetters
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return nil }
        return try DeadLetterTopic(cluster)
    }

    /// Returns the names of the group members that do not own this partition now.
    func formerOwners(of partition: Int32) throws(OperationError) -> [String] {
        let admin = try cluster.openAdmin()
        let members = try Patience().ask(cluster) { timeout throws(KafkaError) in
            try admin.members(ofGroup: cluster.groupID, timeoutMilliseconds: timeout)
        }
        let place = TopicPartition(cluster.topics.uploads, partition)
        return members.filter { !$0.partitions.contains(place) }.map { $0.instanceID ?? $0.clientID }.sorted()
    }
}
