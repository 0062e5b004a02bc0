import CSimdjson

/// Reads one JSON document after the other into the same buffers.
///
/// A document may be any JSON value, in UTF-8 without byte order mark, nothing but white space around it. What is
/// wrong anywhere in it, numbers beyond 64 bits or beyond a double and halves of surrogate pairs too, is an error of
/// the whole document. What a document of more than 256 KiB needed is given back at the next one.
@safe package struct Parser: ~Copyable {
    private let parser: OpaquePointer?
    private let maximumDepth: Int

    /// A parser for documents whose containers are nested up to `maximumDepth` deep, the outermost counted as one.
    package init(maximumDepth: Int = 64) {
        unsafe parser = simdjson_parser_create()
        self.maximumDepth = max(1, maximumDepth)
    }

    deinit {
        unsafe simdjson_parser_destroy(parser)
    }

    /// The value of a document.
    ///
    /// It and everything reached from it are valid until the next call of a mutating method of this parser, or the
    /// parser's end: the compiler does not see to that, and so the call is unsafe, where that time begins. The bytes are
    /// copied and need no padding.
    @unsafe package mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Value {
        // simdjson refuses a byte order mark or skips it, as its version goes.
        if unsafe bytes.starts(with: [0xef, 0xbb, 0xbf]) { throw ParseError(reason: .notJSON, offset: 0) }
        if let value = unsafe try attempt(bytes, depthLimit: maximumDepth) { return value }
        var search = unsafe FaultSearch(bytes: bytes, maximumDepth: maximumDepth)
        try search.run()
        // Nothing is wrong: the innermost of as many containers as are allowed has something in it, and simdjson would
        // let them all be filled only with one level more (where an empty one would not be counted).
        if let value = unsafe try attempt(bytes, depthLimit: maximumDepth + 1) { return value }
        throw ParseError(reason: .notJSON, offset: nil)
    }

    /// The value of a document, as by `parse(_:)` of a buffer, and as unsafe.
    @unsafe package mutating func parse(_ bytes: [UInt8]) throws(ParseError) -> Value {
        let result = unsafe bytes.withUnsafeBytes { buffer -> Result<Value, ParseError> in
            do throws(ParseError) {
                return .success(unsafe try parse(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Gives back the memory of a document of more than 256 KiB at once, rather than at the next document.
    ///
    /// Values of the last document are invalid afterwards.
    package mutating func trim() {
        if let parser = unsafe parser { unsafe simdjson_parser_trim(parser) }
    }

    /// What reading a document of so many bytes takes at most, in bytes: fifteen times as many, and a little.
    package static func memory(forDocumentOf bytes: Int) -> Int {
        Int(clamping: simdjson_parser_memory(max(0, bytes)))
    }

    /// The length in bytes that the next document may have without an allocation.
    package var capacity: Int {
        guard let parser = unsafe parser else { return 0 }
        return unsafe simdjson_parser_capacity(parser)
    }

    private mutating func attempt(
        _ bytes: UnsafeRawBufferPointer,
        depthLimit: Int
    ) throws(ParseError) -> Value? {
        guard let parser = unsafe parser else { throw ParseError(reason: .outOfMemory, offset: nil) }
        var document = unsafe SimdjsonDocument()
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let outcome = unsafe simdjson_parser_parse(parser, start, bytes.count, depthLimit, &document)
        switch outcome {
        case .parsed:
            guard let tape = unsafe document.tape, let strings = unsafe document.strings else { return nil }
            // Word 0 is the root's, the value follows it.
            return unsafe Value(tape: tape, strings: strings, index: 1)
        case .refused: return nil
        case .tooLarge: throw ParseError(reason: .tooLarge, offset: nil)
        case .outOfMemory: throw ParseError(reason: .outOfMemory, offset: nil)
        }
    }
}
