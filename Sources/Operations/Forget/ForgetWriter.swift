import Kafka
import Vocabulary
import Worker

/// Writes the records of a `forget` command: the settings that forget the connection, and tombstones for documents.
struct ForgetWriter: ~Copyable {
    private let producer: Producer
    private let contact: BrokerContact
    private let topics: TopicNames
    private let progress: Progress

    init(_ cluster: Cluster, to topics: [String]) throws(OperationError) {
        let producer = try cluster.openProducer(to: topics)
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try producer.warmUp(topics, timeoutMilliseconds: timeout)
        }
        self.producer = producer
        contact = cluster.contact
        self.topics = cluster.topics
        progress = cluster.progress
    }

    /// Writes settings and waits for the acknowledgement; a nil timestamp is the current time.
    func write(
        _ json: [UInt8],
        of connection: ConnectionID,
        to place: TopicPartition,
        timestampMilliseconds: Int64?
    ) throws(OperationError) {
        try OperationError.of { () throws(KafkaError) in
            try producer.produce(
                to: place.topic,
                partition: place.partition,
                key: connection.bytes.span.rawBytes,
                value: json.span.rawBytes,
                timestampMilliseconds: timestampMilliseconds ?? 0
            )
        }
        try flush()
    }

    /// Writes tombstones for these record keys of the connection.
    func delete(
        _ keys: [TopicPartition: Set<[UInt8]>],
        of connection: ConnectionID
    ) throws(OperationError) {
        let total = Int64(keys.values.reduce(0) { $0 + $1.count })
        var done: Int64 = 0
        for (place, keys) in keys {
            for key in keys {
                try progress.update(done: done, of: total)
                let form = topics.form(of: place.topic)
                let document = DocumentKey(Array(key.dropFirst(connection.bytes.count + 1)), form: form)
                try OperationError.of { () throws(KafkaError) in
                    try producer.produce(
                        to: place.topic,
                        partition: place.partition,
                        key: key.span.rawBytes,
                        value: nil,
                        headers: Self.headers(of: document)
                    )
                }
                done += 1
            }
        }
        try flush()
    }

    /// Returns the headers of a tombstone that no upload caused, as a worker writes them.
    private static func headers(of document: DocumentKey) -> RecordHeaders {
        let headers = RecordHeaders(capacity: 4)
        headers.add("fork-op", "delete")
        headers.add("fork-type", document.type.span.rawBytes)
        if document.form == nil { headers.add("fork-schema", "1") }
        headers.add("fork-cause", "rules")
        return headers
    }

    private func flush() throws(OperationError) {
        do throws(KafkaError) {
            try producer.flush(timeoutMilliseconds: Int32(BrokerDeadline.seconds) * 1_000)
        } catch {
            throw error.kind == .passing ? contact.silence(seconds: BrokerDeadline.seconds) : OperationError(error)
        }
    }
}
