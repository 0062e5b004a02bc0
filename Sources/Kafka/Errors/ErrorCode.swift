import CRDKafka

/// An error code of librdkafka.
///
/// Negative codes are the client's own; positive codes are the broker's, as in the protocol.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number in `rd_kafka_resp_err_t`.
    package let rawValue: Int32

    /// Accepts any number, because newer libraries and brokers have codes without a name here.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ code: rd_kafka_resp_err_t) {
        rawValue = code.rawValue
    }

    /// The library's short name, such as `ILLEGAL_GENERATION`; the client's own codes begin with an underscore.
    package var name: String {
        unsafe String(cString: rd_kafka_err2name(rd_kafka_resp_err_t(rawValue)))
    }

    /// The library's description of the code.
    package var summary: String {
        unsafe String(cString: rd_kafka_err2str(rd_kafka_resp_err_t(rawValue)))
    }
}

extension ErrorCode: CustomStringConvertible {
    package var description: String { name }
}

/// The codes of librdkafka itself that this program handles.
extension ErrorCode {
    package static let none = ErrorCode(RD_KAFKA_RESP_ERR_NO_ERROR)
    /// The batch could not be decompressed.
    package static let badCompression = ErrorCode(RD_KAFKA_RESP_ERR__BAD_COMPRESSION)
    /// The record's checksum is wrong.
    package static let badMessage = ErrorCode(RD_KAFKA_RESP_ERR__BAD_MSG)
    /// The connection to the broker failed.
    package static let transport = ErrorCode(RD_KAFKA_RESP_ERR__TRANSPORT)
    /// The reader reached the end of the partition; needs `enable.partition.eof`.
    package static let endOfPartition = ErrorCode(RD_KAFKA_RESP_ERR__PARTITION_EOF)
    /// The topic has no partition with this number.
    package static let unknownPartition = ErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION)
    /// The broker that got the request has left the cluster or changed its address, so there is no answer.
    ///
    /// Only libraries newer than the distribution's report this code.
    package static let brokerLeft = ErrorCode(rawValue: -137)
    /// The cluster does not have the topic, as far as the client knows.
    package static let unknownTopic = ErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC)
    /// No broker can be reached at the moment.
    package static let allBrokersDown = ErrorCode(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
    /// The authentication failed, or the credentials have expired.
    package static let authentication = ErrorCode(RD_KAFKA_RESP_ERR__AUTHENTICATION)
    /// The library rejects an argument or a property.
    package static let invalidArgument = ErrorCode(RD_KAFKA_RESP_ERR__INVALID_ARG)
    package static let timedOut = ErrorCode(RD_KAFKA_RESP_ERR__TIMED_OUT)
    /// The request was never sent, because no connection took it in time.
    package static let timedOutInQueue = ErrorCode(RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE)
    package static let queueFull = ErrorCode(RD_KAFKA_RESP_ERR__QUEUE_FULL)
    /// The group's coordinator is not known yet.
    package static let waitCoordinator = ErrorCode(RD_KAFKA_RESP_ERR__WAIT_COORD)
    /// The call does not fit the state of the transaction, the consumer or the partition.
    package static let wrongState = ErrorCode(RD_KAFKA_RESP_ERR__STATE)
    /// The broker lacks a feature that the call needs.
    package static let unsupportedFeature = ErrorCode(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE)
    /// The record was purged from the producer's queue, for example by an abort.
    package static let purgedFromQueue = ErrorCode(RD_KAFKA_RESP_ERR__PURGE_QUEUE)
    /// The record was purged in flight, for example by an abort.
    package static let purgedInFlight = ErrorCode(RD_KAFKA_RESP_ERR__PURGE_INFLIGHT)
    /// The client cannot be used any more; `rd_kafka_fatal_error` returns the reason.
    package static let fatal = ErrorCode(RD_KAFKA_RESP_ERR__FATAL)
    /// The consumer did not poll within `max.poll.interval.ms` and was removed from the group.
    package static let pollIntervalExceeded = ErrorCode(RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED)
    /// A newer producer uses this transactional id, or the broker ended the transaction after its timeout.
    package static let fenced = ErrorCode(RD_KAFKA_RESP_ERR__FENCED)
    /// There is no offset to start from, and `auto.offset.reset` is `error`.
    package static let noOffsetToResetTo = ErrorCode(RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET)
    /// The consumer has no group.
    package static let unknownGroup = ErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_GROUP)
}

