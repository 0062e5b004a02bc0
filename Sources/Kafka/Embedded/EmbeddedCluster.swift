import CRDKafka

/// librdkafka's own cluster inside the process: the real protocol on loopback, nothing to install.
///
/// It proves nothing about exactly-once: transactions always show, nobody is fenced, group offsets in transactions are
/// thrown away, a partition keeps 5 MiB, timestamps are unknown, and it answers no administrator.
@safe package struct EmbeddedCluster: ~Copyable {
    private let handle: MockCluster
    private var cluster: OpaquePointer { unsafe handle.pointer }

    /// Starts brokers on ports of their own.
    package init(brokers: Int32 = 1) throws(KafkaError) {
        handle = try MockCluster(brokers: brokers)
    }

    package var bootstrapServers: String {
        unsafe String(cString: rd_kafka_mock_cluster_bootstraps(cluster))
    }

    /// Makes a topic; an unknown one that a client asks for appears by itself with 4 partitions.
    package func createTopic(_ name: String, partitions: Int32) throws(KafkaError) {
        try handle.createTopic(name, partitions: partitions)
    }

    /// Makes a topic unless it is there; for any thread, and as long as this process lives.
    package var topicMaker: @Sendable (_ name: String, _ partitions: Int32) throws(KafkaError) -> Void {
        let handle = handle
        return { (name, partitions) throws(KafkaError) in
            do throws(KafkaError) {
                try handle.createTopic(name, partitions: partitions)
            } catch  where error.code == .topicAlreadyExists {
                // A client that asked for it was first, and has got the default partitions.
            }
        }
    }

    /// Answers the next requests of this kind with these errors, in order; then as usual again.
    package func fail(_ request: Request, with codes: [ErrorCode]) {
        let codes = codes.map { rd_kafka_resp_err_t($0.rawValue) }
        unsafe codes.withUnsafeBufferPointer { codes in
            unsafe rd_kafka_mock_push_request_errors_array(
                cluster,
                request.rawValue,
                codes.count,
                UnsafeMutablePointer(mutating: codes.baseAddress)
            )
        }
    }

    /// Lets every answer of a broker, numbered from 1, take so long.
    package func slow(_ number: Int32, milliseconds: Int32) {
        _ = unsafe rd_kafka_mock_broker_set_rtt(cluster, number, milliseconds)
    }

    /// Takes a broker away, or brings it back; brokers are counted from 1.
    package func setBroker(_ number: Int32, isUp: Bool) {
        _ = unsafe isUp ? rd_kafka_mock_broker_set_up(cluster, number) : rd_kafka_mock_broker_set_down(cluster, number)
    }
}

/// The handle of C, which lives as long as anyone who makes topics by it.
@safe private final class MockCluster: Sendable {
    /// The library takes calls from any thread: a thread of its own serves them.
    nonisolated(unsafe) let pointer: OpaquePointer
    /// The client that the brokers run in; used here only to keep it alive.
    nonisolated(unsafe) private let client: ClientHandle

    init(brokers: Int32) throws(KafkaError) {
        let client = try ClientHandle(
            RD_KAFKA_PRODUCER,
            ["client.id": "embedded-cluster", "log_level": "0"],
            onEvent: { _ in }
        )
        guard let pointer = unsafe rd_kafka_mock_cluster_new(client.pointer, brokers) else {
            throw KafkaError(.embeddedCluster, .invalidArgument, reason: "could not start \(brokers) brokers")
        }
        unsafe self.pointer = pointer
        unsafe self.client = client
    }

    func createTopic(_ name: String, partitions: Int32) throws(KafkaError) {
        let code = unsafe rd_kafka_mock_topic_create(pointer, name, partitions, 1)
        try KafkaError.check(code, .embeddedCluster, subject: name)
    }

    deinit { unsafe rd_kafka_mock_cluster_destroy(pointer) }
}

extension EmbeddedCluster {
    /// Kinds of requests by the protocol's numbers.
    package enum Request: Int16, Sendable {
        case produce = 0
        case initProducerID = 22, addPartitionsToTransaction = 24, addOffsetsToTransaction = 25, endTransaction = 26
        /// The group's offsets in the transaction.
        case transactionalOffsetCommit = 28
    }
}
