import CRDKafka
import Synchronization
import System

/// Owns a client of C and the context of its callbacks.
///
/// It is a class, because messages and topics must keep the client alive: destroying a client blocks forever while one
/// of its messages or topics exists.
@safe package final class ClientHandle {
    let pointer: OpaquePointer
    let context: ClientContext
    private let groupID: String?
    private let transactionalID: String?
    private let isAbandoned = Atomic(false)

    init(
        _ type: rd_kafka_type_t,
        _ configuration: Configuration,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        var configuration = configuration
        // Log lines are queued, so that no Swift code runs on a thread of the library.
        configuration["log.queue"] = "true"
        let settings = try ConfigurationHandle(configuration)
        let context = ClientContext(
            secrets: configuration.secrets,
            tokens: configuration.tokens,
            certificates: configuration.certificates,
            onEvent: onEvent
        )
        unsafe rd_kafka_conf_set_opaque(settings.pointer, Unmanaged.passUnretained(context).toOpaque())
        unsafe rd_kafka_conf_set_log_cb(settings.pointer, logCallback)
        unsafe rd_kafka_conf_set_error_cb(settings.pointer, errorCallback)
        unsafe rd_kafka_conf_set_stats_cb(settings.pointer, statisticsCallback)
        if configuration.certificates != nil {
            // A library without TLS rejects this, and then there are no certificates.
            _ = unsafe rd_kafka_conf_set_ssl_cert_verify_cb(settings.pointer, certificateCallback)
        }
        if type == RD_KAFKA_PRODUCER {
            unsafe rd_kafka_conf_set_dr_msg_cb(settings.pointer, deliveryCallback)
        } else {
            unsafe rd_kafka_conf_set_rebalance_cb(settings.pointer, rebalanceCallback)
        }
        if configuration.tokens != nil {
            unsafe rd_kafka_conf_set_oauthbearer_token_refresh_cb(settings.pointer, tokenCallback)
            unsafe rd_kafka_conf_enable_sasl_queue(settings.pointer, 1)
        }
        var client: OpaquePointer?
        let reason = unsafe ErrorText.filled { buffer, size in
            unsafe client = rd_kafka_new(type, settings.pointer, buffer, size)
        }
        guard let client = unsafe client else {
            throw KafkaError(.configure, .invalidArgument, reason: configuration.secrets.masked(reason))
        }
        settings.release()
        unsafe rd_kafka_set_log_queue(client, nil)
        unsafe pointer = client
        self.context = context
        groupID = configuration["group.id"]
        transactionalID = configuration["transactional.id"]
        if let tokens = configuration.tokens { try beginAsking(tokens) }
    }

    /// Lets the library request tokens on its own thread.
    ///
    /// The owner's thread serves no callbacks while it waits for a broker, but the connection to the broker may need a
    /// token.
    private func beginAsking(_ tokens: TokenKeeper) throws(KafkaError) {
        unsafe tokens.register(pointer)
        if let error = unsafe KafkaError(.configure, taking: rd_kafka_sasl_background_callbacks_enable(pointer)) {
            throw error
        }
    }

    /// Returns the assigned partitions of a consumer.
    func assignment() throws(KafkaError) -> [TopicPartition] {
        var list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
        try KafkaError.check(unsafe rd_kafka_assignment(pointer, &list), .assign)
        guard let list = unsafe list else { return [] }
        let owned = unsafe PartitionList(taking: list)
        return unsafe PartitionList.partitions(owned.pointer)
    }

    /// Returns the error with the name of the group or the transactional id for which a permission is missing.
    func named(_ error: KafkaError) -> KafkaError {
        let name: String? =
            switch error.code {
            case .groupAuthorizationFailed: groupID.map { "the group \($0)" }
            case .transactionalIDAuthorizationFailed: transactionalID.map { "the transactional id \($0)" }
            // The broker does not name the topic.
            case .topicAuthorizationFailed where error.isOfTransaction: "Write on one of the topics of this transaction"
            default: nil
            }
        return name.map { error.about($0) } ?? error
    }

    /// Returns the cause of the error `fatal`; nil if the client can still be used.
    func finalError(_ operation: Operation) -> KafkaError? {
        var code = RD_KAFKA_RESP_ERR_NO_ERROR
        let reason = unsafe ErrorText.filled { buffer, size in
            unsafe code = rd_kafka_fatal_error(pointer, buffer, size)
        }
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        return KafkaError(operation, ErrorCode(code), reason: context.secrets.masked(reason), isFatal: true)
    }

    /// Runs a request to a group's coordinator; without an answer, the client is never destroyed.
    ///
    /// After a request without an answer, librdkafka still uses freed memory (seen with 2.0.2; its issue 4605), and
    /// destroying the client would block forever.
    func askingCoordinator<Answer>(_ request: () throws(KafkaError) -> Answer) throws(KafkaError) -> Answer {
        do throws(KafkaError) {
            return try request()
        } catch {
            // A code below zero comes from the library itself and not from a broker.
            if error.code.rawValue < 0 { isAbandoned.store(true, ordering: .relaxed) }
            throw error
        }
    }

    deinit {
        unsafe context.tokens?.forget(pointer)
        if isAbandoned.load(ordering: .relaxed) {
            // The client's threads still run, and may use the context.
            _ = unsafe Unmanaged.passRetained(context)
            return
        }
        // `rd_kafka_destroy` would also close the consumer and call its owner back, while the owner is being destroyed.
        // With this flag, the group notices the end by the session timeout, as after a crash.
        unsafe rd_kafka_destroy_flags(pointer, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE)
    }
}
