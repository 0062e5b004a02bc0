import CRDKafka

/// The topics that a producer has used, by name; they must die before the client.
@safe final class TopicHandles {
    private var handles: [String: OpaquePointer] = unsafe [:]

    var count: Int { unsafe handles.count }

    /// Makes the handle when it is first asked for.
    func handle(_ name: String, of client: borrowing ClientHandle) throws(KafkaError) -> OpaquePointer {
        if let known = unsafe handles[name] { return unsafe known }
        let handle = try TopicHandle(name, of: client)
        let pointer = unsafe handle.release()
        unsafe handles[name] = pointer
        return unsafe pointer
    }

    func removeAll() {
        unsafe handles.values.forEach { unsafe rd_kafka_topic_destroy($0) }
        unsafe handles.removeAll()
    }
}
