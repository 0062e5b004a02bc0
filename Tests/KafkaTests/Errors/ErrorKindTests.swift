import Kafka
import Testing

/// One row of the triage: what librdkafka answers to which call, and what that means.
struct TriageRow: Sendable, CustomTestStringConvertible {
    let situation: String
    let operation: Operation
    let code: ErrorCode
    let flags: Flags
    let kind: ErrorKind

    /// In the order that the observations are noted in: fatal, abortable, retriable.
    enum Flags: Sendable { case none, fatal, abortable, retriable }

    init(_ situation: String, _ operation: Operation, _ code: ErrorCode, _ flags: Flags, _ kind: ErrorKind) {
        self.situation = situation
        self.operation = operation
        self.code = code
        self.flags = flags
        self.kind = kind
    }

    var testDescription: String { "\(situation): \(operation.rawValue) \(code.name)" }

    var error: KafkaError {
        KafkaError(
            operation,
            code,
            isFatal: flags == .fatal,
            isAbortable: flags == .abortable,
            isRetriable: flags == .retriable
        )
    }
}

/// As seen on Apache Kafka 3.9 and 4.3.
private let transactionRows: [TriageRow] = [
    TriageRow("a newer producer has the id", .produce, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .produce, .producerFenced, .none, .fenced),
    TriageRow("a newer producer has the id", .delivery, .invalidProducerEpoch, .none, .fenced),
    TriageRow("a newer producer has the id", .delivery, .purgedFromQueue, .none, .abortable),
    TriageRow("a newer producer has the id", .begin, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .sendOffsets, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .commit, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .abort, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .commit, .producerFenced, .fatal, .fenced),
    TriageRow("metadata from before a rebalance", .sendOffsets, .illegalGeneration, .abortable, .abortable),
    TriageRow("metadata from before a rebalance", .commit, .illegalGeneration, .abortable, .abortable),
    TriageRow("the member is gone", .sendOffsets, .unknownMember, .abortable, .abortable),
    TriageRow("a rebalance is under way", .sendOffsets, .rebalanceInProgress, .abortable, .abortable),
    TriageRow("record over message.max.bytes", .produce, .messageTooLarge, .none, .tooLarge),
    TriageRow("batch over max.message.bytes", .delivery, .messageTooLarge, .none, .abortable),
    TriageRow("batch over max.message.bytes", .commit, .messageTooLarge, .abortable, .abortable),
    TriageRow("after a refused batch", .commit, .outOfOrderSequence, .abortable, .abortable),
    TriageRow("the topic does not exist", .delivery, .messageTimedOut, .none, .abortable),
    TriageRow("the topic does not exist", .commit, .inconsistent, .abortable, .abortable),
    TriageRow("the topic was deleted", .commit, .unknownTopicOrPartition, .abortable, .abortable),
    TriageRow("the topic was deleted", .abort, .invalidTransactionState, .fatal, .broken),
    TriageRow("the topic was deleted", .produce, .unknownTopic, .none, .abortable),
    TriageRow("anything unheard of", .produce, ErrorCode(rawValue: 9999), .none, .abortable),
    TriageRow("the producer is broken", .produce, .fatal, .none, .broken),
    TriageRow("partition out of range", .produce, .unknownPartition, .none, .ofPartition),
    TriageRow("broker gone for a while", .sendOffsets, .transport, .retriable, .passing),
    TriageRow("broker gone for a while", .sendOffsets, .timedOut, .retriable, .passing),
    TriageRow("broker gone for a while", .sendOffsets, .coordinatorLoading, .retriable, .passing),
    TriageRow("broker gone for longer", .commit, .timedOut, .abortable, .abortable),
    TriageRow("second process, same instance id", .sendOffsets, .fencedInstance, .abortable, .abortable),
    TriageRow("second process, same instance id", .sendOffsets, .fencedInstance, .fatal, .fenced),
    TriageRow("init goes on where it was", .initTransactions, .timedOut, .retriable, .passing),
    TriageRow("a call between", .commit, .conflict, .none, .broken),
    TriageRow("broker forgot the producer", .commit, .unknownProducer, .abortable, .abortable),
    TriageRow("an earlier delivery failed", .produce, .wrongState, .none, .abortable),
    TriageRow("an earlier delivery was too long", .produce, .messageTooLarge, .abortable, .abortable),
    TriageRow("an earlier record's topic has shrunk", .produce, .unknownPartition, .abortable, .abortable),
    TriageRow("the queue is full", .produce, .queueFull, .none, .passing),
    TriageRow("flush takes longer", .flush, .timedOut, .none, .passing),
    TriageRow("no right to the id", .initTransactions, .transactionalIDAuthorizationFailed, .fatal, .permanent),
    TriageRow("no right to the topic", .produce, .topicAuthorizationFailed, .none, .permanent),
    TriageRow("no right to the topic", .commit, .topicAuthorizationFailed, .abortable, .permanent),
    TriageRow("no right to the cluster", .initTransactions, .clusterAuthorizationFailed, .fatal, .permanent),
    TriageRow("the broker is too old", .initTransactions, .unsupportedVersion, .fatal, .permanent),
    TriageRow("the broker lacks what is needed", .initTransactions, .unsupportedFeature, .fatal, .permanent),
    TriageRow("wrong argument", .initTransactions, .invalidArgument, .none, .permanent),
    TriageRow("the consumer has no group", .sendOffsets, .unknownGroup, .abortable, .permanent),
    TriageRow("timeout over the broker's", .initTransactions, .invalidTransactionTimeout, .fatal, .permanent),
    TriageRow("transaction.timeout passed", .sendOffsets, .fenced, .fatal, .fenced),
    TriageRow("transaction.timeout passed", .abort, .fenced, .fatal, .fenced),
    TriageRow("broker gone for longer", .abort, .timedOut, .fatal, .broken),
    TriageRow("broker gone for longer", .initTransactions, .timedOut, .fatal, .broken),
    TriageRow("the broker has other ideas of the transaction", .commit, .invalidTransactionState, .fatal, .broken),
    TriageRow("a sequence is lost", .produce, .outOfOrderSequence, .fatal, .broken),
    TriageRow("anything unheard of", .produce, ErrorCode(rawValue: 9999), .fatal, .broken),
    TriageRow("anything unheard of", .commit, ErrorCode(rawValue: 9999), .none, .broken),
]

