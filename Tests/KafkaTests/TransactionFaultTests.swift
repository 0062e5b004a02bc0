import Kafka
import Testing

/// A fault put into one request of a transaction, and what comes of it.
struct Fault: Sendable, CustomTestStringConvertible {
    let request: EmbeddedCluster.Request
    let codes: [ErrorCode]
    /// Nil when the library gets over it by itself.
    let verdict: Verdict?

    init(_ request: EmbeddedCluster.Request, _ code: ErrorCode, times: Int = 1, _ verdict: Verdict?) {
        self.request = request
        codes = Array(repeating: code, count: times)
        self.verdict = verdict
    }

    var testDescription: String { "\(request) answers \(codes.map(\.name).joined(separator: ", "))" }
}

private let faults: [Fault] = [
    Fault(.initProducerID, .coordinatorNotAvailable, times: 2, nil),
    Fault(.initProducerID, .coordinatorLoading, nil),
    Fault(.initProducerID, .transactionalIDAuthorizationFailed, .stop),
    Fault(.initProducerID, .invalidTransactionTimeout, .stop),
    Fault(.addPartitionsToTransaction, .concurrentTransactions, times: 3, nil),
    Fault(.addPartitionsToTransaction, .coordinatorNotAvailable, nil),
    Fault(.addPartitionsToTransaction, .invalidProducerEpoch, .fenced),
    Fault(.addPartitionsToTransaction, .producerFenced, .fenced),
    Fault(.addPartitionsToTransaction, .topicAuthorizationFailed, .stop),
    Fault(.produce, .notLeader, nil),
    Fault(.produce, .messageTooLarge, .abort),
    Fault(.addOffsetsToTransaction, .coordinatorLoading, nil),
    Fault(.addOffsetsToTransaction, .invalidProducerEpoch, .fenced),
    Fault(.addOffsetsToTransaction, .groupAuthorizationFailed, .stop),
    Fault(.transactionalOffsetCommit, .coordinatorLoading, nil),
    Fault(.transactionalOffsetCommit, .illegalGeneration, .abort),
    Fault(.transactionalOffsetCommit, .unknownMember, .abort),
    Fault(.transactionalOffsetCommit, .fencedInstance, .abort),
    Fault(.transactionalOffsetCommit, .rebalanceInProgress, .abort),
    Fault(.transactionalOffsetCommit, .invalidProducerEpoch, .fenced),
    Fault(.transactionalOffsetCommit, .groupAuthorizationFailed, .stop),
    Fault(.endTransaction, .coordinatorNotAvailable, times: 2, nil),
    Fault(.endTransaction, .unknownProducer, .abort),
    Fault(.endTransaction, .producerFenced, .fenced),
    Fault(.endTransaction, .invalidProducerEpoch, .fenced),
    Fault(.endTransaction, .invalidTransactionState, .rebuild),
    Fault(.endTransaction, .transactionalIDAuthorizationFailed, .stop),
]

@Suite struct TransactionFaultTests {
    @Test(arguments: faults)
    func `a fault in a transaction has its verdict, and the verdict helps`(fault: Fault) async throws {
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
            #expect(error?.verdict == fault.verdict, "\(error?.description ?? "no error")")
            switch error?.verdict {
            case .abort:
                try producer.abortTransaction()
                // After a refused batch the next transaction fails too: its sequence has a hole.
                let next = caught { () throws(KafkaError) in try transact(producer, consumer) }
                guard next != nil else { return }
                #expect(next?.verdict == .abort)
                try producer.abortTransaction()
                try transact(producer, consumer)
            case .fenced, .rebuild:
                let second = try Producer(settings)
                try second.initTransactions(timeoutMilliseconds: 10_000)
                try transact(second, consumer)
            case .retry, .stop, .leaveAlone, .tooLarge, nil: break
            }
        }
    }

    @Test func `a call that timed out goes on where it was`() async throws {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"])
            cluster.setBroker(1, isUp: false)
            let error = caught { () throws(KafkaError) in try producer.initTransactions(timeoutMilliseconds: 300) }
            #expect(error?.verdict == .retry)
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
            let error = caught { () throws(KafkaError) in try producer.commitTransaction() }
            #expect(error?.verdict == .abort)
            #expect(producer.deliveryFailure?.code == .messageTooLarge)
            #expect(producer.deliveryFailure?.reason.hasPrefix("topic [0]") == true)
            try producer.abortTransaction()
            #expect(producer.deliveryFailure == nil)
        }
    }

    @Test func `a call out of order rebuilds`() async throws {
        let error = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id"])
            return caught { () throws(KafkaError) in try producer.beginTransaction() }
        }
        #expect(error?.verdict == .rebuild)
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

private func caught(_ body: () throws(KafkaError) -> Void) -> KafkaError? {
    do throws(KafkaError) {
        try body()
        return nil
    } catch {
        return error
    }
}
