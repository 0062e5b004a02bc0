import System

/// A producer with one owner thread, as the room's `Producer` is.
package struct Producer: ~Copyable {
    private let client: ProducerClient

    package init(
        _ configuration: Configuration,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        client = ProducerClient(configuration)
        if client.id == nil { client.state = .begun }
    }

    deinit { client.isGone = true }

    package func watchDeliveries() {}

    package var deliveredSpans: [TopicPartition: DeliveredSpan] { client.spans }

    package func warmUp(_ names: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.waitForTopics(names, .metadata, timeout: timeoutMilliseconds)
    }

    package func produce(
        to topic: String,
        partition: Int32? = nil,
        key: RawSpan?,
        value: RawSpan?,
        headers: RecordHeaders? = nil,
        timestampMilliseconds: Int64 = 0,
        number: Int = 0
    ) throws(KafkaError) {
        try client.call(.produce, topic)
        if case .fatal(let code) = client.state { throw KafkaError(.produce, code, subject: topic, isFatal: true) }
        guard case .begun = client.state else { throw KafkaError(.produce, .wrongState, subject: topic) }
        let count = client.cluster.topics[topic]?.partitions.count ?? .max
        let place = partition ?? Int32(Self.place(of: key, in: count))
        guard Int(place) < count else { throw KafkaError(.produce, .unknownPartition, subject: topic) }
        let record = OutgoingRecord(
            place: TopicPartition(topic, place),
            key: [UInt8](key),
            value: [UInt8](value),
            headers: headers?.all ?? [],
            timestamp: timestampMilliseconds > 0 ? timestampMilliseconds : client.process.wallMilliseconds,
            number: number
        )
        guard record.bytes <= client.longest + 70 else { throw KafkaError(.produce, .messageTooLarge, subject: topic) }
        client.add(record)
    }

    /// The same key goes to the same partition; how it is computed is of no concern here.
    private static func place(of key: RawSpan?, in count: Int) -> Int {
        guard let key = [UInt8](key), count < .max else { return 0 }
        return key.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % count
    }

    package func takeDeliveries() -> [Delivery] {
        defer { client.deliveries = [] }
        return client.deliveries
    }

    package var unsent: Int { client.queue.count }

    package func poll(timeoutMilliseconds: Int32) {
        client.process.call("producer poll")
        if timeoutMilliseconds > 0 { client.world.sleep(Int64(timeoutMilliseconds)) }
    }

    package func flush(timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.call(.flush)
        let deadline = client.world.now + Int64(timeoutMilliseconds)
        try drain(.flush, until: deadline)
        guard client.queue.isEmpty else { throw KafkaError(.flush, .timedOut) }
        if let failure = client.failure {
            client.failure = nil
            throw failure
        }
    }

    /// Sends what waits, a batch after the other.
    private func drain(_ operation: Operation, until deadline: Int64) throws(KafkaError) {
        while !client.queue.isEmpty, client.failure == nil, client.world.now < deadline {
            _ = client.send()
            client.world.sleep(1)
            try client.call(operation, "draining")
        }
    }

    package var deliveryFailure: KafkaError? { client.failure }

    package var deliveryFailurePlace: TopicPartition? { client.failurePlace }
}

/// The transaction's calls, in their order.
extension Producer {
    package func initTransactions(timeoutMilliseconds: Int32) throws(KafkaError) {
        let id = client.id ?? ""
        let timeout = client.configuration["transaction.timeout.ms"].flatMap { Int64($0) } ?? 60_000
        client.epoch = try client.ask(.initTransactions, within: Int64(timeoutMilliseconds), id) { () throws(Refusal) in
            try client.cluster.initProducer(id, timeout: timeout)
        }
        client.state = .ready
    }

    package func beginTransaction() throws(KafkaError) {
        try client.call(.begin)
        (client.failure, client.failurePlace) = (nil, nil)
        client.spans = [:]
        if case .new = client.state { client.cluster.misuse = "a transaction was begun before the producer was ready" }
        guard case .ready = client.state else { throw client.obstacle(.begin) ?? KafkaError(.begin, .wrongState) }
        client.state = .begun
        client.isOpen = false
    }

    package func sendOffsets(
        _ offsets: [TopicPartition: Int64],
        group: GroupMetadata,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        if let error = client.obstacle(.sendOffsets) { throw error }
        let (id, epoch) = (client.id ?? "", client.epoch)
        do throws(KafkaError) {
            try client.ask(.sendOffsets, within: Int64(timeoutMilliseconds), "\(offsets.count)") { () throws(Refusal) in
                // It is added to the transaction also when the group says no.
                defer { client.isOpen = client.isOpen || client.cluster.hasOpen(id, epoch) }
                try client.cluster.sendOffsets(id, epoch, offsets, group)
            }
        } catch {
            client.note(error)
            throw error
        }
    }

    package func deliver(timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.call(.flush)
        try drain(.commit, until: client.world.now + Int64(timeoutMilliseconds))
        if client.queue.isEmpty || client.failure != nil || client.obstacle(.commit) != nil { return }
        throw KafkaError(.flush, .timedOut, isRetriable: true)
    }

    package func commitTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        try end(.commit, timeoutMilliseconds)
    }

    package func abortTransaction(timeoutMilliseconds: Int32 = -1) throws(KafkaError) {
        client.purge()
        try end(.abort, timeoutMilliseconds)
    }

    private func end(_ operation: Operation, _ timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.call(operation)
        if let error = client.obstacle(operation) { throw error }
        let deadline = client.world.now + Int64(timeoutMilliseconds)
        if operation == .commit { try drain(.commit, until: deadline) }
        if let error = client.obstacle(operation) { throw error }
        guard client.queue.isEmpty, client.world.now < deadline else {
            throw KafkaError(operation, .timedOut, isRetriable: true)
        }
        if client.isOpen {
            let (id, epoch) = (client.id ?? "", client.epoch)
            do throws(KafkaError) {
                try client.ask(operation, within: deadline - client.world.now) { () throws(Refusal) in
                    try client.cluster.endTransaction(id, epoch, commits: operation == .commit)
                }
            } catch {
                client.note(error)
                throw error
            }
        }
        client.state = .ready
        client.isOpen = false
        (client.failure, client.failurePlace) = (nil, nil)
    }
}
