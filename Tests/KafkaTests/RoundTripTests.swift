import Clients
import Kafka
import Testing

/// A cluster in the process with one topic, a producer, and a consumer that reads the topic from its start.
private func withTopic<Value: Sendable>(
    partitions: Int32 = 1,
    producing: Configuration = [:],
    consuming: Configuration = [:],
    _ body: @escaping @Sendable (borrowing Producer, borrowing Consumer) throws -> Value
) async throws -> Value {
    try await onOwnThread {
        let cluster = try EmbeddedCluster()
        try cluster.createTopic("topic", partitions: partitions)
        var producing = producing
        producing["bootstrap.servers"] = cluster.bootstrapServers
        var consuming = consuming
        consuming["bootstrap.servers"] = cluster.bootstrapServers
        consuming["group.id"] = "group"
        let producer = try Producer(producing)
        let consumer = try Consumer(consuming)
        try consumer.assign((0..<partitions).map { Assignment(TopicPartition("topic", $0), from: .beginning) })
        return try body(producer, consumer)
    }
}

@Suite struct RoundTripTests {
    @Test(arguments: [nil, [], [0], [UInt8](repeating: 7, count: 100_000)] as [[UInt8]?])
    func `a value comes back as it went, null and empty apart`(value: [UInt8]?) async throws {
        let record = try await withTopic { producer, consumer in
            try producer.send("topic", key: [1], value)
            return try consumer.records(1).first
        }
        #expect(record?.value == value)
        #expect(record?.key == [1])
    }

    @Test func `assignments may follow each other as fast as they can be made`() async throws {
        try await withTopic(partitions: 4) { _, consumer in
            let partitions = (0..<Int32(4)).map { TopicPartition("topic", $0) }
            for turn in 0..<500 {
                try consumer.assign(partitions.shuffled().dropLast(turn % 4).map { Assignment($0, from: .offset(0)) })
                if turn.isMultiple(of: 7) { try consumer.unassign() }
            }
        }
    }

    @Test(arguments: [nil, [], [255, 0]] as [[UInt8]?])
    func `a key comes back as it went, null and empty apart`(key: [UInt8]?) async throws {
        let record = try await withTopic { producer, consumer in
            try producer.send("topic", key: key, [9])
            return try consumer.records(1).first
        }
        #expect(record?.key == key)
        #expect(record?.value == [9])
    }

    @Test func `headers come back in order, null and empty apart, twice the same name too`() async throws {
        let expected = [
            Record.Header(name: "null", value: nil), Record.Header(name: "empty", value: []),
            Record.Header(name: "text", value: Array("é".utf8)), Record.Header(name: "text", value: [1, 2]),
        ]
        let (record, last) = try await withTopic { producer, consumer in
            let headers = RecordHeaders()
            headers.add("null", nil)
            headers.add("empty", "")
            headers.add("text", "é")
            headers.add("text", [1, 2].span.rawBytes)
            try producer.send("topic", [], headers: headers.copy())
            try producer.send("topic", [], headers: headers)
            let message = try consumer.message()
            return (Record(message), [UInt8](message.headers.last("text")))
        }
        #expect(record.headers == expected)
        #expect(last == [1, 2])
    }

    @Test func `a record without headers has none`() async throws {
        let count = try await withTopic { producer, consumer in
            try producer.send("topic", [1])
            let message = try consumer.message()
            return message.headers.count
        }
        #expect(count == 0)
    }

    @Test func `a timestamp is kept to the millisecond`() async throws {
        let timestamp = try await withTopic { producer, consumer in
            try producer.produce(to: "topic", key: nil, value: nil, timestampMilliseconds: 1_714_119_300_123)
            let message = try consumer.message()
            return message.timestampMilliseconds
        }
        #expect(timestamp == 1_714_119_300_123)
    }

