import Kafka
import Testing

/// One row of the triage: what librdkafka answers to which call, and what the lane does.
struct TriageRow: Sendable, CustomTestStringConvertible {
    let situation: String
    let operation: Operation
    let code: ErrorCode
    let flags: Flags
    let verdict: Verdict

    /// In the order that the observations are noted in: fatal, abortable, retriable.
    enum Flags: Sendable { case none, fatal, abortable, retriable }

    init(_ situation: String, _ operation: Operation, _ code: ErrorCode, _ flags: Flags, _ verdict: Verdict) {
        self.situation = situation
        self.operation = operation
        self.code = code
        self.flags = flags
        self.verdict = verdict
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
    TriageRow("a newer producer has the id", .delivery, .invalidProducerEpoch, .none, .fenced),
    TriageRow("a newer producer has the id", .delivery, .purgedFromQueue, .none, .abort),
    TriageRow("a newer producer has the id", .begin, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .sendOffsets, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .commit, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .abort, .fenced, .fatal, .fenced),
    TriageRow("a newer producer has the id", .commit, .producerFenced, .fatal, .fenced),
    TriageRow("metadata from before a rebalance", .sendOffsets, .illegalGeneration, .abortable, .abort),
    TriageRow("metadata from before a rebalance", .commit, .illegalGeneration, .abortable, .abort),
    TriageRow("the member is gone", .sendOffsets, .unknownMember, .abortable, .abort),
    TriageRow("a rebalance is under way", .sendOffsets, .rebalanceInProgress, .abortable, .abort),
    TriageRow("record over message.max.bytes", .produce, .messageTooLarge, .none, .tooLarge),
    TriageRow("batch over max.message.bytes", .delivery, .messageTooLarge, .none, .abort),
    TriageRow("batch over max.message.bytes", .commit, .messageTooLarge, .abortable, .abort),
    TriageRow("after a refused batch", .commit, .outOfOrderSequence, .abortable, .abort),
    TriageRow("the topic does not exist", .delivery, .messageTimedOut, .none, .abort),
    TriageRow("the topic does not exist", .commit, .inconsistent, .abortable, .abort),
    TriageRow("the topic was deleted", .commit, .unknownTopicOrPartition, .abortable, .abort),
    TriageRow("the topic was deleted", .abort, .invalidTransactionState, .fatal, .rebuild),
    TriageRow("the topic was deleted", .produce, .unknownTopic, .none, .abort),
    TriageRow("anything unheard of", .produce, ErrorCode(rawValue: 9999), .none, .abort),
    TriageRow("the producer is broken", .produce, .fatal, .none, .rebuild),
    TriageRow("partition out of range", .produce, .unknownPartition, .none, .leaveAlone),
    TriageRow("broker gone for a while", .sendOffsets, .transport, .retriable, .retry),
    TriageRow("broker gone for a while", .sendOffsets, .timedOut, .retriable, .retry),
    TriageRow("broker gone for a while", .sendOffsets, .coordinatorLoading, .retriable, .retry),
    TriageRow("broker gone for longer", .commit, .timedOut, .abortable, .abort),
    TriageRow("second process, same instance id", .sendOffsets, .fencedInstance, .abortable, .abort),
    TriageRow("second process, same instance id", .sendOffsets, .fencedInstance, .fatal, .fenced),
    TriageRow("init goes on where it was", .initTransactions, .timedOut, .retriable, .retry),
    TriageRow("a call between", .commit, .conflict, .none, .rebuild),
    TriageRow("broker forgot the producer", .commit, .unknownProducer, .abortable, .abort),
    TriageRow("an earlier delivery failed", .produce, .wrongState, .none, .abort),
    TriageRow("the queue is full", .produce, .queueFull, .none, .retry),
    TriageRow("flush takes longer", .flush, .timedOut, .none, .retry),
    TriageRow("no right to the id", .initTransactions, .transactionalIDAuthorizationFailed, .fatal, .stop),
    TriageRow("no right to the topic", .produce, .topicAuthorizationFailed, .none, .stop),
    TriageRow("no right to the topic", .commit, .topicAuthorizationFailed, .abortable, .stop),
    TriageRow("no right to the cluster", .initTransactions, .clusterAuthorizationFailed, .fatal, .stop),
    TriageRow("the broker is too old", .initTransactions, .unsupportedVersion, .fatal, .stop),
    TriageRow("the broker lacks what is needed", .initTransactions, .unsupportedFeature, .fatal, .stop),
    TriageRow("wrong argument", .initTransactions, .invalidArgument, .none, .stop),
    TriageRow("the consumer has no group", .sendOffsets, .unknownGroup, .abortable, .stop),
    TriageRow("timeout over the broker's", .initTransactions, .invalidTransactionTimeout, .fatal, .stop),
    TriageRow("transaction.timeout passed", .sendOffsets, .fenced, .fatal, .fenced),
    TriageRow("transaction.timeout passed", .abort, .fenced, .fatal, .fenced),
    TriageRow("broker gone for longer", .abort, .timedOut, .fatal, .rebuild),
    TriageRow("broker gone for longer", .initTransactions, .timedOut, .fatal, .rebuild),
    TriageRow("the broker has other ideas of the transaction", .commit, .invalidTransactionState, .fatal, .rebuild),
    TriageRow("a sequence is lost", .produce, .outOfOrderSequence, .fatal, .rebuild),
    TriageRow("anything unheard of", .produce, ErrorCode(rawValue: 9999), .fatal, .rebuild),
    TriageRow("anything unheard of", .commit, ErrorCode(rawValue: 9999), .none, .rebuild),
]

private let consumerRows: [TriageRow] = [
    TriageRow("second process, same instance id", .poll, .fencedInstance, .fatal, .fenced),
    TriageRow("the handle is broken", .poll, .fatal, .none, .stop),
    TriageRow("out of the group", .poll, .pollIntervalExceeded, .none, .abort),
    TriageRow("out of the group", .poll, .unknownMember, .none, .abort),
    TriageRow("out of the group", .poll, .illegalGeneration, .none, .abort),
    TriageRow("no right to the group", .poll, .groupAuthorizationFailed, .none, .stop),
    TriageRow("no right to the topic", .poll, .topicAuthorizationFailed, .none, .stop),
    TriageRow("input topic deleted", .poll, .unknownTopicOrPartition, .none, .retry),
    TriageRow("no broker", .poll, .allBrokersDown, .none, .retry),
    TriageRow("broken record", .poll, .badMessage, .none, .leaveAlone),
    TriageRow("broken batch", .poll, .badCompression, .none, .leaveAlone),
    TriageRow("offset beyond the log", .poll, .offsetOutOfRange, .none, .leaveAlone),
    TriageRow("nowhere to start", .poll, .noOffsetToResetTo, .none, .leaveAlone),
    TriageRow("no such topic", .subscribe, .unknownTopicOrPartition, .none, .stop),
    TriageRow("no broker", .subscribe, .transport, .none, .retry),
    TriageRow("just assigned", .seek, .wrongState, .none, .retry),
    TriageRow("a dead process's transaction is open", .committed, .unstableOffsets, .none, .retry),
    TriageRow("a dead process's transaction is open", .committed, .timedOut, .none, .retry),
    TriageRow("a broker comes back while it is asked", .watermarks, .brokerLeft, .none, .retry),
    TriageRow("a broker comes back while it is asked", .committed, .brokerLeft, .none, .retry),
    TriageRow("broker has just started", .watermarks, .unknownPartition, .none, .retry),
    TriageRow("broker has just started", .watermarks, .unknownTopic, .none, .retry),
    TriageRow("broker has just started", .watermarks, .unknownTopicOrPartition, .none, .retry),
    TriageRow("leader moves", .watermarks, .notLeader, .none, .retry),
    TriageRow("leader moves", .offsetsForTimes, .leaderNotAvailable, .none, .retry),
    TriageRow("no right to create", .createTopics, .topicAuthorizationFailed, .none, .stop),
    TriageRow("no broker", .createTopics, .timedOut, .none, .retry),
    TriageRow("a broker is still starting", .createTopics, .invalidReplicationFactor, .none, .retry),
    TriageRow("not shown yet", .createTopics, .unknownTopicOrPartition, .none, .retry),
    TriageRow("not shown yet", .metadata, .unknownTopicOrPartition, .none, .retry),
    TriageRow("no such topic", .describeConfigs, .unknownTopicOrPartition, .none, .stop),
    TriageRow("wrong setting", .configure, .invalidArgument, .none, .stop),
    TriageRow("anything that may be repeated", .committed, ErrorCode(rawValue: 9999), .retriable, .retry),
    TriageRow("anything unheard of", .committed, ErrorCode(rawValue: 9999), .none, .stop),
]

/// What passes by itself, whatever was asked.
private let passingCodes: [ErrorCode] = [
    .transport, .timedOut, .allBrokersDown, .waitCoordinator, .leaderNotAvailable, .notLeader, .requestTimedOut,
    .coordinatorLoading, .coordinatorNotAvailable, .notCoordinator, .unstableOffsets, .networkException,
    .replicaNotAvailable, .notController, .offsetNotAvailable, .notEnoughReplicas, .rebalanceInProgress,
    .concurrentTransactions, .brokerLeft,
]

@Suite struct VerdictTests {
    @Test(arguments: transactionRows)
    func `every answer to a transaction's call has its consequence`(row: TriageRow) {
        #expect(row.error.verdict == row.verdict)
    }

