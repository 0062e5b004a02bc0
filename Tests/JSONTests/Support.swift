import JSON
import Randomness

/// The canonical text of a document.
func canonical(_ document: String) throws(ParseError) -> String {
    String(decoding: try canonical(Array(document.utf8)), as: UTF8.self)
}

func canonical(_ document: [UInt8]) throws(ParseError) -> [UInt8] {
    var parser = Parser()
    return try parser.parse(document).canonical
}

extension Value {
    /// What `canonical(_:)` gives of a document.
    var canonical: [UInt8] {
        var writer = Writer()
        writeCanonical(into: &writer)
        return writer.bytes
    }
}

/// Why a document is refused, or nil.
func refusal(of document: [UInt8], maximumDepth: Int = 64) -> ParseError? {
    var parser = Parser(maximumDepth: maximumDepth)
    return refusal(of: document, &parser)
}

func refusal(of document: [UInt8], _ parser: inout Parser) -> ParseError? {
    do throws(ParseError) {
        _ = try parser.parse(document)
        return nil
    } catch {
        return error
    }
}

func refusal(of document: String, maximumDepth: Int = 64) -> ParseError? {
    refusal(of: Array(document.utf8), maximumDepth: maximumDepth)
}

/// What a writer has written, as text.
func written(_ body: (inout Writer) -> Void) -> String {
    var writer = Writer()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

extension SeededRandom {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
