import Kafka
import Store
import System
import Vocabulary

/// Writes adopted state to the changelog, outside of transactions and before the partition's inputs are read.
struct StateWriter: ~Copyable {
    private static let flushMilliseconds: Int32 = 60_000
    /// How long no record of the changelog may arrive while it is read.
    private static let silenceMilliseconds: Int64 = 60_000

    private let producer: Producer
    private let topic: String
    private let partition: Int32

    init(_ topic: String, _ partition: Int32, _ clients: ClientProperties, onEvent: @escaping (ClientEvent) -> Void)
        throws(KafkaError)
    {
        self.topic = topic
        self.partition = partition
        producer = try Producer(clients.plainProducer, onEvent: onEvent)
        producer.watchDeliveries()
    }

    /// Removes the rows that the changelog has in a range of offsets, but the store does not have.
    ///
    /// The next owner would otherwise find rows again that were removed, such as deleted samples. The store must already
    /// be written. So the changelog never lacks a row of the store, also after a crash.
    ///
    /// - Throws: An error of the kind `passing` if no broker answers for a minute.
    func removeRows(
        in range: Range<Int64>,
        notIn store: RocksStore,
        by reader: LogReader,
        _ clocks: Clocks
    ) throws(KafkaError) {
        reader.begin(TopicPartition(topic, partition), at: range.lowerBound, to: .offset(range.upperBound))
        var deadline = clocks.steadyMilliseconds() + Self.silenceMilliseconds
        while reader.isReading {
            switch try reader.next(until: deadline) {
            case .record(let message):
                deadline = clocks.steadyMilliseconds() + Self.silenceMilliseconds
                guard let key = message.key, message.value != nil, !StateIdentity.isKey(key), !store.hasChunk(at: key)
                else { continue }
                try send(key.copied, nil)
            case .end: continue
            case .failed(_, let error): if error.kind == .ofPartition { throw error }
            case nil:
                guard clocks.steadyMilliseconds() < deadline else { throw KafkaError(.poll, .timedOut, subject: topic) }
            }
        }
    }

    /// Writes everything that a store contains.
    func write(_ store: RocksStore) throws(KafkaError) {
        var failure: KafkaError?
        store.forEach { change in
            guard failure == nil else { return }
            do throws(KafkaError) {
                for record in Changelog.records(of: change) { try send(record.key, record.value) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Writes the identity as the last record, and returns the offsets of all written records; nil if there is none.
    func write(_ identity: StateIdentity) throws(KafkaError) -> DeliveredSpan? {
        try send(StateIdentity.key, identity.value)
        try producer.flush(timeoutMilliseconds: Self.flushMilliseconds)
        return producer.deliveredSpans[TopicPartition(topic, partition)]
    }

    private func send(_ key: [UInt8], _ value: [UInt8]?) throws(KafkaError) {
        let valueBytes = unsafe value?.span.bytes
        unsafe try producer.produce(to: topic, partition: partition, key: key.span.bytes, value: valueBytes)
    }
}
