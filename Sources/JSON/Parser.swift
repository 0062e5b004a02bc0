import CSimdjson

/// Reads one JSON document after the other into the same buffers.
///
/// A document may be any JSON value, in UTF-8 without byte order mark, nothing but white space around it. What is
/// wrong anywhere in it, numbers beyond 64 bits or beyond a double and halves of surrogate pairs too, is an error of
/// the whole document. What a document of more than 256 KiB needed is given back at the next one.
@safe package struct Parser: ~Copyable {
    let parser: OpaquePointer?
    private let maximumDepth: Int
    /// The last document, as long as it is kept.
    private(set) var document: Document?

    /// A parser for documents whose containers are nested up to `maximumDepth` deep, the outermost counted as one.
    package init(maximumDepth: Int = 64) {
        unsafe parser = simdjson_parser_create()
        self.maximumDepth = max(1, maximumDepth)
        unsafe document = nil
    }

    deinit {
        unsafe simdjson_parser_destroy(parser)
    }

    /// The value of a document.
    ///
    /// While it or anything reached from it is in use, the parser can be neither used nor let go of: the compiler sees
    /// to that. The bytes are copied and need no padding.
    @_lifetime(&self)
    package mutating func parse(_ bytes: RawSpan) throws(ParseError) -> Value {
        unsafe self.document = nil
        let document = unsafe try read(bytes)
        unsafe self.document = unsafe document
        // Word 0 is the root's, the value follows it.
        let value = unsafe Value(tape: document.tape, strings: document.strings, index: 1)
        return unsafe _overrideLifetime(value, mutating: &self)
    }

    /// The value of a document, as by `parse(_:)` of a span.
    @_lifetime(&self)
    package mutating func parse(_ bytes: [UInt8]) throws(ParseError) -> Value {
        try unsafe parse(bytes.span.bytes)
    }

    /// Gives back the memory of a document of more than 256 KiB at once, rather than at the next document.
    package mutating func trim() {
        unsafe document = nil
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

    private func read(_ bytes: RawSpan) throws(ParseError) -> Document {
        // simdjson refuses a byte order mark or skips it, as its version goes.
        let text = Span<UInt8>(_bytes: bytes)
        if text.count >= 3, text[0] == 0xef, text[1] == 0xbb, text[2] == 0xbf {
            throw ParseError(reason: .notJSON, offset: 0)
        }
        if let document = unsafe try attempt(bytes, depthLimit: maximumDepth) { return unsafe document }
        var search = FaultSearch(bytes: text, maximumDepth: maximumDepth)
        try search.run()
        // Nothing is wrong: the innermost of as many containers as are allowed has something in it, and simdjson would
        // let them all be filled only with one level more (where an empty one would not be counted).
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
