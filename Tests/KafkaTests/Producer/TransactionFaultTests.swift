import Clients
import Kafka
import Testing

/// A fault put into one request of a transaction, and what comes of it.
struct Fault: Sendable, CustomTestStringConvertible {
    let request: EmbeddedCluster.Request
    let codes: [ErrorCode]
    /// Nil when the library gets over it by itself.
    let kind: ErrorKind?

    init(_ request: EmbeddedCluster.Request, _ code: ErrorCode, times: Int = 1, _ kind: ErrorKind?) {
        self.request = request
        codes = Array(repeating: code, count: times)
        self.kind = kind
    }

    var testDescription: String { "\(request) answers \(codes.map(\.name).joined(separator: ", "))" }
}

private let faults: [Fault] = [
    Fault(.initProducerID, .coordinatorNotAvailable, times: 2, nil),
    Fault(.initProducerID, .coordinatorLoading, nil),
    Fault(.initProducerID, .transactionalIDAuthorizationFailed, .permanent),
    Fault(.initProducerID, .invalidTransactionTimeout, .permanent),
    Fault(.addPartitionsToTransaction, .concurrentTransactions, times: 3, nil),
    Fault(.addPartitionsToTransaction, .coordinatorNotAvailable, nil),
    Fault(.addPartitionsToTransaction, .invalidProducerEpoch, .fenced),
    Fault(.addPartitionsToTransaction, .producerFenced, .fenced),
    Fault(.addPartitionsToTransaction, .topicAuthorizationFailed, .permanent),
    Fault(.produce, .notLeader, nil),
    Fault(.produce, .messageTooLarge, .abortable),
    Fault(.addOffsetsToTransaction, .coordinatorLoading, nil),
    Fault(.addOffsetsToTransaction, .invalidProducerEpoch, .fenced),
    Fault(.addOffsetsToTransaction, .groupAuthorizationFailed, .permanent),
    Fault(.transactionalOffsetCommit, .coordinatorLoading, nil),
    Fault(.transactionalOffsetCommit, .illegalGeneration, .abortable),
    Fault(.transactionalOffsetCommit, .unknownMember, .abortable),
    Fault(.transactionalOffsetCommit, .fencedInstance, .abortable),
    Fault(.transactionalOffsetCommit, .rebalanceInProgress, .abortable),
    Fault(.transactionalOffsetCommit, .invalidProducerEpoch, .fenced),
    Fault(.transactionalOffsetCommit, .groupAuthorizationFailed, .permanent),
    Fault(.endTransaction, .coordinatorNotAvailable, times: 2, nil),
    Fault(.endTransaction, .unknownProducer, .abortable),
    Fault(.endTransaction, .producerFenced, .fenced),
    Fault(.endTransaction, .invalidProducerEpoch, .fenced),
    Fault(.endTransaction, .invalidTransactionState, .broken),
    Fault(.endTransaction, .transactionalIDAuthorizationFailed, .permanent),
]

@Suite struct TransactionFaultTests {
    @Test(arguments: faults)
    func `a fault in a transaction has its kind, and what the kind asks for helps`(fault: Fault) async throws {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let settings: Configuration = ["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"]
            let consumer = try Consumer(["bootstrap.servers": cluster.bootstrapServers, "group.id": "group"])
            let producer = try Producer(settings)
            if fault.request == .initProducerID { cluster.fail(fault.request, with: fault.codes) }
            let initError = caught { () throws(KafkaError) in
                try producer.initTransactions(timeoutMilliseconds: 10_000)
            }
            if fault.request != .initProducerID { cluster.fail(fault.request, with: fault.codes) }
            let error = initError ?? caught { () throws(KafkaError) in try transact(producer, consumer) }
            #expect(error?.kind == fault.kind, "\(error?.description ?? "no error")")
            switch error?.kind {
            case .abortable:
                try producer.abortTransaction()
                // After a refused batch the next transaction fails too: its sequence has a hole.
                let next = caught { () throws(KafkaError) in try transact(producer, consumer) }
                guard next != nil else { return }
                #expect(next?.kind == .abortable)
                try producer.abortTransaction()
                try transact(producer, consumer)
            case .fenced, .broken:
                let second = try Producer(settings)
                try second.initTransactions(timeoutMilliseconds: 10_000)
                try transact(second, consumer)
            case .passing, .permanent, .ofPartition, .tooLarge, nil: break
            }
        }
    }

    @Test func `the offsets that a transaction has delivered are known, until the next one begins`() async throws {
        let place = TopicPartition("topic", 1)
        let spans = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 2)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"])
            producer.watchDeliveries()
            try producer.initTransactions(timeoutMilliseconds: 60_000)
            return try (0..<2).map { _ in
                try producer.beginTransaction()
                for _ in 0..<2 {
                    try producer.produce(to: "topic", partition: place.partition, key: nil, value: [1].span.rawBytes)
                    try producer.flush(timeoutMilliseconds: 60_000)
                }
                try producer.commitTransaction()
                return producer.deliveredSpans
            }
        }
        // The embedded cluster writes no commit marker.
        #expect(spans.map(\.keys.first) == [place, place] && spans.map(\.count) == [1, 1])
        #expect(spans.compactMap { $0[place]?.first } == [0, 2] && spans.compactMap { $0[place]?.last } == [1, 3])
    }

    @Test func `a call that timed out goes on where it was`() async throws {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"])
            cluster.setBroker(1, isUp: false)
            let error = caught { () throws(KafkaError) in try producer.initTransactions(timeoutMilliseconds: 300) }
            #expect(error?.kind == .passing)
            cluster.setBroker(1, isUp: true)
            try producer.initTransactions(timeoutMilliseconds: 20_000)
            try producer.beginTransaction()
        }
    }

    @Test func `a failed delivery is kept until the transaction ends, with its topic`() async throws {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"])
            try producer.initTransactions(timeoutMilliseconds: 10_000)
            cluster.fail(.produce, with: [.messageTooLarge])
            try producer.beginTransaction()
            try producer.send("topic", [1])
            let told = caught { () throws(KafkaError) in try producer.flush(timeoutMilliseconds: 10_000) }
            #expect(told != nil)
            let error = caught { () throws(KafkaError) in try producer.commitTransaction() }
            #expect(error?.kind == .abortable)
            #expect(producer.deliveryFailure?.code == .messageTooLarge)
            #expect(producer.deliveryFailure?.reason.hasPrefix("topic [0]") == true)
            try producer.abortTransaction()
            #expect(producer.deliveryFailure == nil)
        }
    }

    @Test func `a producer that was called out of order is of no use any more`() async throws {
        let error = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"])
            return caught { () throws(KafkaError) in try producer.beginTransaction() }
        }
        #expect(error?.kind == .broken)
    }
}

/// One transaction as the lane makes it.
private func transact(_ producer: borrowing Producer, _ consumer: borrowing Consumer) throws(KafkaError) {
    try producer.beginTransaction()
    try producer.produce(to: "topic", partition: 0, key: nil, value: [1].span.rawBytes)
    // So that a failed delivery is known before the offsets go, and not, by chance, in the middle of it.
    _ = caught { () throws(KafkaError) in try producer.flush(timeoutMilliseconds: 10_000) }
    let group = try consumer.groupMetadata()
    try producer.sendOffsets([TopicPartition("topic", 0): 1], group: group, timeoutMilliseconds: 10_000)
    try producer.commitTransaction()
}
