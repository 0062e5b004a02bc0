import CRDKafka

/// Headers for a record to be produced, in the order they are added.
///
/// Owned until the library takes them over.
@safe package struct RecordHeaders: ~Copyable {
    let pointer: OpaquePointer

    /// Room for as many without growing.
    package init(capacity: Int = 8) {
        unsafe pointer = rd_kafka_headers_new(capacity)
    }

    private init(taking headers: OpaquePointer) {
        unsafe pointer = headers
    }

    /// The same headers again, for the next record.
    package func copy() -> RecordHeaders {
        unsafe RecordHeaders(taking: rd_kafka_headers_copy(pointer))
    }

    /// Adds one; nil is a null value, which readers can tell from an empty one.
    package func add(_ name: String, _ value: RawSpan?) {
        guard let value else {
            _ = unsafe rd_kafka_header_add(pointer, name, -1, nil, 0)
            return
        }
        unsafe value.withUnsafeBytes { bytes in
            _ = unsafe rd_kafka_header_add(pointer, name, -1, NonNull.start(bytes), bytes.count)
        }
    }

    /// Adds a text as UTF-8.
    package func add(_ name: String, _ value: String) {
        add(name, value.utf8.span.rawBytes)
    }

    /// Gives the pointer away, after the library has taken it over.
    consuming func release() {
        discard self
    }

    deinit {
        unsafe rd_kafka_headers_destroy(pointer)
    }
}

/// Empty but not null: an empty span may have no address, and a null address means a null value to the library.
enum NonNull {
    private static let somewhere: StaticString = "empty"

    static func start(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        unsafe bytes.baseAddress ?? UnsafeRawPointer(somewhere.utf8Start)
    }
}
