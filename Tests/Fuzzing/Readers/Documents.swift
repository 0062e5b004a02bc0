import JSON

/// A JSON document is refused at a place, or has a canonical text that is its own canonical text.
enum Documents {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        guard let text = canonical(bytes) else { return }
        try expect(canonical(text) == text, "the canonical text of a document is not canonical")
        let ranges = unsafe SourceRanges.ranges(of: [0, 1, 3], in: "samples", bytes: bytes.span.bytes)
        for case let range? in ranges {
            try expect(canonical(Array(bytes[range])) != nil, "an element's place holds no JSON value")
        }
        try expect(ranges == placesOneByOne(bytes), "places found together differ from those found one by one")
    }

    /// The document with sorted keys and nothing around it, nil when it is refused.
    static func canonical(_ bytes: [UInt8]) -> [UInt8]? {
        var parser = Parser()
        guard let value = try? parser.parse(bytes) else { return nil }
        var writer = Writer()
        value.writeCanonical(into: &writer)
        return writer.bytes
    }

    private static func placesOneByOne(_ bytes: [UInt8]) -> [Range<Int>?] {
        [0, 1, 3].map { unsafe SourceRanges.range(of: $0, in: "samples", bytes: bytes.span.bytes) }
    }
}
