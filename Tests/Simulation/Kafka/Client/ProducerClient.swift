import System

/// What the library does for a producer: its queue, and what it knows of its transaction.
final class ProducerClient: BrokerClient {
    /// What can still be done with it.
    enum State {
        case new
        case ready
        case begun
        /// Nothing but an abort, since a record was not taken.
        case broken(ErrorCode)
        /// Another one has to be made.
        case fatal(ErrorCode)
    }

    var state = State.new
    var epoch = -1
    private(set) var queue: [OutgoingRecord] = []
    private var isPumping = false
    /// Whether the coordinator was asked something about the transaction, and has to hear of its end.
    var isOpen = false
    var spans: [TopicPartition: DeliveredSpan] = [:]
    var failure: KafkaError?
    var failurePlace: TopicPartition?
    var deliveries: [Delivery] = []

    var id: String? { configuration["transactional.id"] }
    private var linger: Int64 { configuration["linger.ms"].flatMap { Int64($0) } ?? 5 }
    private var batchBytes: Int { configuration["batch.size"].flatMap { Int($0) } ?? 1_000_000 }
    var longest: Int { configuration["message.max.bytes"].flatMap { Int($0) } ?? 1_000_000 }

    func add(_ record: OutgoingRecord) {
        queue.append(record)
        guard !isPumping else { return }
        isPumping = true
        later(linger) { [self] in pump() }
    }

    func purge() { queue = [] }

    /// The library's own thread: sends a batch, and comes back for the next.
    private func pump() {
        guard case .begun = state, !queue.isEmpty else {
            isPumping = false
            return
        }
        let passes = send()
        later(passes ? Int64(world.below(3)) : 20) { [self] in pump() }
    }

    /// Sends what comes first, with what follows it in the same partition; false when the coordinator is still at the
    /// transaction before.
    func send() -> Bool {
        guard let first = queue.first else { return true }
        if process.isCut { return false }
        var batch: [OutgoingRecord] = []
        var bytes = 61
        var rest: [OutgoingRecord] = []
        var isFull = false
        let most = 1 + world.below(30)
        for record in queue {
            isFull = isFull || batch.count >= most || !batch.isEmpty && bytes + record.bytes > batchBytes
            guard record.place == first.place, !isFull else {
                rest.append(record)
                continue
            }
            batch.append(record)
            bytes += record.bytes
        }
        do throws(Refusal) {
            let last: Int64
            if let id {
                last = try cluster.produce(id, epoch, batch, to: first.place)
                isOpen = true
            } else {
                last = try cluster.produce(batch, to: first.place)
            }
            queue = rest
            deliveries += batch.filter { $0.number > 0 }.map { Delivery(number: $0.number, error: nil) }
            for (offset, record) in zip(last - Int64(batch.count) + 1...last, batch) {
                spans[first.place, default: DeliveredSpan()].add(offset, timestampMilliseconds: record.timestamp)
            }
            world.note("sent \(batch.count) to \(first.place) up to \(last)")
            world.announce()
        } catch {
            if error.passes { return false }
            isOpen = id != nil
            queue = rest
            let refusal = KafkaError(.delivery, error.code, subject: first.place.topic)
            deliveries += batch.filter { $0.number > 0 }.map { Delivery(number: $0.number, error: refusal) }
            if id == nil { return true }
            fail(error, first.place)
        }
        return true
    }

    private func fail(_ error: Refusal, _ place: TopicPartition) {
        world.note("delivery to \(place) refused: \(error.code)")
        if failure == nil {
            failure = KafkaError(.delivery, error.code, subject: place.description)
            failurePlace = place
        }
        if error.isFatal {
            state = .fatal(error.code)
        } else if case .begun = state {
            state = .broken(error.code)
        }
    }

    /// Why a transaction's call cannot be made; nil when it can.
    func obstacle(_ operation: Operation) -> KafkaError? {
        switch state {
        case .fatal(let code): KafkaError(operation, code, isFatal: true)
        case .broken(let code): operation == .abort ? nil : KafkaError(operation, code, isAbortable: true)
        case .begun: nil
        case .new, .ready: KafkaError(operation, .wrongState)
        }
    }

    /// Notes what a refusal makes of the producer.
    func note(_ error: KafkaError) {
        if error.isFatal, !process.isDead { state = .fatal(error.code) }
        if error.isAbortable { state = .broken(error.code) }
    }
}

extension Cluster {
    /// A batch outside of transactions.
    func produce(_ batch: [OutgoingRecord], to place: TopicPartition) throws(Refusal) -> Int64 {
        guard let log = log(place) else { throw Refusal(code: .unknownTopicOrPartition) }
        if unwritable.contains(place.topic) { throw Refusal(code: .topicAuthorizationFailed) }
        let isCompacted = topics[place.topic]?.settings["cleanup.policy"] == "compact"
        if isCompacted, batch.contains(where: { $0.key == nil }) { throw Refusal(code: .invalidRecord) }
        var last: Int64 = -1
        for record in batch {
            last = log.append(
                key: record.key,
                value: record.value,
                headers: record.headers,
                timestamp: record.timestamp,
                transaction: nil
            )
        }
        return last
    }
}