    /// Hashes from Kafka's own UtilsTest: `murmur2` of the key, the sign dropped, modulo the partitions.
    @Test(arguments: [
        ("21", Int32(-973_932_308)), ("foobar", -790_332_482), ("a-little-bit-long-string", -985_981_536),
        ("abc", 479_470_107),
    ])
    func `a key goes to the partition that Java's producer chooses`(key: String, hash: Int32) async throws {
        let record = try await withTopic(partitions: 10) { producer, consumer in
            try producer.warmUp(["topic"], timeoutMilliseconds: 10_000)
            try producer.send("topic", partition: nil, key: Array(key.utf8), [1])
            return try consumer.records(1).first
        }
        #expect(record?.partition == (hash & 0x7fff_ffff) % 10)
    }

    @Test func `messages stay readable while others are polled, and after the consumer is gone`() async throws {
        let values = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let messages = try twoMessages(cluster.bootstrapServers)
            return [[UInt8](messages.first.value), [UInt8](messages.second.value)]
        }
        #expect(values == [[1, 1, 1], [2, 2, 2]])
    }

    @Test func `a full queue is waited out`() async throws {
        let records = try await withTopic(producing: ["queue.buffering.max.messages": "10"]) { producer, consumer in
            for number in 0..<100 { try producer.send("topic", [UInt8(number)]) }
            return try consumer.records(100)
        }
        #expect(records.map(\.value) == (0..<100).map { [UInt8($0)] })
    }

    @Test func `a record that is too long is told apart, and the next one goes`() async throws {
        let (kind, record) = try await withTopic(producing: ["message.max.bytes": "1000"]) { producer, consumer in
            let headers = RecordHeaders()
            headers.add("name", "value")
            let error = #expect(throws: KafkaError.self) {
                try producer.send("topic", [UInt8](repeating: 0, count: 1000), headers: headers.copy())
            }
            try producer.send("topic", nil, headers: headers)
            return (error?.kind, try consumer.records(1).first)
        }
        #expect(kind == .tooLarge)
        #expect(record?.value == nil)
        #expect(record?.headers == [Record.Header(name: "name", value: Array("value".utf8))])
    }

    @Test func `a failed delivery comes out of flush, once`() async throws {
        let (operation, code) = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
            cluster.fail(.produce, with: [.messageTooLarge])
            try producer.send("topic", [1])
            let error = #expect(throws: KafkaError.self) { try producer.flush(timeoutMilliseconds: 10_000) }
            try producer.send("topic", [2])
            try producer.flush(timeoutMilliseconds: 10_000)
            return (error?.operation, error?.code)
        }
        #expect(operation == .delivery)
        #expect(code == .messageTooLarge)
    }

    @Test func `a partition that does not exist is left alone, with headers in hand`() async throws {
        let kind = try await withTopic { producer, _ in
            try producer.warmUp(["topic"], timeoutMilliseconds: 10_000)
            let headers = RecordHeaders()
            headers.add("name", "value")
            let error = #expect(throws: KafkaError.self) {
                try producer.send("topic", partition: 5, [1], headers: headers.copy())
            }
            return error?.kind
        }
        #expect(kind == .ofPartition)
    }

    @Test func `a topic that stays missing ends the warm-up with its name`() async throws {
        let error = try await withTopic { producer, _ in
            #expect(throws: KafkaError.self) {
                try producer.warmUp(["topic", "nowhere"], timeoutMilliseconds: 5_000)
            }
        }
        #expect(error?.kind == .passing)
        #expect(error?.reason.contains("nowhere") == true)
    }
}

/// Two messages, handed over together.
private struct TwoMessages: ~Copyable {
    let first: Message
    let second: Message
}

private func twoMessages(_ servers: String) throws -> TwoMessages {
    let producer = try Producer(["bootstrap.servers": servers])
    let consumer = try Consumer(["bootstrap.servers": servers, "group.id": "group"])
    try consumer.assign([Assignment(TopicPartition("topic", 0), from: .beginning)])
    try producer.send("topic", [1, 1, 1])
    try producer.send("topic", [2, 2, 2])
    let first = try consumer.message()
    let second = try consumer.message()
    return TwoMessages(first: first, second: second)
}
