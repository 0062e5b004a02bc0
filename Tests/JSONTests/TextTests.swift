import JSON
import Testing

@Suite struct TextTests {
    /// Runs the body with the texts of an array of strings.
    private func withTexts(_ strings: [String], _ body: ([Text]) throws -> Void) throws {
        var parser = Parser()
        var writer = Writer()
        writer.byte(UInt8(ascii: "["))
        for (place, string) in strings.enumerated() {
            if place > 0 { writer.byte(UInt8(ascii: ",")) }
            writer.string(string)
        }
        writer.byte(UInt8(ascii: "]"))
        let elements = try #require(try parser.value(of: writer.bytes).elements)
        try body(elements.compactMap(\.text))
    }

    @Test func `texts are equal when every byte is`() throws {
        for length in 0..<40 {
            let base = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            var strings = [base, base, base + [UInt8(ascii: "a")]]
            for place in 0..<length {
                var other = base
                other[place] = UInt8(ascii: "b")
                strings.append(other)
            }
            try withTexts(strings.map { String(decoding: $0, as: UTF8.self) }) { texts in
                #expect(texts[0] == texts[1])
                #expect(texts[0].hashValue == texts[1].hashValue)
                for (text, bytes) in zip(texts, strings).dropFirst(2) {
                    #expect(text != texts[0])
                    #expect(text.bytes == bytes)
                }
            }
        }
    }

    @Test func `a text is compared with a literal`() throws {
        try withTexts(["", "x", "ab", "abc", "type", "unité", "HKQuantityTypeIdentifierStepCount"]) { texts in
            let literals: [StaticString] = [
                "", "x", "ab", "abc", "type", "unité", "HKQuantityTypeIdentifierStepCount",
            ]
            for (place, text) in texts.enumerated() {
                for (other, literal) in literals.enumerated() {
                    #expect((text == literal) == (place == other))
                }
            }
            #expect(!(texts[6] == "HKQuantityTypeIdentifierStepCounts"))
            #expect(!(texts[6] == "HKQuantityTypeIdentifierStepCoun\u{74}s"))
            #expect(!(texts[6] == "HKQuantityTypeIdentifierStepcount"))
        }
    }

    @Test func `a text gives its bytes unescaped`() throws {
        var parser = Parser()
        let text = try #require(try parser.value(of: Array(#""a\u0000\n\u00e9\ud83d\ude00""#.utf8)).text)
        #expect(text.string == "a\0\né😀")
        #expect(text.count == 9)
        #expect(unsafe text.withBytes { unsafe Array($0) } == text.bytes)
    }

    @Test func `texts are keys of a set`() throws {
        let strings = (0..<500).map { "sample number \($0) of many" }
        try withTexts(strings + strings) { texts in
            #expect(Set(texts).count == 500)
            #expect(Set(texts).contains(texts[700]))
        }
    }
}
