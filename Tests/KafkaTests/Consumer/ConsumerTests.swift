import Clients
import Foundation
import Kafka
import Testing

private let partition = TopicPartition("topic", 0)

/// A cluster with one partition that holds the records 0, 1, 2, … of one byte each.
private func withRecords<Value: Sendable>(
    _ count: Int,
    consuming: Configuration = [:],
    _ body: @escaping @Sendable (borrowing Consumer) throws -> Value
) async throws -> Value {
    try await onOwnThread {
        let cluster = try EmbeddedCluster()
        try cluster.createTopic("topic", partitions: 1)
        let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
        for number in 0..<count { try producer.send("topic", [UInt8(number)]) }
        try producer.flush(timeoutMilliseconds: 10_000)
        var consuming = consuming
        consuming["bootstrap.servers"] = cluster.bootstrapServers
        consuming["group.id"] = "group"
        let consumer = try Consumer(consuming)
        return try body(consumer)
    }
}

/// Just after an assignment the library needs a moment until it can.
private func seek(_ consumer: borrowing Consumer, to offset: Int64) throws {
    for _ in 0..<500 {
        if (try? consumer.seek(partition, to: .offset(offset), timeoutMilliseconds: 5_000)) != nil { return }
        usleep(2_000)
    }
    try consumer.seek(partition, to: .offset(offset), timeoutMilliseconds: 5_000)
}

@Suite struct ConsumerTests {
    @Test func `reading by hand begins where it is told to`() async throws {
        let records = try await withRecords(5) { consumer in
            try consumer.assign([Assignment(partition, from: .offset(3))])
            return try consumer.records(2)
        }
        #expect(records.map(\.offset) == [3, 4])
    }

    @Test func `a position is unknown before the first record and the next offset after it`() async throws {
        let (before, after) = try await withRecords(3) { consumer in
            try consumer.assign([Assignment(partition, from: .beginning)])
            let before = try consumer.positions(of: [partition])
            _ = try consumer.records(2)
            return (before, try consumer.positions(of: [partition]))
        }
        #expect(before == [:])
        #expect(after == [partition: 2])
    }

    @Test func `a seek goes back and forth`() async throws {
        let offsets = try await withRecords(5) { consumer in
            try consumer.assign([Assignment(partition, from: .beginning)])
            var offsets = try consumer.records(2).map(\.offset)
            try consumer.seek(partition, to: .offset(4), timeoutMilliseconds: 5000)
            offsets += try consumer.records(1).map(\.offset)
            try consumer.seek(partition, to: .beginning, timeoutMilliseconds: 5000)
            return offsets + (try consumer.records(1).map(\.offset))
        }
        #expect(offsets == [0, 1, 4, 0])
    }

    @Test func `a paused partition is silent, and goes on where it was`() async throws {
        let (silent, offsets) = try await withRecords(4) { consumer in
            try consumer.assign([Assignment(partition, from: .beginning)])
            _ = try consumer.records(2)
            try consumer.pause([partition])
            let silent = try consumer.records(1, timeoutSeconds: 1)
            try consumer.resume([partition])
            return (silent, try consumer.records(2).map(\.offset))
        }
        #expect(silent.isEmpty)
        #expect(offsets == [2, 3])
    }

    @Test func `what is taken on is read from where a seek says, however slow the broker`() async throws {
        let offsets = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
            for number in 0..<3 { try producer.send("topic", [UInt8(number)]) }
            try producer.flush(timeoutMilliseconds: 10_000)
            let consumer = try Consumer(["bootstrap.servers": cluster.bootstrapServers, "group.id": "group"])
            // From now on the leader is known.
            try consumer.assign([Assignment(partition, from: .beginning)])
            _ = try consumer.records(1)
            try consumer.unassign()
            cluster.slow(1, milliseconds: 200)
            try consumer.assignPaused([partition])
            try seek(consumer, to: 1)
            // An answer to what is not asked here would come meanwhile, and the next one too.
            _ = consumer.poll(timeoutMilliseconds: 1_500)
            try consumer.resume([partition])
            return try consumer.records(2).map(\.offset)
        }
        #expect(offsets == [1, 2])
    }

    @Test func `resuming what is not paused changes nothing`() async throws {
        let offsets = try await withRecords(4) { consumer in
            try consumer.assign([Assignment(partition, from: .beginning)])
            var offsets = try consumer.records(2).map(\.offset)
            try consumer.resume([partition])
            offsets += try consumer.records(2).map(\.offset)
            return offsets
        }
        #expect(offsets == [0, 1, 2, 3])
    }

    @Test func `a pause ends with its assignment`() async throws {
        let offsets = try await withRecords(2) { consumer in
            try consumer.assign([Assignment(partition, from: .beginning)])
            _ = try consumer.records(1)
            try consumer.pause([partition])
            try consumer.unassign()
            try consumer.assign([Assignment(partition, from: .beginning)])
            return try consumer.records(2).map(\.offset)
        }
        #expect(offsets == [0, 1])
    }

    @Test func `the end of a partition is told when it is asked for`() async throws {
        let offset = try await withRecords(2, consuming: ["enable.partition.eof": "true"]) { consumer in
            try consumer.assign([Assignment(partition, from: .beginning)])
            while true {
                let message = try consumer.message()
                if message.isEndOfPartition { return message.offset }
            }
        }
        #expect(offset == 2)
    }

    @Test func `the watermarks are the ends`() async throws {
        let watermarks = try await withRecords(3) { consumer in
            try consumer.watermarks(of: partition, timeoutMilliseconds: 5000)
        }
        #expect(watermarks.low == 0)
        #expect(watermarks.high == 3)
    }

    @Test func `nothing committed is not an offset`() async throws {
        let committed = try await withRecords(1) { consumer in
            try consumer.committed([partition], timeoutMilliseconds: 10_000)
        }
        #expect(committed == [:])
    }

    @Test func `a consumer without a group is refused`() {
        let error = #expect(throws: KafkaError.self) { _ = try Consumer(["bootstrap.servers": "127.0.0.1:1"]) }
        #expect(error?.kind == .permanent)
    }

    @Test func `a subscription without a broker can be tried again`() async throws {
        let kind = try await onOwnThread {
            let consumer = try Consumer(["bootstrap.servers": "127.0.0.1:1", "group.id": "group"])
            let error = #expect(throws: KafkaError.self) {
                try consumer.subscribe(to: ["topic"], timeoutMilliseconds: 200)
            }
            return error?.kind
        }
        #expect(kind == .passing)
    }

    @Test func `notices are served while polling`() async throws {
        let codes = try await onOwnThread {
            var codes: Set<ErrorCode> = []
            var logged = false
            let consumer = try Consumer(["bootstrap.servers": "127.0.0.1:1", "group.id": "group"]) { event in
                switch event {
                case .notice(let error): codes.insert(error.code)
                case .log: logged = true
                case .statistics: break
                }
            }
            let deadline = ContinuousClock.now + .seconds(10)
            while !(codes.contains(.allBrokersDown) && logged), ContinuousClock.now < deadline {
                _ = consumer.poll(timeoutMilliseconds: 50)
            }
            #expect(logged)
            return codes
        }
        #expect(codes.contains(.allBrokersDown))
    }
}
