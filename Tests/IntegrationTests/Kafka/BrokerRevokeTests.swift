import Clients
import Foundation
import Kafka
import Synchronization
import Testing

/// A copying lane as small as it can be: its position is part of its transactions, inside the revoke too.
private final class CopyingLane {
    private let consumer: Consumer
    private let producer: Producer
    private let output: String
    private var isOpen = false

    init(_ node: BrokerNode, _ number: Int, input: String, output: String) throws {
        self.output = output
        producer = try node.transactionalProducer("\(input)-\(number)", topics: [output])
        consumer = try node.consumer(input)
        try consumer.subscribe(to: [input], timeoutMilliseconds: 10_000)
    }

    func copy(records: Int) throws(KafkaError) {
        var failure: KafkaError?
        for _ in 0..<records {
            let message = consumer.poll(timeoutMilliseconds: 20) { event in
                guard case .revoked(_, let isLost) = event else { return }
                failure = caught { () throws(KafkaError) in try isLost ? abort() : commit() }
            }
            if let failure { throw failure }
            guard let message else { continue }
            if let error = message.error { throw error }
            if !isOpen { try producer.beginTransaction() }
            isOpen = true
            try producer.produce(to: output, partition: 0, key: nil, value: message.value)
        }
    }

    func commit() throws(KafkaError) {
        guard isOpen else { return }
        let offsets = try consumer.positions(of: consumer.assignment())
        try producer.sendOffsets(offsets, group: consumer.groupMetadata(), timeoutMilliseconds: 10_000)
        try producer.commitTransaction()
        isOpen = false
    }

    func abort() throws(KafkaError) {
        guard isOpen else { return }
        try producer.abortTransaction()
        isOpen = false
    }

    func close() throws(KafkaError) {
        var failure: KafkaError?
        _ = consumer.close(timeoutMilliseconds: 10_000) { _ in
            failure = caught { () throws(KafkaError) in try commit() }
        }
        if let failure { throw failure }
    }
}

extension BrokerTests {
    @Suite struct Revokes {
        @Test func `commits inside revokes hand partitions over with nothing lost and nothing doubled`() async throws {
            try await onBroker { node in
                let count = 1000
                let input = try node.freshTopic(partitions: 6)
                let output = try node.freshTopic()
                let source = try Producer(["bootstrap.servers": node.bootstrapServers])
                try source.warmUp([input], timeoutMilliseconds: 10_000)
                for number in 0..<count {
                    let value = [UInt8(number >> 8), UInt8(number & 0xff)]
                    try source.produce(to: input, partition: Int32(number % 6), key: nil, value: value.span.rawBytes)
                }
                try source.flush(timeoutMilliseconds: 10_000)

                let isOver = Atomic(false)
                let threads = DispatchGroup()
                // The second comes and goes while the first is at work, so that partitions move often.
                for number in 0..<2 {
                    threads.enter()
                    Thread.detachNewThread {
                        defer { threads.leave() }
                        do {
                            repeat {
                                let lane = try CopyingLane(node, number, input: input, output: output)
                                for _ in 0..<(number == 0 ? 1000 : 5) where !isOver.load(ordering: .relaxed) {
                                    try lane.copy(records: 15)
                                    try lane.commit()
                                }
                                try lane.close()
                            } while !isOver.load(ordering: .relaxed)
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
                var numbers: [Int] = []
                let deadline = ContinuousClock.now + patience
                while numbers.count < count, ContinuousClock.now < deadline {
                    Thread.sleep(forTimeInterval: 0.5)
                    let values = try node.contents(TopicPartition(output, 0), isOpen: true).values
                    numbers = stride(from: 0, to: values.count, by: 2)
                        .map { Int(values[$0]) << 8 | Int(values[$0 + 1]) }
                }
                isOver.store(true, ordering: .relaxed)
                threads.wait()
                let values = try node.contents(TopicPartition(output, 0)).values
                #expect(values.count == 2 * count)
                #expect(numbers.sorted() == Array(0..<count))
            }
        }
    }
}
