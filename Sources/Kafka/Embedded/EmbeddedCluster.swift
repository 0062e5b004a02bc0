import CBind
import CRDKafka
import Glibc

/// A broker of librdkafka's mock cluster inside the process, which speaks the real protocol on loopback.
///
/// The broker is not suitable for testing exactly-once: aborted records are visible, producers are not fenced, and
/// offsets in transactions are ignored. A partition keeps 5 MiB, timestamps are unknown, and admin requests are not
/// answered.
@safe package struct EmbeddedCluster: ~Copyable {
    private let handle: MockCluster
    /// The library's handle, by which tests inject errors.
    package var cluster: OpaquePointer { unsafe handle.pointer }

    /// Starts a broker that listens on an IPv4 address and advertises this address; port 0 selects a free port.
    package init(address: String, port: UInt16) throws(KafkaError) {
        defer { bind_next_to(nil, 0) }
        let failure = unsafe bind_next_to(address, port)
        guard failure != EINVAL else {
            throw KafkaError(.embeddedCluster, .invalidArgument, reason: "not an IPv4 address")
        }
        guard failure == 0 else {
            throw KafkaError(.embeddedCluster, .transport, reason: unsafe String(cString: strerror(failure)))
        }
        handle = try MockCluster()
    }

    package var bootstrapServers: String {
        unsafe String(cString: rd_kafka_mock_cluster_bootstraps(cluster))
    }

    /// Creates a topic.
    ///
    /// An unknown topic that a client requests is created automatically with 4 partitions.
    package func createTopic(_ name: String, partitions: Int32) throws(KafkaError) {
        try handle.createTopic(name, partitions: partitions)
    }

    /// A function that creates a topic unless the topic exists; any thread may call it at any time.
    package var topicMaker: @Sendable (_ name: String, _ partitions: Int32) throws(KafkaError) -> Void {
        let handle = handle
        return { (name, partitions) throws(KafkaError) in
            do throws(KafkaError) {
                try handle.createTopic(name, partitions: partitions)
            } catch  where error.code == .topicAlreadyExists {
                // A client requested the topic first, so it has the default number of partitions.
            }
        }
    }
}

/// Owns the C handle, which must live as long as any closure that creates topics.
@safe private final class MockCluster: Sendable {
    /// Safe, because the library accepts calls from any thread.
    nonisolated(unsafe) let pointer: OpaquePointer
    /// The client that runs the brokers, kept alive here.
    nonisolated(unsafe) private let client: ClientHandle

    init() throws(KafkaError) {
        let client = try ClientHandle(
            RD_KAFKA_PRODUCER,
            ["client.id": "embedded-cluster", "log_level": "0"],
            onEvent: { _ in }
        )
        guard let pointer = unsafe rd_kafka_mock_cluster_new(client.pointer, 1) else {
            throw KafkaError(.embeddedCluster, .invalidArgument, reason: "the broker could not be started")
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
