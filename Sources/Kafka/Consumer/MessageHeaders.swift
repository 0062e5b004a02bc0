import CRDKafka

/// The headers of a message, lent by it.
///
/// A null value and an empty one are different.
@safe package struct MessageHeaders: ~Escapable {
    private let list: OpaquePointer?
    /// How many there are.
    package let count: Int

    @_lifetime(immortal)
    init(_ list: OpaquePointer?) {
        unsafe self.list = list
        count = unsafe list.map { unsafe rd_kafka_header_cnt($0) } ?? 0
    }

    /// The name at an index below `count`.
    package func name(at index: Int) -> String {
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        let code = unsafe rd_kafka_header_get_all(list, index, &name, &value, &size)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let name = unsafe name else { return "" }
        return unsafe String(cString: name)
    }

    /// The value at an index below `count`; nil for a null value.
    @_lifetime(copy self)
    package func value(at index: Int) -> RawSpan? {
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        let code = unsafe rd_kafka_header_get_all(list, index, &name, &value, &size)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        return unsafe _overrideLifetime(Message.bytes(value, size), copying: self)
    }

    /// The last value under a name; nil if there is no such header, or its value is null.
    @_lifetime(copy self)
    package func last(_ name: String) -> RawSpan? {
        guard let list = unsafe list else { return nil }
        var value: UnsafeRawPointer?
        var size = 0
        let code = unsafe rd_kafka_header_get_last(list, name, &value, &size)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        return unsafe _overrideLifetime(Message.bytes(value, size), copying: self)
    }
}
