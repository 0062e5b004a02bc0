import CRDKafka

/// The headers of a message, borrowed from it.
///
/// A null value differs from an empty one.
@safe package struct MessageHeaders: ~Escapable {
    private let list: OpaquePointer?
    package let count: Int

    @_lifetime(immortal)
    init(_ list: OpaquePointer?) {
        unsafe self.list = list
        count = unsafe list.map { unsafe rd_kafka_header_cnt($0) } ?? 0
    }

    /// Returns the name at an index, which must be below `count`.
    package func name(at index: Int) -> String {
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        let code = unsafe rd_kafka_header_get_all(list, index, &name, &value, &size)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR, let name = unsafe name else { return "" }
        return unsafe String(cString: name)
    }

    /// Returns the value at an index, which must be below `count`; nil for a null value.
    @_lifetime(copy self)
    package func value(at index: Int) -> RawSpan? {
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        let code = unsafe rd_kafka_header_get_all(list, index, &name, &value, &size)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        return unsafe _overrideLifetime(Message.bytes(value, size), copying: self)
    }

    /// Returns the last value with a name; nil if there is no such header, or if its value is null.
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