    @Test(arguments: consumerRows)
    func `every answer to the consumer and the administrator has its consequence`(row: TriageRow) {
        #expect(row.error.verdict == row.verdict)
    }

    @Test(arguments: passingCodes)
    func `a broker that starts, moves or is briefly out of reach is asked again`(code: ErrorCode) {
        #expect(KafkaError(.metadata, code).verdict == .retry)
    }

    @Test func `an abort that is asked for comes before a retry and before an end`() {
        let verdict = Verdict(of: .commit, code: .timedOut, isFatal: true, isAbortable: true, isRetriable: true)
        #expect(verdict == .abort)
    }

    @Test(arguments: Verdict.allCases)
    func `what is said is for whoever is on call, not for a programmer`(verdict: Verdict) {
        for word in ["call again", "destroy", "rewind", "the lane must"] {
            #expect(!verdict.advice.lowercased().contains(word))
        }
    }

    @Test func `the sentence names the call, the code, the topic and what to do`() {
        let error = KafkaError(.produce, .messageTooLarge, subject: "fork.dead-letter")
        #expect(error.description.hasPrefix("produce failed with MSG_SIZE_TOO_LARGE: fork.dead-letter: Broker: "))
        #expect(error.description.hasSuffix(Verdict.tooLarge.advice))
    }
}
