import CRDKafka

/// The topic handles of a producer, by name.
///
/// The handles keep the client alive, and are destroyed before the client.
@safe final class TopicHandles {
    private let client: ClientHandle
    private var handles: [String: OpaquePointer] = unsafe [:]

    init(of client: ClientHandle) {
        self.client = client
    }

    /// Returns the handle of a topic, and creates it if needed.
    func handle(_ name: String) throws(KafkaError) -> OpaquePointer {
        if let known = unsafe handles[name] { return unsafe known }
        let handle = try TopicHandle(name, of: client)
        let pointer = unsafe handle.release()
        unsafe handles[name] = pointer
        return unsafe pointer
    }

    deinit {
        unsafe handles.values.forEach { unsafe rd_kafka_topic_destroy($0) }
    }
}
