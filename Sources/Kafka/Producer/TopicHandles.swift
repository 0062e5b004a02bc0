import CRDKafka

/// The topics that a producer has used, by name; they die before the client, which they keep alive.
@safe final class TopicHandles {
    private let client: ClientHandle
    private var handles: [String: OpaquePointer] = unsafe [:]

    init(of client: ClientHandle) {
        self.client = client
    }

    /// Makes the handle when it is first asked for.
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
