/// What the lane must do about an error: errors are named by their consequence, not by the call that failed.
package enum Verdict: String, Sendable, CaseIterable {
    /// Call again with the same arguments, after a pause; the state is as it was.
    case retry
    /// Abort the transaction, drop what it held and rewind to the last committed offsets.
    case abort
    /// A newer producer or member has this one's name, or the broker has ended a transaction that took longer than its
    /// timeout, which looks the same: build a new producer and rewind. Again and again means a second owner of the name.
    case fenced
    /// The producer is of no use any more, for a reason that says nothing of a rival: build a new one and rewind, with
    /// growing pauses.
    case rebuild
    /// This partition can't be read or written on, the others can.
    case leaveAlone
    /// Nothing that the lane can do helps: end with the error and leave it to a person.
    case stop
    /// This one record is too long for the producer; the transaction is unharmed.
    case tooLarge
}

extension Verdict {
    /// The triage, as observed on Apache Kafka 3.9 and 4.3 and as rdkafka.h documents its flags.
    ///
    /// - Parameters:
    ///   - operation: the call that answered with the error.
    ///   - code: its code; `fatal` resolved to the code behind it.
    ///   - isFatal: the handle is beyond repair.
    ///   - isAbortable: the transaction must be aborted.
    ///   - isRetriable: the call may be repeated.
    package init(of operation: Operation, code: ErrorCode, isFatal: Bool, isAbortable: Bool, isRetriable: Bool) {
        if Self.needsPerson.contains(code) {
            self = .stop
        } else if operation.isTransactional {
            self = Self.transactional(operation, code, isFatal, isAbortable, isRetriable)
        } else if isFatal || code == .fatal {
            self = code == .fencedInstance ? .fenced : .stop
        } else {
            self = Self.plain(operation, code, isRetriable)
        }
    }

    /// Rights, and settings that no repetition makes right, by whichever client.
    static let needsPerson: Set<ErrorCode> = [
        .transactionalIDAuthorizationFailed, .groupAuthorizationFailed, .topicAuthorizationFailed,
        .clusterAuthorizationFailed, .invalidTransactionTimeout, .unsupportedVersion, .unsupportedFeature,
        .invalidArgument, .unknownGroup,
    ]

    /// Abortable before retriable before everything else, which is the order that rdkafka.h asks for.
    private static func transactional(
        _ operation: Operation,
        _ code: ErrorCode,
        _ isFatal: Bool,
        _ isAbortable: Bool,
        _ isRetriable: Bool
    ) -> Verdict {
        // producev and delivery reports answer with a bare code, so the code has to say it all.
        switch (operation, code) {
        case (.produce, .messageTooLarge): return .tooLarge
        case (.produce, .queueFull): return .retry
        // The topic has fewer partitions than the uploads.
        case (.produce, .unknownPartition): return .leaveAlone
        // A topic that is gone, or a transaction that waits for its abort since an earlier delivery failed. The producer
        // is sound, and must end its transaction: librdkafka 2.0.2 aborts the process when a producer is destroyed in the
        // moment in which it adds partitions to one (assertion on txn_req_cnt, seen under load).
        case (.produce, let code) where !isFatal && code != .fatal && !fencing.contains(code): return .abort
        case (.delivery, let code) where fencing.contains(code): return .fenced
        case (.delivery, _) where !isFatal: return .abort
        case (.flush, .timedOut): return .retry
        default: break
        }
        if isAbortable { return .abort }
        if isRetriable { return .retry }
        return fencing.contains(code) ? .fenced : .rebuild
    }

    /// What says that somebody newer has the name, and nothing else does.
    private static let fencing: Set<ErrorCode> = [.fenced, .producerFenced, .invalidProducerEpoch, .fencedInstance]

    /// Consumer and questions: what passes by itself is waited for.
    private static func plain(_ operation: Operation, _ code: ErrorCode, _ isRetriable: Bool) -> Verdict {
        switch (operation, code) {
        // Put out of the group: what was read belongs to somebody else until the next assignment.
        case (.poll, .pollIntervalExceeded), (.poll, .unknownMember), (.poll, .illegalGeneration): .abort
        // Going on after these would step over records.
        case (.poll, .badMessage), (.poll, .badCompression), (.poll, .noOffsetToResetTo), (.poll, .offsetOutOfRange):
            .leaveAlone
        // Other messages are notices; the consumer goes on by itself, also when a topic vanishes and comes back.
        case (.poll, _): .retry
        // Not being fetched yet, a moment after the assignment.
        case (.seek, .wrongState): .retry
        // A slow cluster shows a topic some time after it has made it.
        case (.createTopics, .unknownTopicOrPartition), (.metadata, .unknownTopicOrPartition): .retry
        // Brokers that start are no brokers yet: a cluster that is just coming up says so for a while.
        case (.createTopics, .invalidReplicationFactor): .retry
        case (.watermarks, let code) where unseen.contains(code): .retry
        case (_, let code) where isRetriable || passing.contains(code): .retry
        default: .stop
        }
    }

    /// A broker that starts, moves or is briefly out of reach.
    private static let passing: Set<ErrorCode> = [
        .transport, .timedOut, .allBrokersDown, .waitCoordinator, .leaderNotAvailable, .notLeader, .requestTimedOut,
        .coordinatorLoading, .coordinatorNotAvailable, .notCoordinator, .unstableOffsets, .networkException,
        .replicaNotAvailable, .notController, .offsetNotAvailable, .notEnoughReplicas, .rebalanceInProgress,
        .concurrentTransactions, .brokerLeft,
    ]

    /// What a broker that has just started may say of a topic that is there: whoever asks knows that it is.
    private static let unseen: Set<ErrorCode> = [.unknownPartition, .unknownTopic, .unknownTopicOrPartition]

    /// What is done about it, or is to be done, for whoever reads the log: the end of an error's sentence.
    package var advice: String {
        switch self {
        case .retry: "It is tried again, and nothing is lost; if it does not pass, look at the brokers and the network."
        case .abort: "What was begun is taken back and read again, and nothing is lost."
        case .fenced:
            "A newer client has this one's name, or the broker ended a transaction that took longer than "
                + "transaction.timeout.ms. If it comes again, look for a second worker with the same instance id."
        case .rebuild:
            "The lane begins again with a new producer, and nothing is lost; if it goes on, look at the brokers."
        case .leaveAlone: "The partition is left alone and tried again later; the others go on."
        case .stop: "Trying again does not help: check the settings, the rights and the topics that are named here."
        case .tooLarge: "The record is longer than the topic or the producer's settings allow."
        }
    }
}
