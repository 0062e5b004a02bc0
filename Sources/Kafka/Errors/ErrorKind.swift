/// What an error is, whatever call answered with it: what remains of the transaction, of the client, of the partition.
package enum ErrorKind: Sendable, CaseIterable {
    /// Everything is as it was before the call, which may be made again.
    case passing
    /// What was begun counts no more: the open transaction must be aborted, or what was read is somebody else's.
    case abortable
    /// A newer producer or member has this one's name, or the broker has ended a transaction that took longer than its
    /// timeout, which looks the same. Again and again means a second owner of the name.
    case fenced
    /// The producer is of no use any more, for a reason that says nothing of a rival.
    case broken
    /// This partition can't be read or written on, the others can.
    case ofPartition
    /// No repetition helps: rights, properties, and all that nobody has heard of.
    case permanent
    /// This one record is too long for the producer; the transaction is unharmed.
    case tooLarge
}

extension ErrorKind {
    /// The triage, as observed on Apache Kafka 3.9 and 4.3 and as rdkafka.h documents its flags.
    ///
    /// - Parameters:
    ///   - operation: the call that answered with the error.
    ///   - code: its code; `fatal` resolved to the code behind it.
    ///   - isFatal: the handle is beyond repair.
    ///   - isAbortable: the transaction must be aborted.
    ///   - isRetriable: the call may be repeated.
    init(of operation: Operation, code: ErrorCode, isFatal: Bool, isAbortable: Bool, isRetriable: Bool) {
        if Self.needsPerson.contains(code) {
            self = .permanent
        } else if operation.isTransactional {
            self = Self.transactional(operation, code, isFatal, isAbortable, isRetriable)
        } else if isFatal || code == .fatal {
            self = code == .fencedInstance ? .fenced : .permanent
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
    ) -> ErrorKind {
        if isAbortable { return .abortable }
        // producev and delivery reports answer with a bare code, so the code has to say it all.
        switch (operation, code) {
        case (.produce, .messageTooLarge): return .tooLarge
        case (.produce, .queueFull): return .passing
        // The topic has fewer partitions than the uploads.
        case (.produce, .unknownPartition): return .ofPartition
        // A topic that is gone, or a transaction that waits for its abort since an earlier delivery failed. The producer
        // is sound, and must end its transaction: librdkafka 2.0.2 aborts the process when a producer is destroyed in the
        // moment in which it adds partitions to one (assertion on txn_req_cnt, seen under load).
        case (.produce, let code) where !isFatal && code != .fatal && !fencing.contains(code): return .abortable
        case (.delivery, let code) where fencing.contains(code): return .fenced
        case (.delivery, _) where !isFatal: return .abortable
        case (.flush, .timedOut): return .passing
        default: break
        }
        if isRetriable { return .passing }
        return fencing.contains(code) ? .fenced : .broken
    }

    /// What says that somebody newer has the name, and nothing else does.
    private static let fencing: Set<ErrorCode> = [.fenced, .producerFenced, .invalidProducerEpoch, .fencedInstance]

    /// Consumer and questions: what passes by itself is waited for.
    private static func plain(_ operation: Operation, _ code: ErrorCode, _ isRetriable: Bool) -> ErrorKind {
        switch (operation, code) {
        // Put out of the group: what was read belongs to somebody else until the next assignment.
        case (.poll, .pollIntervalExceeded), (.poll, .unknownMember), (.poll, .illegalGeneration): .abortable
        // Going on after these would step over records.
        case (.poll, .badMessage), (.poll, .badCompression), (.poll, .noOffsetToResetTo), (.poll, .offsetOutOfRange):
            .ofPartition
        // Other messages are notices; the consumer goes on by itself, also when a topic vanishes and comes back.
        case (.poll, _): .passing
        // Not being fetched yet, a moment after the assignment.
        case (.seek, .wrongState): .passing
        // A slow cluster shows a topic some time after it has made it.
        case (.createTopics, .unknownTopicOrPartition), (.metadata, .unknownTopicOrPartition): .passing
        // Brokers that start are no brokers yet: a cluster that is just coming up says so for a while.
        case (.createTopics, .invalidReplicationFactor): .passing
        case (.watermarks, let code) where unseen.contains(code): .passing
        case (_, let code) where isRetriable || passingCodes.contains(code): .passing
        default: .permanent
        }
    }

    /// A broker that starts, moves or is briefly out of reach.
    private static let passingCodes: Set<ErrorCode> = [
        .transport, .timedOut, .allBrokersDown, .waitCoordinator, .leaderNotAvailable, .notLeader, .requestTimedOut,
        .coordinatorLoading, .coordinatorNotAvailable, .notCoordinator, .unstableOffsets, .networkException,
        .replicaNotAvailable, .notController, .offsetNotAvailable, .notEnoughReplicas, .rebalanceInProgress,
        .concurrentTransactions, .brokerLeft, .fencedLeaderEpoch, .unknownLeaderEpoch, .storageError,
    ]

    /// What a broker that has just started may say of a topic that is there: whoever asks knows that it is.
    private static let unseen: Set<ErrorCode> = [.unknownPartition, .unknownTopic, .unknownTopicOrPartition]
}