/// The codes of brokers that this program handles.
extension ErrorCode {
    /// The partition does not contain the offset.
    package static let offsetOutOfRange = ErrorCode(RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE)
    /// The topic or the partition does not exist.
    package static let unknownTopicOrPartition = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART)
    /// A partition was not added to a transaction because another partition of the request failed.
    package static let operationNotAttempted = ErrorCode(RD_KAFKA_RESP_ERR_OPERATION_NOT_ATTEMPTED)
    /// The replication factor exceeds the number of live brokers.
    package static let invalidReplicationFactor = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR)
    package static let leaderNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE)
    package static let notLeader = ErrorCode(RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION)
    /// The broker did not finish in time.
    package static let requestTimedOut = ErrorCode(RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT)
    /// A record exceeds the client's `message.max.bytes`, or a batch exceeds the topic's `max.message.bytes`.
    package static let messageTooLarge = ErrorCode(RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE)
    /// A batch exceeds the topic's segment size.
    package static let recordListTooLarge = ErrorCode(RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE)
    /// The topic rejects the record, for example a record without key in a compacted topic.
    package static let invalidRecord = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_RECORD)
    package static let coordinatorLoading = ErrorCode(RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS)
    package static let coordinatorNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE)
    package static let notCoordinator = ErrorCode(RD_KAFKA_RESP_ERR_NOT_COORDINATOR)
    /// The group has rebalanced since the metadata was taken.
    package static let illegalGeneration = ErrorCode(RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION)
    /// The member is no longer in the group.
    package static let unknownMember = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID)
    package static let rebalanceInProgress = ErrorCode(RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS)
    package static let topicAuthorizationFailed = ErrorCode(RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED)
    package static let groupAuthorizationFailed = ErrorCode(RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED)
    package static let clusterAuthorizationFailed = ErrorCode(RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED)
    package static let topicAlreadyExists = ErrorCode(RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS)
    /// The producer uses an old epoch.
    package static let invalidProducerEpoch = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH)
    /// The state of the transaction does not allow the request.
    package static let invalidTransactionState = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_TXN_STATE)
    /// `transaction.timeout.ms` exceeds the broker's `transaction.max.timeout.ms`.
    package static let invalidTransactionTimeout = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT)
    /// The broker is still completing the previous transaction.
    package static let concurrentTransactions = ErrorCode(RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS)
    package static let transactionalIDAuthorizationFailed =
        ErrorCode(RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    /// Another process uses the same `group.instance.id`.
    package static let fencedInstance = ErrorCode(RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID)
    /// An open transaction contains offsets of the group.
    package static let unstableOffsets = ErrorCode(RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT)
    /// A newer producer uses this transactional id.
    package static let producerFenced = ErrorCode(RD_KAFKA_RESP_ERR_PRODUCER_FENCED)
    /// The broker does not support this version of the request.
    package static let unsupportedVersion = ErrorCode(RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION)
    /// The broker lost a connection before it answered.
    package static let networkException = ErrorCode(RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION)
    package static let replicaNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE)
    package static let notController = ErrorCode(RD_KAFKA_RESP_ERR_NOT_CONTROLLER)
    /// The new leader does not know its last offset yet.
    package static let offsetNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE)
    package static let nonEmptyGroup = ErrorCode(RD_KAFKA_RESP_ERR_NON_EMPTY_GROUP)
    package static let groupNotFound = ErrorCode(RD_KAFKA_RESP_ERR_GROUP_ID_NOT_FOUND)
    /// Fewer replicas are in sync than `min.insync.replicas`.
    package static let notEnoughReplicas = ErrorCode(RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS)
    /// The client has an older leader epoch than the broker.
    package static let fencedLeaderEpoch = ErrorCode(RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH)
    /// The client has a newer leader epoch than the broker.
    package static let unknownLeaderEpoch = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH)
    /// The broker's disk failed or its log is being moved; another broker takes over.
    package static let storageError = ErrorCode(RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR)
}
