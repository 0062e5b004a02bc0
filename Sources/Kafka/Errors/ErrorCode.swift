import CRDKafka

/// One of librdkafka's codes: below zero the client's own, above zero the broker's, as the protocol numbers them.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number in `rd_kafka_resp_err_t`.
    package let rawValue: Int32

    /// Takes any number, known or not: newer libraries and brokers have codes that this one has no name for.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ code: rd_kafka_resp_err_t) {
        rawValue = code.rawValue
    }

    /// The library's short name, such as `ILLEGAL_GENERATION`, or `_TIMED_OUT` with an underscore for the client's own.
    package var name: String {
        unsafe String(cString: rd_kafka_err2name(rd_kafka_resp_err_t(rawValue)))
    }

    /// The library's sentence about the code.
    package var summary: String {
        unsafe String(cString: rd_kafka_err2str(rd_kafka_resp_err_t(rawValue)))
    }
}

extension ErrorCode: CustomStringConvertible {
    package var description: String { name }
}

/// The codes that a decision hangs on. Client's own.
extension ErrorCode {
    package static let none = ErrorCode(RD_KAFKA_RESP_ERR_NO_ERROR)
    /// The batch could not be unpacked.
    package static let badCompression = ErrorCode(RD_KAFKA_RESP_ERR__BAD_COMPRESSION)
    /// The record's check sum is wrong.
    package static let badMessage = ErrorCode(RD_KAFKA_RESP_ERR__BAD_MSG)
    /// No connection to the broker.
    package static let transport = ErrorCode(RD_KAFKA_RESP_ERR__TRANSPORT)
    /// A delivery report gave up after `message.timeout.ms`.
    package static let messageTimedOut = ErrorCode(RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
    /// The end of what a reader may see was reached; needs `enable.partition.eof`.
    package static let endOfPartition = ErrorCode(RD_KAFKA_RESP_ERR__PARTITION_EOF)
    /// A partition number beyond the topic's count.
    package static let unknownPartition = ErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION)
    /// What was asked of a broker that has left the cluster, or comes back under another address, has no answer: newer
    /// libraries than the distribution's let go of such a broker.
    package static let brokerLeft = ErrorCode(rawValue: -137)
    /// A topic that the cluster does not have, as the client sees it.
    package static let unknownTopic = ErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC)
    /// No broker can be reached at the moment.
    package static let allBrokersDown = ErrorCode(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
    /// What a client logs in with is refused, or has ended.
    package static let authentication = ErrorCode(RD_KAFKA_RESP_ERR__AUTHENTICATION)
    /// An argument or a property that the library refuses.
    package static let invalidArgument = ErrorCode(RD_KAFKA_RESP_ERR__INVALID_ARG)
    /// The call's own timeout passed.
    package static let timedOut = ErrorCode(RD_KAFKA_RESP_ERR__TIMED_OUT)
    /// The producer's queue is full.
    package static let queueFull = ErrorCode(RD_KAFKA_RESP_ERR__QUEUE_FULL)
    /// The group's coordinator is not known yet.
    package static let waitCoordinator = ErrorCode(RD_KAFKA_RESP_ERR__WAIT_COORD)
    /// The call does not fit the state of the transaction, the consumer or the partition.
    package static let wrongState = ErrorCode(RD_KAFKA_RESP_ERR__STATE)
    /// The broker lacks what the call needs.
    package static let unsupportedFeature = ErrorCode(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE)
    /// Purged from the producer's queue, as an abort does.
    package static let purgedFromQueue = ErrorCode(RD_KAFKA_RESP_ERR__PURGE_QUEUE)
    /// Purged while under way, as an abort does.
    package static let purgedInFlight = ErrorCode(RD_KAFKA_RESP_ERR__PURGE_INFLIGHT)
    /// The handle is broken for good; `rd_kafka_fatal_error` says by what.
    package static let fatal = ErrorCode(RD_KAFKA_RESP_ERR__FATAL)
    /// Messages of the transaction did not arrive.
    package static let inconsistent = ErrorCode(RD_KAFKA_RESP_ERR__INCONSISTENT)
    /// The owner did not poll for `max.poll.interval.ms` and has been put out of the group.
    package static let pollIntervalExceeded = ErrorCode(RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED)
    /// A newer producer has this transactional id, or the broker ended the transaction by its timeout.
    package static let fenced = ErrorCode(RD_KAFKA_RESP_ERR__FENCED)
    /// Another call, that timed out, must be called again first.
    package static let conflict = ErrorCode(RD_KAFKA_RESP_ERR__CONFLICT)
    /// No offset to start from, and `auto.offset.reset` is `error`.
    package static let noOffsetToResetTo = ErrorCode(RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET)
    /// The consumer has no group.
    package static let unknownGroup = ErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_GROUP)
}

