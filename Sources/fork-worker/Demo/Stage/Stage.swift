import Kafka
import Worker

/// The embedded broker with all topics of the worker, and a producer for uploads.
struct Stage: ~Copyable {
    /// Two partitions show that there can be many; each connection stays in one of them.
    static let partitions: Int32 = 2
    private static let timeoutMilliseconds: Int32 = 10_000

    private let cluster: EmbeddedCluster
    private let producer: Producer
    private let topics: TopicNames
    /// The document topics, one for each connection.
    let documentTopics: [String]

    /// Starts the broker and creates the topics, because a worker cannot create topics in the embedded broker.
    init(topics: TopicNames, documentTopics: [String]) throws(KafkaError) {
        let cluster = try EmbeddedCluster()
        try cluster.createTopics(topics, partitions: Self.partitions)
        for name in documentTopics { try cluster.createTopic(name, partitions: 1) }
        let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
        try producer.warmUp([topics.uploads, topics.connections], timeoutMilliseconds: Self.timeoutMilliseconds)
        self.cluster = cluster
        self.producer = producer
        self.topics = topics
        self.documentTopics = documentTopics
    }

    var bootstrapServers: String { cluster.bootstrapServers }

    /// Creates a topic in the embedded broker.
    var topicMaker: @Sendable (_ name: String, _ partitions: Int32) throws(KafkaError) -> Void { cluster.topicMaker }

    /// Sends connection settings and waits for the acknowledgement.
    func send(settings: StoryRecord) throws(KafkaError) { try send(settings, to: topics.connections) }

    /// Sends an upload and waits for the acknowledgement.
    func send(upload: StoryRecord) throws(KafkaError) { try send(upload, to: topics.uploads) }

    private func send(_ record: StoryRecord, to topic: String) throws(KafkaError) {
        try producer.produce(
            to: topic,
            key: record.connection.utf8.span.rawBytes,
            value: record.value.span.rawBytes,
            timestampMilliseconds: record.timestampMilliseconds
        )
        try producer.flush(timeoutMilliseconds: Self.timeoutMilliseconds)
    }

    /// Reads all output topics from their beginnings to their ends.
    func readBack() throws(KafkaError) -> [OutputRecordView] {
        var partitions = documentTopics.map { TopicPartition($0, 0) } + [TopicPartition(topics.deadLetters, 0)]
        partitions += (0..<Self.partitions).map { TopicPartition(topics.jobs, $0) }
        let consumer = try Consumer(["bootstrap.servers": bootstrapServers, "group.id": "fork-demo-reader"])
        var expected: Int64 = 0
        for partition in partitions {
            let ends = try consumer.watermarks(of: partition, timeoutMilliseconds: Self.timeoutMilliseconds)
            expected += ends.high - ends.low
        }
        try consumer.assign(partitions.map { Assignment($0, from: .beginning) })
        var read: [(place: TopicPartition, offset: Int64, record: OutputRecordView)] = []
        let deadline = ContinuousClock.now + .milliseconds(Int64(Self.timeoutMilliseconds))
        while read.count < expected, ContinuousClock.now < deadline {
            guard let message = consumer.poll(timeoutMilliseconds: 50) else { continue }
            if let error = message.error {
                if error.kind == .permanent { throw error }
                continue
            }
            let place = TopicPartition(message.topic, message.partition)
            read.append((place, message.offset, OutputRecordView(message)))
        }
        guard read.count >= expected else {
            throw KafkaError(.poll, .timedOut, reason: "\(expected) records came out, \(read.count) could be read back")
        }
        let order = Dictionary(uniqueKeysWithValues: partitions.enumerated().map { ($1, $0) })
        return read.sorted { (order[$0.place] ?? 0, $0.offset) < (order[$1.place] ?? 0, $1.offset) }.map(\.record)
    }
}

extension OutputRecordView {
    /// Copies the key, the value and the headers of a message.
    init(_ message: borrowing Message) {
        var headers: [(name: String, value: String)] = []
        let lent = message.headers
        for index in 0..<lent.count {
            let value = [UInt8](lent.value(at: index)) ?? []
            headers.append((lent.name(at: index), String(decoding: value, as: UTF8.self)))
        }
        self.init(
            topic: message.topic,
            key: String(decoding: [UInt8](message.key) ?? [], as: UTF8.self),
            value: [UInt8](message.value),
            headers: headers
        )
    }
}
