import Clients
import Foundation
import Kafka
import Testing

private let partition = TopicPartition("topic", 0)

/// A consumer of three records of one partition, which it reads from the first.
private func reading<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Consumer) throws -> Value
) async throws -> Value {
    try await onOwnThread {
        let cluster = try EmbeddedCluster()
        try cluster.createTopic("topic", partitions: 1)
        let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
        for number in 0..<3 { try producer.send("topic", [UInt8(number)]) }
        try producer.flush(timeoutMilliseconds: 10_000)
        let consumer = try Consumer([
            "bootstrap.servers": cluster.bootstrapServers, "group.id": "group", "auto.offset.reset": "error",
        ])
        try consumer.assign([Assignment(partition, from: .beginning)])
        return try body(consumer)
    }
}

/// Where a consumer stands, and what it says of places that are not its own.
@Suite struct ConsumerPlaceTests {
    @Test func `the first offset is one that can be committed`() async throws {
        let committed = try await reading { consumer in
            try consumer.commit([partition: 0])
            return try consumer.committed([partition], timeoutMilliseconds: 10_000)
        }
        #expect(committed == [partition: 0])
    }

    @Test func `what was resumed can be paused again`() async throws {
        let silent = try await reading { consumer in
            _ = try consumer.records(1)
            try consumer.pause([partition])
            try consumer.resume([partition])
            try consumer.pause([partition])
            return try consumer.records(1, timeoutSeconds: 1)
        }
        #expect(silent.isEmpty)
    }

    @Test func `it is known how many records are to come`() async throws {
        let behind = try await reading { consumer in
            _ = try consumer.records(1)
            return (consumer.recordsBehind([partition: 1]), consumer.recordsBehind([partition: 9]))
        }
        #expect(behind.0 == [partition: 2] && behind.1 == [partition: 0])
    }

    @Test func `a partition whose next record is gone takes no seek, but a new assignment`() async throws {
        let (refusal, offsets) = try await reading { consumer in
            try consumer.assign([Assignment(partition, from: .offset(9))])
            let deadline = ContinuousClock.now + .seconds(60)
            var isGone = false
            while !isGone, ContinuousClock.now < deadline {
                isGone = consumer.poll(timeoutMilliseconds: 100)?.error?.saysOffsetIsGone ?? false
            }
            let refusal = caught { () throws(KafkaError) in
                try consumer.seek(partition, to: .offset(1), timeoutMilliseconds: 20_000)
            }
            try consumer.assignAgain([Assignment(partition, from: .offset(1))])
            return (refusal, try consumer.records(2).map(\.offset))
        }
        #expect(refusal?.kind == .passing && refusal?.code == .wrongState)
        #expect(offsets == [1, 2])
    }

    @Test func `a paused partition that is assigned again stays paused`() async throws {
        let (silent, offsets) = try await reading { consumer in
            // Before its first record the library may not know the partition, and pauses nothing.
            _ = try consumer.records(1)
            try consumer.pause([partition])
            try consumer.assignAgain([Assignment(partition, from: .offset(2))])
            let silent = try consumer.records(1, timeoutSeconds: 1)
            try consumer.resume([partition])
            return (silent.map(\.offset), try consumer.records(1).map(\.offset))
        }
        #expect(silent.isEmpty)
        #expect(offsets == [2])
    }

    @Test func `a place that is not the consumer's is an error that names it`() async throws {
        let other = TopicPartition("topic", 7)
        let error = try await reading { consumer in
            caught { () throws(KafkaError) in try consumer.seek(other, to: .offset(1), timeoutMilliseconds: 20_000) }
        }
        #expect(error?.reason.hasPrefix("topic [7]") == true)
    }
}
