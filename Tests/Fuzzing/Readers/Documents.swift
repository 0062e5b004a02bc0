import JSON

/// A JSON document is refused at a place, or has a canonical text that is its own canonical text.
enum Documents {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var parser = Parser()
        guard let text = canonical(bytes, &parser) else { return }
        let numbers = [0, 1, 3]
        let pointers = numbers.map { JSONPointer.root.member("samples").element($0) }
        let found = parser.ranges(of: pointers)
        let places = pointers.map { parser.ranges(of: [$0])[$0] }
        try expect(pointers.map { found[$0] } == places, "places found together differ from those found one by one")
        try expect(canonical(text, &parser) == text, "the canonical text of a document is not canonical")
        for (number, range) in zip(numbers, places.compactMap { $0 }) {
            let element = canonical(Array(bytes[range]), &parser)
            try expect(element != nil, "an element's place holds no JSON value")
            try expect(element == self.element(number, of: text, &parser), "an element's place holds another value")
        }
    }

    /// The document with sorted keys and nothing around it, nil when it is refused.
    static func canonical(_ bytes: [UInt8], _ parser: inout Parser) -> [UInt8]? {
        guard let value = try? parser.parse(bytes) else { return nil }
        var writer = Writer()
        value.writeCanonical(into: &writer)
        return writer.bytes
    }

    static func canonical(_ bytes: [UInt8]) -> [UInt8]? {
        var parser = Parser()
        return canonical(bytes, &parser)
    }

    /// The canonical text of one of the samples of a document.
    private static func element(_ number: Int, of text: [UInt8], _ parser: inout Parser) -> [UInt8]? {
        var elements = (try? parser.parse(text))?.member("samples")?.elements
        for _ in 0..<number { _ = elements?.next() }
        var writer = Writer()
        elements?.next()?.writeCanonical(into: &writer)
        return writer.bytes
    }
}