private let consumerRows: [TriageRow] = [
    TriageRow("second process, same instance id", .poll, .fencedInstance, .fatal, .fenced),
    TriageRow("the handle is broken", .poll, .fatal, .none, .permanent),
    TriageRow("out of the group", .poll, .pollIntervalExceeded, .none, .abortable),
    TriageRow("out of the group", .poll, .unknownMember, .none, .abortable),
    TriageRow("out of the group", .poll, .illegalGeneration, .none, .abortable),
    TriageRow("no right to the group", .poll, .groupAuthorizationFailed, .none, .permanent),
    TriageRow("no right to the topic", .poll, .topicAuthorizationFailed, .none, .permanent),
    TriageRow("input topic deleted", .poll, .unknownTopicOrPartition, .none, .passing),
    TriageRow("no broker", .poll, .allBrokersDown, .none, .passing),
    TriageRow("broken record", .poll, .badMessage, .none, .ofPartition),
    TriageRow("broken batch", .poll, .badCompression, .none, .ofPartition),
    TriageRow("offset beyond the log", .poll, .offsetOutOfRange, .none, .ofPartition),
    TriageRow("nowhere to start", .poll, .noOffsetToResetTo, .none, .ofPartition),
    TriageRow("no such topic", .subscribe, .unknownTopicOrPartition, .none, .permanent),
    TriageRow("no broker", .subscribe, .transport, .none, .passing),
    TriageRow("just assigned", .seek, .wrongState, .none, .passing),
    TriageRow("a dead process's transaction is open", .committed, .unstableOffsets, .none, .passing),
    TriageRow("a dead process's transaction is open", .committed, .timedOut, .none, .passing),
    TriageRow("the coordinator's connection takes nothing", .committed, .timedOutInQueue, .none, .passing),
    TriageRow("a broker comes back while it is asked", .watermarks, .brokerLeft, .none, .passing),
    TriageRow("a broker comes back while it is asked", .committed, .brokerLeft, .none, .passing),
    TriageRow("broker has just started", .watermarks, .unknownPartition, .none, .passing),
    TriageRow("broker has just started", .watermarks, .unknownTopic, .none, .passing),
    TriageRow("broker has just started", .watermarks, .unknownTopicOrPartition, .none, .passing),
    TriageRow("leader moves", .watermarks, .notLeader, .none, .passing),
    TriageRow("leader has moved, unknown to this client", .watermarks, .fencedLeaderEpoch, .none, .passing),
    TriageRow("leader has moved, unknown to this broker", .watermarks, .unknownLeaderEpoch, .none, .passing),
    TriageRow("a disk of the broker fails", .watermarks, .storageError, .none, .passing),
    TriageRow("leader moves", .offsetsForTimes, .leaderNotAvailable, .none, .passing),
    TriageRow("no right to create", .createTopics, .topicAuthorizationFailed, .none, .permanent),
    TriageRow("no broker", .createTopics, .timedOut, .none, .passing),
    TriageRow("a broker is still starting", .createTopics, .invalidReplicationFactor, .none, .passing),
    TriageRow("not shown yet", .createTopics, .unknownTopicOrPartition, .none, .passing),
    TriageRow("not shown yet", .metadata, .unknownTopicOrPartition, .none, .passing),
    TriageRow("no such topic", .describeConfigs, .unknownTopicOrPartition, .none, .permanent),
    TriageRow("wrong setting", .configure, .invalidArgument, .none, .permanent),
    TriageRow("anything that may be repeated", .committed, ErrorCode(rawValue: 9999), .retriable, .passing),
    TriageRow("anything unheard of", .committed, ErrorCode(rawValue: 9999), .none, .permanent),
]

