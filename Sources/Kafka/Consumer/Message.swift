import CRDKafka

/// A record, or an error about a partition or the consumer.
///
/// The bytes belong to a fetch response. Keeping a message keeps the whole response (up to `fetch.max.bytes`) in
/// memory.
@safe package struct Message: ~Copyable {
    private let pointer: UnsafeMutablePointer<rd_kafka_message_t>
    private let client: ClientHandle
    /// The error; if not nil, this is not a record, and key, value and headers are undefined.
    package let error: KafkaError?
    /// Whether this is the end of the partition and not a record; needs `enable.partition.eof`.
    package let isEndOfPartition: Bool

    init(taking message: UnsafeMutablePointer<rd_kafka_message_t>, from client: ClientHandle) {
        unsafe pointer = message
        self.client = client
        let code = ErrorCode(unsafe message.pointee.err)
        isEndOfPartition = code == .endOfPartition
        guard code != .none, code != .endOfPartition else {
            error = nil
            return
        }
        let reason = unsafe rd_kafka_message_errstr(message).map { unsafe String(cString: $0) }
        let subject = unsafe message.pointee.rkt.map { unsafe String(cString: rd_kafka_topic_name($0)) }
        let plain = KafkaError(.poll, code, subject: subject, reason: reason).masked(by: client.context.secrets)
        error = (code == .fatal ? client.finalError(.poll) : nil) ?? client.named(plain)
    }

    /// The name of the topic; empty for an error that concerns no topic.
    package var topic: String {
        guard let topic = unsafe pointer.pointee.rkt else { return "" }
        return unsafe String(cString: rd_kafka_topic_name(topic))
    }

    package var partition: Int32 { unsafe pointer.pointee.partition }

    package var offset: Int64 { unsafe pointer.pointee.offset }

    /// The timestamp set by the producer or the broker, in Unix milliseconds; nil if there is none.
    ///
    /// A producer without timestamps sets −1.
    package var timestampMilliseconds: Int64? {
        var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        let timestamp = unsafe rd_kafka_message_timestamp(pointer, &kind)
        return kind == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE || timestamp < 0 ? nil : timestamp
    }

    /// The bytes of the key; nil for a record without key, which differs from an empty key.
    package var key: RawSpan? {
        @_lifetime(borrow self)
        borrowing get {
            let bytes = unsafe Self.bytes(pointer.pointee.key, pointer.pointee.key_len)
            return unsafe _overrideLifetime(bytes, borrowing: self)
        }
    }

    /// The bytes of the value; nil for a tombstone, which differs from an empty value.
    package var value: RawSpan? {
        @_lifetime(borrow self)
        borrowing get {
            let bytes = unsafe Self.bytes(pointer.pointee.payload, pointer.pointee.len)
            return unsafe _overrideLifetime(bytes, borrowing: self)
        }
    }

    /// The number of offsets after this record in its partition, as known from the last fetch.
    var recordsBehind: Int {
        guard error == nil, !isEndOfPartition, let topic = unsafe pointer.pointee.rkt else { return 0 }
        var low: Int64 = 0
        var high: Int64 = 0
        let name = unsafe rd_kafka_topic_name(topic)
        let code = unsafe rd_kafka_get_watermark_offsets(client.pointer, name, partition, &low, &high)
        return code == RD_KAFKA_RESP_ERR_NO_ERROR ? Int(high - offset - 1) : 0
    }

    package var headers: MessageHeaders {
        @_lifetime(borrow self)
        borrowing get {
            var list: OpaquePointer?
            let code = unsafe rd_kafka_message_headers(pointer, &list)
            let headers = unsafe MessageHeaders(code == RD_KAFKA_RESP_ERR_NO_ERROR ? list : nil)
            return unsafe _overrideLifetime(headers, borrowing: self)
        }
    }

    /// Returns the bytes at an address as a span, whose lifetime the caller must limit.
    @_lifetime(immortal)
    static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> RawSpan? {
        guard let start = unsafe start else { return nil }
        return unsafe _overrideLifetime(RawSpan(_unsafeStart: start, byteCount: count), copying: ())
    }

    deinit {
        unsafe rd_kafka_message_destroy(pointer)
    }
}