/// The codes that a decision hangs on. The broker's.
extension ErrorCode {
    /// The offset lies outside of the partition.
    package static let offsetOutOfRange = ErrorCode(RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE)
    /// The topic, or the partition of it, does not exist.
    package static let unknownTopicOrPartition = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART)
    /// A partition was not added to a transaction since another one of the same request can't be.
    package static let operationNotAttempted = ErrorCode(RD_KAFKA_RESP_ERR_OPERATION_NOT_ATTEMPTED)
    /// A topic is to have more replicas than there are brokers that are up.
    package static let invalidReplicationFactor = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR)
    /// An election is under way.
    package static let leaderNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE)
    /// The leader has moved.
    package static let notLeader = ErrorCode(RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION)
    /// The broker did not finish in time.
    package static let requestTimedOut = ErrorCode(RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT)
    /// A record over the client's `message.max.bytes`, or a batch over the topic's `max.message.bytes`.
    package static let messageTooLarge = ErrorCode(RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE)
    /// A batch that is longer than a segment of its topic.
    package static let recordListTooLarge = ErrorCode(RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE)
    /// A record that a rule of its topic refuses, such as one without key in a compacted topic.
    package static let invalidRecord = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_RECORD)
    /// The coordinator is still reading its state.
    package static let coordinatorLoading = ErrorCode(RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS)
    /// No coordinator at the moment.
    package static let coordinatorNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE)
    /// The coordinator has moved.
    package static let notCoordinator = ErrorCode(RD_KAFKA_RESP_ERR_NOT_COORDINATOR)
    /// Metadata from before a finished rebalance.
    package static let illegalGeneration = ErrorCode(RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION)
    /// The member is no longer in the group.
    package static let unknownMember = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID)
    /// A rebalance is under way.
    package static let rebalanceInProgress = ErrorCode(RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS)
    /// No right to the topic.
    package static let topicAuthorizationFailed = ErrorCode(RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED)
    /// No right to the group.
    package static let groupAuthorizationFailed = ErrorCode(RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED)
    /// No right to the cluster.
    package static let clusterAuthorizationFailed = ErrorCode(RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED)
    /// The topic is there already.
    package static let topicAlreadyExists = ErrorCode(RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS)
    /// A producer's sequence has a hole, as after a refused batch.
    package static let outOfOrderSequence = ErrorCode(RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER)
    /// An older epoch of the producer.
    package static let invalidProducerEpoch = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH)
    /// The transaction is in no state for this.
    package static let invalidTransactionState = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_TXN_STATE)
    /// `transaction.timeout.ms` is over the broker's `transaction.max.timeout.ms`.
    package static let invalidTransactionTimeout = ErrorCode(RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT)
    /// The broker is still at the transaction before.
    package static let concurrentTransactions = ErrorCode(RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS)
    /// No right to the transactional id.
    package static let transactionalIDAuthorizationFailed =
        ErrorCode(RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    /// A second process runs with the same `group.instance.id`.
    package static let fencedInstance = ErrorCode(RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID)
    /// An open transaction holds the group's offsets.
    package static let unstableOffsets = ErrorCode(RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT)
    /// A newer producer has this transactional id.
    package static let producerFenced = ErrorCode(RD_KAFKA_RESP_ERR_PRODUCER_FENCED)
    /// The broker has forgotten the producer, or never knew it.
    package static let unknownProducer = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID)
    /// The broker does not know this version of the request.
    package static let unsupportedVersion = ErrorCode(RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION)
    /// The broker's network failed.
    package static let networkException = ErrorCode(RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION)
    /// The replica is not there at the moment.
    package static let replicaNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE)
    /// The controller has moved.
    package static let notController = ErrorCode(RD_KAFKA_RESP_ERR_NOT_CONTROLLER)
    /// The new leader does not know its last offset yet.
    package static let offsetNotAvailable = ErrorCode(RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE)
    /// A group that still has members.
    package static let nonEmptyGroup = ErrorCode(RD_KAFKA_RESP_ERR_NON_EMPTY_GROUP)
    /// A group that is not there, or not any more.
    package static let groupNotFound = ErrorCode(RD_KAFKA_RESP_ERR_GROUP_ID_NOT_FOUND)
    /// Fewer replicas than `min.insync.replicas`.
    package static let notEnoughReplicas = ErrorCode(RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS)
    /// The leader has changed, and whoever asks does not know it yet.
    package static let fencedLeaderEpoch = ErrorCode(RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH)
    /// The leader has changed, and the broker that is asked does not know it yet.
    package static let unknownLeaderEpoch = ErrorCode(RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH)
    /// The broker's disk has a fault, or its log is being moved: another one takes over.
    package static let storageError = ErrorCode(RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR)
}
