import CSimdjson

/// Reads one JSON document after the other into the same buffers.
///
/// A document may be any JSON value, in UTF-8 without byte order mark, nothing but white space around it. What is
/// wrong anywhere in it, numbers beyond 64 bits or beyond a double and halves of surrogate pairs too, is an error of
/// the whole document. What a document of more than 4 MiB needed is given back at the next one.
@safe package struct Parser: ~Copyable {
    private let parser: OpaquePointer?

    /// A parser for documents whose containers are nested up to `maximumDepth` deep, the outermost counted as one.
    package init(maximumDepth: Int = 64) {
        unsafe parser = simdjson_parser_create(max(1, maximumDepth))
    }

    deinit {
        unsafe simdjson_parser_destroy(parser)
    }

    /// The value of a document.
    ///
    /// It and everything reached from it are valid until the next call of a mutating method of this parser, or the
    /// parser's end. The bytes are copied and need no padding.
    package mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Value {
        guard let parser = unsafe parser else { throw ParseError(reason: .outOfMemory, offset: nil) }
        var document = unsafe SimdjsonDocument()
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let outcome = unsafe simdjson_parser_parse(parser, start, bytes.count, &document)
        guard let tape = unsafe document.tape, let strings = unsafe document.strings else {
            let offset = unsafe document.error_offset
            throw ParseError(reason: ParseError.Reason(outcome), offset: offset < 0 ? nil : Int(offset))
        }
        // Word 0 is the root's, the value follows it.
        return unsafe Value(tape: tape, strings: strings, index: 1)
    }

    /// The value of a document, as by `parse(_:)` of a buffer.
    package mutating func parse(_ bytes: [UInt8]) throws(ParseError) -> Value {
        let result = unsafe bytes.withUnsafeBytes { buffer -> Result<Value, ParseError> in
            do throws(ParseError) {
                return .success(unsafe try parse(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Gives back the memory of a document of more than 4 MiB at once, rather than at the next document.
    ///
    /// Values of the last document are invalid afterwards.
    package mutating func trim() {
        if let parser = unsafe parser { unsafe simdjson_parser_trim(parser) }
    }

    /// The length in bytes that the next document may have without an allocation.
    package var capacity: Int {
        guard let parser = unsafe parser else { return 0 }
        return unsafe simdjson_parser_capacity(parser)
    }
}
