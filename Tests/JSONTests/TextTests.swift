import JSON
import Testing

@Suite struct TextTests {
    /// A document that is an array of strings.
    private func list(of strings: [String]) -> [UInt8] {
        var writer = Writer()
        writer.byte(UInt8(ascii: "["))
        for (place, string) in strings.enumerated() {
            if place > 0 { writer.byte(UInt8(ascii: ",")) }
            writer.string(string)
        }
        writer.byte(UInt8(ascii: "]"))
        return writer.bytes
    }

    @Test func `texts are equal when every byte is`() throws {
        var parser = Parser()
        for length in 0..<40 {
            let base = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            var strings = [base, base, base + [UInt8(ascii: "a")]]
            for place in 0..<length {
                var other = base
                other[place] = UInt8(ascii: "b")
                strings.append(other)
            }
            let array = try parser.parse(list(of: strings.map { String(decoding: $0, as: UTF8.self) }))
            var (first, texts) = (array.elements, array.elements)
            guard let first = first?.next()?.text else { throw Missing() }
            for (place, bytes) in strings.enumerated() {
                guard let text = texts?.next()?.text else { throw Missing() }
                #expect((text == first) == (place < 2))
                #expect(text.bytes == bytes)
            }
        }
    }

    @Test func `a text is compared with a literal`() throws {
        let literals: [StaticString] = ["", "x", "ab", "abc", "type", "unité", "HKQuantityTypeIdentifierStepCount"]
        var parser = Parser()
        var texts = try parser.parse(list(of: literals.map { "\($0)" })).elements
        for place in literals.indices {
            guard let text = texts?.next()?.text else { throw Missing() }
            for (other, literal) in literals.enumerated() {
                #expect((text == literal) == (place == other))
            }
            #expect((text == "HKQuantityTypeIdentifierStepCounts") == false)
            #expect((text == "HKQuantityTypeIdentifierStepCoun\u{74}s") == false)
            #expect((text == "HKQuantityTypeIdentifierStepcount") == false)
        }
    }

    @Test func `a text gives its bytes unescaped`() throws {
        var parser = Parser()
        guard let text = try parser.parse(Array(#""a\u0000\n\u00e9\ud83d\ude00""#.utf8)).text else { throw Missing() }
        #expect(text.string == "a\0\né😀")
        #expect(text.count == 9)
        #expect(unsafe text.withBytes { unsafe Array($0) } == text.bytes)
    }

    private struct Missing: Error {}
}
