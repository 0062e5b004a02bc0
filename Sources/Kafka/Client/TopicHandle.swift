import CRDKafka

/// Owns a topic handle of C, which must be destroyed before its client.
@safe struct TopicHandle: ~Copyable {
    let pointer: OpaquePointer

    init(_ name: String, of client: ClientHandle) throws(KafkaError) {
        guard let topic = unsafe rd_kafka_topic_new(client.pointer, name, nil) else {
            throw KafkaError(.metadata, ErrorCode(rd_kafka_last_error()), subject: name)
        }
        unsafe pointer = topic
    }

    /// Releases the pointer to an owner that destroys it.
    consuming func release() -> OpaquePointer {
        let pointer = unsafe pointer
        discard self
        return unsafe pointer
    }

    deinit {
        unsafe rd_kafka_topic_destroy(pointer)
    }
}
