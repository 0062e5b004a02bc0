import Clients
import Kafka
import System
import Testing

/// Reading ranges of partitions over the broker in the process.
@Suite struct LogReaderTests {
    private static let first = TopicPartition("topic", 0)
    private static let second = TopicPartition("topic", 1)

    /// Reads from two partitions that hold the records 0, 1, 2, … of one byte each.
    private static func withRecords<Value: Sendable>(
        _ counts: [Int],
        _ body: @escaping @Sendable (LogReader) throws -> Value
    ) async throws -> Value {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 2)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
            for (partition, count) in counts.enumerated() {
                for number in 0..<count {
                    let value = [UInt8(number)]
                    try producer.produce(
                        to: "topic",
                        partition: Int32(partition),
                        key: nil,
                        value: unsafe value.span.bytes
                    )
                }
            }
            try producer.flush(timeoutMilliseconds: 10_000)
            let reader = try LogReader(
                [
                    "bootstrap.servers": cluster.bootstrapServers, "group.id": "group", "fetch.wait.max.ms": "10",
                    "auto.offset.reset": "error",
                ],
                Clocks()
            ) { _ in }
            return try body(reader)
        }
    }

    /// Reads everything that was begun, as lines.
    private static func all(_ reader: LogReader, atMost count: Int = 100) throws -> [String] {
        var lines: [String] = []
        let deadline = Clocks().steadyMilliseconds() + 60_000
        while reader.isReading, lines.count < count, Clocks().steadyMilliseconds() < deadline {
            switch try reader.next(until: deadline) {
            case .record(let message): lines.append("\(message.partition): \(message.offset)")
            case .end(let place): lines.append("\(place.partition) ends")
            case .failed(let place, let error): lines.append("\(place.partition) fails: \(error.kind)")
            case nil: continue
            }
        }
        return lines.sorted()
    }

    @Test func `each partition is read from its offset to its end, and no further`() async throws {
        let (lines, rest) = try await Self.withRecords([5, 3]) { reader in
            reader.begin(Self.first, at: 1, to: .offset(3))
            reader.begin(Self.second, at: 2, to: .offset(3))
            return (try Self.all(reader), reader.left)
        }
        #expect(lines == ["0 ends", "0: 1", "0: 2", "1 ends", "1: 2"])
        #expect(rest == 0)
    }

    @Test func `a range that is empty ends at once, and one that is added later lets the others continue`() async throws
    {
        let lines = try await Self.withRecords([5, 3]) { reader in
            reader.begin(Self.first, at: 0, to: .offset(5))
            var lines = try Self.all(reader, atMost: 2)
            reader.begin(Self.second, at: 1, to: .offset(1))
            lines += try Self.all(reader, atMost: 1)
            reader.begin(Self.second, at: 0, to: .offset(2))
            return lines + (try Self.all(reader))
        }
        #expect(lines == ["0: 0", "0: 1", "1 ends", "0 ends", "0: 2", "0: 3", "0: 4", "1 ends", "1: 0", "1: 1"])
    }

    @Test func `a partition that was read and paused is read again from where it is told`() async throws {
        let lines = try await Self.withRecords([2, 2]) { reader in
            reader.begin(Self.first, at: 0, to: .offset(1))
            reader.begin(Self.second, at: 0, to: .never)
            _ = try Self.all(reader, atMost: 5)
            reader.begin(Self.first, at: 0, to: .offset(2))
            reader.end(Self.second)
            return try Self.all(reader)
        }
        #expect(lines == ["0 ends", "0: 0", "0: 1"])
    }

    @Test func `a client fetches nothing once no partition is read`() async throws {
        let assigned = try await Self.withRecords([2, 2]) { reader in
            reader.begin(Self.first, at: 0, to: .never)
            _ = try Self.all(reader, atMost: 3)
            let before = try reader.consumer.assignment()
            reader.end(Self.first)
            return [before, try reader.consumer.assignment()]
        }
        #expect(assigned == [[Self.first], []])
    }

    @Test func `an offset that is gone fails its partition alone`() async throws {
        let lines = try await Self.withRecords([5, 3]) { reader in
            reader.begin(Self.first, at: 90, to: .offset(99))
            reader.begin(Self.second, at: 2, to: .offset(3))
            return try Self.all(reader)
        }
        #expect(lines == ["0 fails: ofPartition", "1 ends", "1: 2"])
    }

    @Test func `the first record at or after an offset is looked up, or is not there`() async throws {
        let (found, isReading) = try await Self.withRecords([5, 3]) { reader in
            var found: [String] = []
            let places = [Self.first: 2, Self.second: 3] as [TopicPartition: Int64]
            try reader.firstRecords(atOrAfter: places, milliseconds: 60_000) { place, message in
                found.append("\(place.partition): \(message.offset)")
            }
            return (found, reader.isReading)
        }
        #expect(found == ["0: 2"])
        #expect(!isReading)
    }

    @Test func `a lookup whose time is over fails in passing, and its repetition finds the record`() async throws {
        let (error, found) = try await Self.withRecords([5, 3]) { reader in
            var found: [Int64] = []
            let error = caught { () throws(KafkaError) in
                try reader.firstRecords(atOrAfter: [Self.first: 2], milliseconds: 0) { found.append($1.offset) }
            }
            // The second failure for the same partition replaces the client.
            _ = caught { () throws(KafkaError) in
                try reader.firstRecords(atOrAfter: [Self.first: 2], milliseconds: 0) { found.append($1.offset) }
            }
            try reader.firstRecords(atOrAfter: [Self.first: 2], milliseconds: 60_000) { found.append($1.offset) }
            return (error, found)
        }
        #expect(error?.kind == .passing)
        #expect(found == [2])
    }
}
