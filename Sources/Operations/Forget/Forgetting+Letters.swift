import Health
import Kafka
import Worker

/// The dead letters of the connection, and of the settings that say that it is forgotten.
extension Forgetting {
    /// How far the clocks of a worker and of a topic may be apart.
    private static let skewMilliseconds: Int64 = 600_000

    /// The settings that say it, written where none do, and taken by the group; nil when the work was stopped.
    ///
    /// Settings that workers have refused say nothing: others are written then, that keep nothing of the settings before.
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
            "workers of \(cluster.groupID) have refused \(order) (\(again)): are they older than this version? See "
                + "fork-worker dead-letters list --connection \(connection.string)"
        )
    }

    /// The code by which a worker has refused settings, empty where none has; nil when the work was stopped.
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

    /// Marks the open letters of what was refused before, so that nobody brings it back.
    ///
    /// - Returns: How many; nil when the work was stopped.
    func markLetters(_ order: Order, _ work: inout LongWork) throws(OperationError) -> Int? {
        guard let topic = try letters(&work) else { return 0 }
        work.title = "reading \(cluster.topics.deadLetters)"
        guard let found = try open(topic, order, &work) else { return nil }
        if found.isEmpty { return 0 }
        // Whoever redrives is pushed out before it is looked once more what is open.
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

    /// The topic of dead letters; nil where there is none.
    private func letters(_ work: inout LongWork) throws(OperationError) -> DeadLetterTopic? {
        let name = cluster.topics.deadLetters
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return nil }
        return try DeadLetterTopic(cluster)
    }

    /// The members of the group, each by its name, that do not have a partition now.
    func formerOwners(of partition: Int32) throws(OperationError) -> [String] {
        let admin = try OperationError.of { () throws(KafkaError) in try Admin(cluster.admin, onEvent: cluster.events) }
        let members = try Patience().ask(cluster) { timeout throws(KafkaError) in
            try admin.members(ofGroup: cluster.groupID, timeoutMilliseconds: timeout)
        }
        let place = TopicPartition(cluster.topics.uploads, partition)
        return members.filter { !$0.partitions.contains(place) }.map { $0.instanceID ?? $0.clientID }.sorted()
    }
}
