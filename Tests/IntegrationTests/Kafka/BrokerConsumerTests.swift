import Clients
import Foundation
import Kafka
import Testing

extension BrokerTests {
    @Suite struct Consumers {
        @Test func `times lead to the first offset at or after them`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let partition = TopicPartition(topic, 0)
                let start: Int64 = 1_714_119_300_000
                let producer = try node.transactionalProducer(topic, topics: [topic])
                try producer.beginTransaction()
                for index in 0..<5 {
                    try producer.send(topic, UInt8(index), timestampMilliseconds: start + Int64(index) * 10)
                }
                try producer.commitTransaction()
                let consumer = try node.consumer(topic)
                try waitUntilSettled([partition], node.bootstrapServers)
                let times = [start - 1, start, start + 1, start + 40]
                let offsets = try times.map {
                    try consumer.offsets(forTimes: [partition: $0], timeoutMilliseconds: 5000)
                }
                #expect(offsets == [[partition: 0], [partition: 0], [partition: 1], [partition: 4]])
                let future = start * 2
                let none = try consumer.offsets(forTimes: [partition: future], timeoutMilliseconds: 5000)
                #expect(none == [:])
            }
        }

        /// Else the library, which has no connection yet, looks for the leader at the next turn of a timer only.
        @Test func `a partition whose leader is known is read at once`() async throws {
            let isAtOnce = try await onBroker { node in
                let topic = try node.freshTopic()
                let producer = try node.transactionalProducer(topic, topics: [topic])
                try producer.beginTransaction()
                try producer.send(topic, 1)
                try producer.commitTransaction()
                // Without the question no record comes before half a second; with it, on a machine with time, most within 20 ms.
                for _ in 0..<20 {
                    let consumer = try node.consumer(topic)
                    let first = Assignment(TopicPartition(topic, 0), from: .beginning)
                    let began = ContinuousClock.now
                    try consumer.assign([first], findingLeadersWithin: 5000)
                    if consumer.poll(timeoutMilliseconds: 400) != nil, .now - began < .milliseconds(400) { return true }
                }
                return false
            }
            #expect(isAtOnce)
        }

        @Test func `a missing topic is named before anything is subscribed`() async throws {
            let error = try await onBroker { node in
                let consumer = try node.consumer("missing")
                return caught { () throws(KafkaError) in
                    try consumer.subscribe(to: ["nowhere"], timeoutMilliseconds: 5_000)
                }
            }
            #expect(error?.kind == .permanent)
            #expect(error?.reason.contains("nowhere") == true)
        }

        @Test func `nulls and empties stay apart on a real broker`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic(settings: ["cleanup.policy": "compact"])
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                let key: [UInt8] = [1]
                let nothing: [UInt8] = []
                let headers = RecordHeaders()
                headers.add("null", nil)
                headers.add("empty", "")
                try producer.produce(to: topic, key: key.span.rawBytes, value: nil, headers: headers)
                try producer.produce(to: topic, key: key.span.rawBytes, value: nothing.span.rawBytes)
                try producer.flush(timeoutMilliseconds: 10_000)
                let consumer = try node.consumer(topic)
                try consumer.assign([Assignment(TopicPartition(topic, 0), from: .beginning)])
                var values: [[UInt8]?] = []
                var null: [UInt8]? = [9]
                var empty: [UInt8]?
                while values.count < 2 {
                    guard let message = consumer.poll(timeoutMilliseconds: 100) else { continue }
                    if values.isEmpty {
                        null = [UInt8](message.headers.last("null"))
                        empty = [UInt8](message.headers.last("empty"))
                    }
                    values.append([UInt8](message.value))
                }
                #expect(values == [nil, []])
                #expect(null == nil)
                #expect(empty == [])
            }
        }

        @Test func `metadata from before a rebalance aborts`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic(partitions: 2)
                let producer = try node.transactionalProducer(topic, topics: [topic])
                let first = try node.consumer(topic)
                try first.subscribe(to: [topic], timeoutMilliseconds: 10_000)
                var assigned = 0
                while assigned == 0 {
                    _ = first.poll(timeoutMilliseconds: 100) { if case .assigned = $0 { assigned += 1 } }
                }
                let old = try first.groupMetadata()
                let second = try node.consumer(topic)
                try second.subscribe(to: [topic], timeoutMilliseconds: 10_000)
                while assigned == 1 {
                    _ = first.poll(timeoutMilliseconds: 50) { if case .assigned = $0 { assigned += 1 } }
                    _ = second.poll(timeoutMilliseconds: 50)
                }
                try producer.beginTransaction()
                let error = caught { () throws(KafkaError) in
                    try producer.sendOffsets([TopicPartition(topic, 0): 1], group: old, timeoutMilliseconds: 10_000)
                }
                #expect(error?.kind == .abortable, "\(error?.description ?? "no error")")
                try producer.abortTransaction()
                _ = first.close(timeoutMilliseconds: 5000)
                _ = second.close(timeoutMilliseconds: 5000)
            }
        }

        @Test func `a second process with the same instance id stops the first`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let settings: Configuration = ["group.instance.id": "instance"]
                let first = try node.consumer(topic, settings: settings)
                try first.subscribe(to: [topic], timeoutMilliseconds: 10_000)
                var isAssigned = false
                let comesToBeAssigned = eventually {
                    _ = first.poll(timeoutMilliseconds: 100) { _ in isAssigned = true }
                    return isAssigned
                }
                #expect(comesToBeAssigned)
                let second = try node.consumer(topic, settings: settings)
                try second.subscribe(to: [topic], timeoutMilliseconds: 10_000)
                var error: KafkaError?
                let deadline = ContinuousClock.now + patience
                while error == nil, ContinuousClock.now < deadline {
                    _ = second.poll(timeoutMilliseconds: 50)
                    if let message = first.poll(timeoutMilliseconds: 50) { error = message.error }
                }
                #expect(error?.code == .fencedInstance)
                #expect(error?.kind == .fenced)
                // The broken one ends at once, and without calls.
                let isClosed = first.close(timeoutMilliseconds: 5000) { _ in Issue.record("called back") }
                #expect(!isClosed)
                _ = second.close(timeoutMilliseconds: 5000)
            }
        }
    }
}
