import Clients
import Foundation
import Kafka
import Testing

extension BrokerTests {
    @Suite struct Transactions {
        @Test func `committed records are visible, aborted ones only to read_uncommitted`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let producer = try node.transactionalProducer(topic, topics: [topic])
                try producer.commit(topic, 1, 2)
                try producer.beginTransaction()
                try producer.send(topic, 3)
                try producer.flush(timeoutMilliseconds: 10_000)
                try producer.abortTransaction()
                try producer.commit(topic, 4)
                #expect(try node.contents(TopicPartition(topic, 0)).values == [1, 2, 4])
                #expect(try node.contents(TopicPartition(topic, 0), isolation: .uncommitted).values == [1, 2, 3, 4])
            }
        }

        @Test func `an open transaction is invisible, and the end is before it`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let partition = TopicPartition(topic, 0)
                let producer = try node.transactionalProducer(topic, topics: [topic])
                try producer.commit(topic, 1)
                try producer.beginTransaction()
                try producer.send(topic, 2)
                try producer.flush(timeoutMilliseconds: 10_000)
                let open = try node.contents(partition, isOpen: true)
                #expect(open.values == [1])
                // One record and its marker are committed; one record is open.
                #expect(open.watermarks == Watermarks(low: 0, high: 2))
                let uncommitted = try Admin(["bootstrap.servers": node.bootstrapServers], isolation: .uncommitted)
                let high = try uncommitted.watermarks(of: partition, timeoutMilliseconds: 5000).high
                #expect(high == 3)
                try producer.commitTransaction()
                #expect(try node.contents(partition).values == [1, 2])
            }
        }

        @Test func `the position passes markers and aborted records`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let producer = try node.transactionalProducer(topic, topics: [topic])
                try producer.commit(topic, 1)
                try producer.beginTransaction()
                try producer.send(topic, 2)
                try producer.flush(timeoutMilliseconds: 10_000)
                try producer.abortTransaction()
                // Two records and two markers.
                let contents = try node.contents(TopicPartition(topic, 0))
                #expect(contents.position == 4)
                #expect(contents.values == [1])
            }
        }

        @Test func `offsets land with the commit, and stay with the abort`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let partition = TopicPartition(topic, 0)
                let producer = try node.transactionalProducer(topic, topics: [topic])
                let consumer = try node.consumer(topic)
                let none = try patiently { () throws(KafkaError) in
                    try consumer.committed([partition], timeoutMilliseconds: 20_000)
                }
                #expect(none == [:])

                try producer.beginTransaction()
                try producer.sendOffsets([partition: 5], group: consumer.groupMetadata(), timeoutMilliseconds: 20_000)
                try producer.commitTransaction()
                var committed = try patiently { () throws(KafkaError) in
                    try consumer.committed([partition], timeoutMilliseconds: 20_000)
                }
                #expect(committed == [partition: 5])

                try producer.beginTransaction()
                try producer.sendOffsets([partition: 9], group: consumer.groupMetadata(), timeoutMilliseconds: 20_000)
                try producer.abortTransaction()
                committed = try patiently { () throws(KafkaError) in
                    try consumer.committed([partition], timeoutMilliseconds: 20_000)
                }
                #expect(committed == [partition: 5])
            }
        }

        @Test func `a second producer with the same id fences the first, which rebuilds`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let first = try node.transactionalProducer(topic, topics: [topic])
                try first.beginTransaction()
                try first.send(topic, 1)
                try first.flush(timeoutMilliseconds: 10_000)
                let second = try node.transactionalProducer(topic, topics: [topic])
                let error = caught { () throws(KafkaError) in
                    try first.send(topic, 2)
                    try first.commitTransaction()
                }
                #expect(error?.kind == .fenced, "\(error?.description ?? "no error")")
                let again = caught { () throws(KafkaError) in try first.beginTransaction() }
                #expect(again?.kind == .fenced)
                try second.commit(topic, 3)
                #expect(try node.contents(TopicPartition(topic, 0)).values == [3])
            }
        }

        @Test func `a batch that the topic refuses costs two aborts, then all is well`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic(settings: ["max.message.bytes": "1000"])
                let producer = try node.transactionalProducer(topic, topics: [topic])
                try producer.beginTransaction()
                let long = [UInt8](repeating: 0, count: 2000)
                try producer.produce(to: topic, partition: 0, key: nil, value: long.span.rawBytes)
                var error = caught { () throws(KafkaError) in try producer.commitTransaction() }
                #expect(error?.code == .messageTooLarge)
                #expect(producer.deliveryFailure?.code == .messageTooLarge)
                #expect(producer.deliveryFailure?.reason.hasPrefix(topic) == true)
                var aborts = 0
                while error?.kind == .abortable, aborts < 5 {
                    aborts += 1
                    try retrying { () throws(KafkaError) in try producer.abortTransaction() }
                    error = caught { () throws(KafkaError) in try producer.commit(topic, 1) }
                }
                #expect(error == nil)
                #expect(try node.contents(TopicPartition(topic, 0)).values == [1])
            }
        }

        @Test(arguments: 0..<4)
        func `a transaction with a topic that was deleted fails within seconds, and says of what`(_: Int) async throws {
            try await onBroker { node in
                let (kept, gone) = (try node.freshTopic(), try node.freshTopic())
                let producer = try node.transactionalProducer(kept, topics: [kept, gone])
                try producer.beginTransaction()
                for topic in [kept, gone] { try producer.send(topic, 1) }
                try producer.commitTransaction()
                try node.deleteTopics([gone])
                try producer.beginTransaction()
                var error = caught { () throws(KafkaError) in
                    for topic in [kept, gone] { try producer.send(topic, 2) }
                }
                // The producer may know of the deletion by then.
                if let error { return #expect(error.saysTopicIsGone, "\(error)") }
                for _ in 0..<10 where error == nil {
                    usleep(50_000)
                    error = caught { () throws(KafkaError) in try producer.send(kept, 3) }
                }
                var calls = 0
                while error == nil || error?.kind == .passing, calls < 10 {
                    calls += 1
                    error = caught { () throws(KafkaError) in
                        try producer.commitTransaction(timeoutMilliseconds: 1000)
                    }
                }
                #expect(calls < 10)
                #expect(error?.kind == .abortable)
                let errors = [error, producer.deliveryFailure].compactMap { $0 }
                #expect(errors.contains { $0.saysTopicIsGone }, "\(errors)")
            }
        }

        @Test func `a transaction outlives a broker that is killed and comes back`() async throws {
            let node = try await onOwnThread { try BrokerNode.start("killed") }
            defer { try? node.stop() }
            try await onOwnThread {
                let topic = try node.freshTopic()
                let partition = TopicPartition(topic, 0)
                // Longer than a slow machine takes to start a broker: one that is back ends what has timed out meanwhile.
                let patience = ["transaction.timeout.ms": "600000"] as Configuration
                let producer = try node.transactionalProducer(topic, topics: [topic], settings: patience)
                let consumer = try node.consumer(topic)
                try producer.beginTransaction()
                try producer.send(topic, 1)
                try producer.flush(timeoutMilliseconds: 10_000)
                try node.kill()
                try node.restart()
                let group = try consumer.groupMetadata()
                try retrying { () throws(KafkaError) in
                    try producer.sendOffsets([partition: 7], group: group, timeoutMilliseconds: 5000)
                }
                try retrying { () throws(KafkaError) in try producer.commitTransaction() }
                #expect(try node.contents(partition).values == [1])
                let committed = try patiently { () throws(KafkaError) in
                    try consumer.committed([partition], timeoutMilliseconds: 20_000)
                }
                #expect(committed == [partition: 7])
            }
        }
    }
}