/// What passes by itself, whatever was asked.
private let passingCodes: [ErrorCode] = [
    .transport, .timedOut, .timedOutInQueue, .allBrokersDown, .waitCoordinator, .leaderNotAvailable, .notLeader,
    .requestTimedOut,
    .coordinatorLoading, .coordinatorNotAvailable, .notCoordinator, .unstableOffsets, .networkException,
    .replicaNotAvailable, .notController, .offsetNotAvailable, .notEnoughReplicas, .rebalanceInProgress,
    .concurrentTransactions, .brokerLeft,
]

struct ErrorKindTests {
    @Test(arguments: transactionRows)
    func `every answer to a transaction's call has its kind`(row: TriageRow) {
        #expect(row.error.kind == row.kind)
    }

    @Test(arguments: consumerRows)
    func `every answer to the consumer and the administrator has its kind`(row: TriageRow) {
        #expect(row.error.kind == row.kind)
    }

    @Test(arguments: passingCodes)
    func `a broker that starts, moves or is briefly out of reach is asked again`(code: ErrorCode) {
        #expect(KafkaError(.metadata, code).kind == .passing)
    }

    @Test func `an abort that is asked for comes before a retry and before an end`() {
        let error = KafkaError(.commit, .timedOut, isFatal: true, isAbortable: true, isRetriable: true)
        #expect(error.kind == .abortable)
    }

    @Test func `what is gone is told by its code`() {
        for code in [ErrorCode.noOffsetToResetTo, .offsetOutOfRange] {
            let error = KafkaError(.poll, code)
            #expect(error.saysOffsetIsGone && !error.saysTopicIsGone)
        }
        let gone: [ErrorCode] = [.unknownTopicOrPartition, .unknownTopic, .unknownPartition, .operationNotAttempted]
        for code in gone {
            let error = KafkaError(.produce, code)
            #expect(error.saysTopicIsGone && !error.saysOffsetIsGone)
        }
    }

    @Test func `an error names the call, the code and the topic`() {
        let error = KafkaError(.produce, .messageTooLarge, subject: "fork.dead-letter")
        #expect(error.description.hasPrefix("produce failed with MSG_SIZE_TOO_LARGE: fork.dead-letter: Broker: "))
    }
}

/// Codes that brokers and the library report, and of which the code names none.
extension ErrorCode {
    static let messageTimedOut = ErrorCode(rawValue: -192)
    static let conflict = ErrorCode(rawValue: -173)
    static let inconsistent = ErrorCode(rawValue: -149)
    static let outOfOrderSequence = ErrorCode(rawValue: 45)
    static let unknownProducer = ErrorCode(rawValue: 59)
}
