import CSimdjson

/// A JSON parser with reused buffers, based on simdjson.
///
/// ```swift
/// var parser = Parser()
/// let name = try parser.parse(bytes).member("name")?.text?.string
/// ```
///
/// A document is any JSON value in UTF-8 without byte order mark, with optional white space around it. Any fault
/// rejects the whole document, including numbers that exceed 64 bits or a double, and halves of surrogate pairs. The
/// memory of a document of more than 256 KiB is freed when the next document is parsed.
@safe package struct Parser: ~Copyable {
    let parser: OpaquePointer?
    private let maximumDepth: Int
    /// The last document; nil if its memory was freed.
    private(set) var document: Document?

    /// Creates a parser; `maximumDepth` is the deepest nesting of containers, including the outermost.
    package init(maximumDepth: Int = 64) {
        unsafe parser = simdjson_parser_create()
        self.maximumDepth = max(1, maximumDepth)
        unsafe document = nil
    }

    deinit {
        unsafe simdjson_parser_destroy(parser)
    }

    /// Parses a document.
    ///
    /// The compiler ensures that the parser is neither used nor freed while the returned value is in use. The bytes are
    /// copied and need no padding.
    @_lifetime(&self)
    package mutating func parse(_ bytes: RawSpan) throws(ParseError) -> Value {
        unsafe self.document = nil
        let document = unsafe try read(bytes)
        unsafe self.document = unsafe document
        // Word 0 of the tape is the root. The value follows it.
        let value = unsafe Value(tape: document.tape, strings: document.strings, index: 1)
        return unsafe _overrideLifetime(value, mutating: &self)
    }

    @_lifetime(&self)
    package mutating func parse(_ bytes: [UInt8]) throws(ParseError) -> Value {
        try unsafe parse(bytes.span.bytes)
    }

    /// Returns the value of the last document again; nil if its memory was freed.
    @_lifetime(&self)
    package mutating func lastValue() -> Value? {
        guard let document = unsafe document else { return nil }
        let value = unsafe Value(tape: document.tape, strings: document.strings, index: 1)
        return unsafe _overrideLifetime(value, mutating: &self)
    }

    /// Frees the memory of a document of more than 256 KiB now instead of at the next document.
    package mutating func trim() {
        unsafe document = nil
        if let parser = unsafe parser { unsafe simdjson_parser_trim(parser) }
    }

    /// Returns the most bytes of memory that parsing a document of `bytes` bytes takes: about fifteen times its length.
    package static func memory(forDocumentOf bytes: Int) -> Int {
        Int(clamping: simdjson_parser_memory(max(0, bytes)))
    }

    /// The number of bytes that the next document may have without an allocation.
    package var capacity: Int {
        guard let parser = unsafe parser else { return 0 }
        return unsafe simdjson_parser_capacity(parser)
    }

    private func read(_ bytes: RawSpan) throws(ParseError) -> Document {
        // Depending on its version, simdjson rejects a byte order mark or skips it.
        let text = Span<UInt8>(_bytes: bytes)
        if text.count >= 3, text[0] == 0xef, text[1] == 0xbb, text[2] == 0xbf {
            throw ParseError(reason: .notJSON, offset: 0)
        }
        if let document = unsafe try attempt(bytes, depthLimit: maximumDepth) { return unsafe document }
        var search = FaultSearch(bytes: text, maximumDepth: maximumDepth)
        try search.run()
        // The document is valid, but simdjson counts the content of the innermost allowed container as another level.
        if let document = unsafe try attempt(bytes, depthLimit: maximumDepth + 1) { return unsafe document }
        throw ParseError(reason: .notJSON, offset: nil)
    }

    private func attempt(_ bytes: RawSpan, depthLimit: Int) throws(ParseError) -> Document? {
        guard let parser = unsafe parser else { throw ParseError(reason: .outOfMemory, offset: nil) }
        var document = unsafe SimdjsonDocument()
        let outcome = unsafe bytes.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return unsafe simdjson_parser_parse(parser, start, bytes.count, depthLimit, &document)
        }
        switch outcome {
        case .parsed:
            guard let tape = unsafe document.tape, let strings = unsafe document.strings else { return nil }
            return unsafe (tape, strings)
        case .refused: return nil
        case .tooLarge: throw ParseError(reason: .tooLarge, offset: nil)
        case .outOfMemory: throw ParseError(reason: .outOfMemory, offset: nil)
        }
    }

    typealias Document = (tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>)
}
