import CRDKafka

/// The headers of a record to be produced, in the order in which they are added.
///
/// The library takes the headers over with the record.
@safe package struct RecordHeaders: ~Copyable {
    let pointer: OpaquePointer

    /// Reserves room for `capacity` headers.
    package init(capacity: Int = 8) {
        unsafe pointer = rd_kafka_headers_new(capacity)
    }

    private init(taking headers: OpaquePointer) {
        unsafe pointer = headers
    }

    /// Returns a copy, for another record.
    package func copy() -> RecordHeaders {
        unsafe RecordHeaders(taking: rd_kafka_headers_copy(pointer))
    }

    /// Adds a header; a nil value becomes null, which differs from an empty value.
    package func add(_ name: String, _ value: RawSpan?) {
        guard let value else {
            _ = unsafe rd_kafka_header_add(pointer, name, -1, nil, 0)
            return
        }
        unsafe value.withUnsafeBytes { bytes in
            _ = unsafe rd_kafka_header_add(pointer, name, -1, NonNull.start(bytes), bytes.count)
        }
    }

    package func add(_ name: String, _ value: String) {
        add(name, value.utf8.span.rawBytes)
    }

    /// Releases the pointer after the library has taken it over.
    consuming func release() {
        discard self
    }

    deinit {
        unsafe rd_kafka_headers_destroy(pointer)
    }
}

/// A non-null address for any bytes: an empty span may have a null address, which librdkafka takes as a null value.
enum NonNull {
    private static let somewhere: StaticString = "empty"

    static func start(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        unsafe bytes.baseAddress ?? UnsafeRawPointer(somewhere.utf8Start)
    }
}
