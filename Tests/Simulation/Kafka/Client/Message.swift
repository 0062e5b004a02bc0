/// One record, or an error about a partition or the consumer, as the room's `Message` is.
package struct Message: ~Copyable {
    package let topic: String
    package let partition: Int32
    package let offset: Int64
    package let error: KafkaError?
    package let isEndOfPartition: Bool
    private let record: LogRecord?
    private let keyBytes: UnsafeRawBufferPointer?
    private let valueBytes: UnsafeRawBufferPointer?

    init(_ place: TopicPartition, _ record: LogRecord) {
        (topic, partition, offset) = (place.topic, place.partition, record.offset)
        error = nil
        isEndOfPartition = false
        self.record = record
        keyBytes = copied(record.key)
        valueBytes = copied(record.value)
    }

    init(_ place: TopicPartition?, _ error: KafkaError) {
        (topic, partition, offset) = (place?.topic ?? "", place?.partition ?? -1, -1)
        self.error = error
        isEndOfPartition = false
        (record, keyBytes, valueBytes) = (nil, nil, nil)
    }

    init(endOf place: TopicPartition, at offset: Int64) {
        (topic, partition, self.offset) = (place.topic, place.partition, offset)
        error = nil
        isEndOfPartition = true
        (record, keyBytes, valueBytes) = (nil, nil, nil)
    }

    package var timestampMilliseconds: Int64? { record?.timestamp }

    package var key: RawSpan? {
        @_lifetime(borrow self)
        borrowing get {
            guard let keyBytes else { return nil }
            return _overrideLifetime(RawSpan(_unsafeBytes: keyBytes), borrowing: self)
        }
    }

    package var value: RawSpan? {
        @_lifetime(borrow self)
        borrowing get {
            guard let valueBytes else { return nil }
            return _overrideLifetime(RawSpan(_unsafeBytes: valueBytes), borrowing: self)
        }
    }

    package var headers: MessageHeaders {
        @_lifetime(borrow self)
        borrowing get { MessageHeaders(record?.headers ?? []) }
    }

    deinit {
        keyBytes?.deallocate()
        valueBytes?.deallocate()
    }
}

/// A copy of bytes that stays at one place until it is given up.
private func copied(_ bytes: [UInt8]?) -> UnsafeRawBufferPointer? {
    guard let bytes else { return nil }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(copy)
}

/// What a record carries beside its key and value, lent for as long as the record is.
package struct MessageHeaders: ~Escapable {
    private let list: [(name: String, value: [UInt8]?)]
    package var count: Int { list.count }

    @_lifetime(immortal)
    init(_ list: [(name: String, value: [UInt8]?)]) { self.list = list }

    package func name(at index: Int) -> String { list[index].name }

    @_lifetime(copy self)
    package func value(at index: Int) -> RawSpan? { lend(list[index].value) }

    @_lifetime(copy self)
    package func last(_ name: String) -> RawSpan? { lend(list.last { $0.name == name }?.value) }

    @_lifetime(copy self)
    private func lend(_ value: [UInt8]?) -> RawSpan? {
        guard let value else { return nil }
        // Few records have headers: what these take is not given back.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: value.count, alignment: 1)
        copy.copyBytes(from: value)
        return _overrideLifetime(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(copy)), copying: self)
    }
}
