/// The consequence of an error for the transaction, the client or the partition.
package enum ErrorKind: Sendable, CaseIterable {
    /// Nothing has changed, and the call may be repeated.
    case passing
    /// The work is void: the open transaction must be aborted, or the records read belong to another member.
    case abortable
    /// A newer producer or member has the same name, or the broker ended a transaction that exceeded its timeout.
    ///
    /// Both causes have the same code. If the error is repeated, another process uses the same name.
    case fenced
    /// The producer cannot be used any more, for a reason other than fencing.
    case broken
    /// This partition cannot be read or written any more; other partitions can.
    case ofPartition
    /// Repeating does not help: a missing permission, an invalid property, or an unknown error.
    case permanent
    /// This record is too long for the producer; the transaction is not affected.
    case tooLarge
}

extension ErrorKind {
    /// Classifies an error, as observed on Apache Kafka 3.9 and 4.3 and as rdkafka.h documents its flags.
    ///
    /// For a fatal error, `code` is the code of the cause.
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

    /// Missing permissions and invalid settings, which a person must correct.
    static let needsPerson: Set<ErrorCode> = [
        .transactionalIDAuthorizationFailed, .groupAuthorizationFailed, .topicAuthorizationFailed,
        .clusterAuthorizationFailed, .invalidTransactionTimeout, .unsupportedVersion, .unsupportedFeature,
        .invalidArgument, .unknownGroup,
    ]

    /// Classifies an error of a transactional call: first by abortable, then by retriable, as rdkafka.h requires.
    private static func transactional(
        _ operation: Operation,
        _ code: ErrorCode,
        _ isFatal: Bool,
        _ isAbortable: Bool,
        _ isRetriable: Bool
    ) -> ErrorKind {
        if isAbortable { return .abortable }
        // `producev` and delivery reports return a code without flags.
        switch (operation, code) {
        case (.produce, .messageTooLarge): return .tooLarge
        case (.produce, .queueFull): return .passing
        // The output topic has fewer partitions than the uploads topic.
        case (.produce, .unknownPartition): return .ofPartition
        // The topic was deleted, or the transaction must be aborted after a failed delivery. The producer is intact and
        // must end its transaction. Destroying the producer instead can abort the process: librdkafka 2.0.2 asserts on
        // `txn_req_cnt` while partitions are being added to the transaction (seen under load).
        case (.produce, let code) where !isFatal && code != .fatal && !fencing.contains(code): return .abortable
        case (.delivery, let code) where fencing.contains(code): return .fenced
        case (.delivery, _) where !isFatal: return .abortable
        case (.flush, .timedOut): return .passing
        default: break
        }
        if isRetriable { return .passing }
        return fencing.contains(code) ? .fenced : .broken
    }

    /// The codes of a fenced producer or member.
    private static let fencing: Set<ErrorCode> = [.fenced, .producerFenced, .invalidProducerEpoch, .fencedInstance]

    /// Classifies errors of consumers and admin requests.
    private static func plain(_ operation: Operation, _ code: ErrorCode, _ isRetriable: Bool) -> ErrorKind {
        switch (operation, code) {
        // The consumer was removed from the group. The records read belong to another member until the next assignment.
        case (.poll, .pollIntervalExceeded), (.poll, .unknownMember), (.poll, .illegalGeneration): .abortable
        // Continuing after these errors would skip records.
        case (.poll, .badMessage), (.poll, .badCompression), (.poll, .noOffsetToResetTo), (.poll, .offsetOutOfRange):
            .ofPartition
        // Other errors are notices. The consumer recovers from them, even if a topic disappears and returns.
        case (.poll, _): .passing
        // The partition is not being fetched yet, shortly after the assignment.
        case (.seek, .wrongState): .passing
        // A slow cluster reports a topic some time after its creation.
        case (.createTopics, .unknownTopicOrPartition), (.metadata, .unknownTopicOrPartition): .passing
        // Brokers register one by one, so a starting cluster reports too few brokers.
        case (.createTopics, .invalidReplicationFactor): .passing
        case (.watermarks, let code) where unseen.contains(code): .passing
        case (_, let code) where isRetriable || passingCodes.contains(code): .passing
        default: .permanent
        }
    }

    /// Errors of a broker that starts, moves or is briefly unreachable.
    private static let passingCodes: Set<ErrorCode> = [
        .transport, .timedOut, .timedOutInQueue, .allBrokersDown, .waitCoordinator, .leaderNotAvailable, .notLeader,
        .requestTimedOut,
        .coordinatorLoading, .coordinatorNotAvailable, .notCoordinator, .unstableOffsets, .networkException,
        .replicaNotAvailable, .notController, .offsetNotAvailable, .notEnoughReplicas, .rebalanceInProgress,
        .concurrentTransactions, .brokerLeft, .fencedLeaderEpoch, .unknownLeaderEpoch, .storageError,
    ]

    /// Errors that a recently started broker can return for a topic that exists.
    private static let unseen: Set<ErrorCode> = [.unknownPartition, .unknownTopic, .unknownTopicOrPartition]
}
