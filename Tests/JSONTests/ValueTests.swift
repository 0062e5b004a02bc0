import JSON
import Testing

@Suite struct ValueTests {
    @Test func `a value is what it is and nothing else`() throws {
        let kinds: [(String, Value.Kind)] = [
            ("{\"a\":1}", .object), ("[1]", .array), ("\"1\"", .string), ("1", .integer),
            ("18446744073709551615", .integer), ("1.0", .double), ("true", .bool), ("false", .bool), ("null", .null),
        ]
        var parser = Parser()
        for (document, kind) in kinds {
            let value = try parser.parse(Array(document.utf8))
            #expect(value.kind == kind)
            #expect((value.members != nil) == (kind == .object))
            #expect((value.elements != nil) == (kind == .array))
            #expect((value.text != nil) == (kind == .string))
            #expect((value.double != nil) == (kind == .integer || kind == .double))
            #expect((value.bool != nil) == (kind == .bool))
            #expect(value.isNull == (kind == .null))
            #expect(value.count == (kind == .object || kind == .array ? 1 : 0))
            #expect((value.member("a") != nil) == (kind == .object))
        }
    }

    private static let integers: [(String, Int64?)] = [
        ("0", 0), ("-0", 0), ("-0.0", 0), ("3", 3), ("3.0", 3), ("3e2", 300), ("-7.0", -7), ("3.5", nil), ("0.1", nil),
        ("9007199254740992.0", 9_007_199_254_740_992), ("-9007199254740992.0", -9_007_199_254_740_992),
        ("9007199254740994.0", nil), ("1e300", nil), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ("9223372036854775808", nil), ("18446744073709551615", nil), ("\"3\"", nil), ("true", nil), ("null", nil),
    ]

    @Test(arguments: integers)
    func `an integer is a whole number that fits`(document: String, expected: Int64?) throws {
        var parser = Parser()
        #expect(try parser.parse(Array(document.utf8)).integer == expected)
    }

    private static let doubles: [(String, Double?)] = [
        ("0", 0), ("-1", -1), ("0.1", 0.1), ("9007199254740993", 9_007_199_254_740_992),
        ("18446744073709551615", 0x1p64), ("123456789.123456789", 123456789.123456789),
        ("2.2250738585072011e-308", Double(bitPattern: 0xf_ffff_ffff_ffff)), ("4.9e-324", .leastNonzeroMagnitude),
        ("\"1\"", nil), ("[]", nil),
    ]

    @Test(arguments: doubles)
    func `any number is the nearest double`(document: String, expected: Double?) throws {
        var parser = Parser()
        #expect(try parser.parse(Array(document.utf8)).double == expected)
    }

    @Test func `siblings of every shape are stepped over`() throws {
        let elements = [
            "1", "2.5", "18446744073709551615", "\"x\"", "true", "false", "null", "[]", "{}", "[[1],{\"a\":[]}]",
        ]
        var parser = Parser()
        for (place, _) in elements.enumerated() {
            let turned = elements[place...] + elements[..<place]
            let members = turned.enumerated().map { "\"k\($0)\": \($1)" }.joined(separator: ",")
            do {
                let array = try parser.parse(Array("[\(turned.joined(separator: ","))]".utf8))
                #expect(array.count == elements.count)
                var writer = Writer()
                var rest = array.elements
                while let element = rest?.next() {
                    element.writeCanonical(into: &writer)
                    writer.byte(UInt8(ascii: " "))
                }
                #expect(String(decoding: writer.bytes, as: UTF8.self) == turned.map { $0 + " " }.joined())
            }
            let object = try parser.parse(Array("{\(members)}".utf8))
            #expect(object.count == elements.count)
            #expect(object.members?.map { key, _ in key.string } == elements.indices.map { "k\($0)" })
        }
    }

    @Test func `a walk may begin anew and stop early`() throws {
        var parser = Parser()
        let array = try parser.parse(Array("[1,2,3]".utf8))
        var elements = array.elements
        #expect(elements?.next()?.integer == 1)
        #expect(elements?.map { $0.integer } == [2, 3])
        #expect(elements?.next()?.integer == 2)
        #expect(array.elements?.map { $0.integer } == [1, 2, 3])
    }

    @Test func `more than the tape can count are counted`() throws {
        var parser = Parser()
        let count = 1 << 24
        var document = Array("7,".utf8)
        for _ in 0..<24 { document += document }
        document[0] = UInt8(ascii: "[")
        document.insert(UInt8(ascii: "7"), at: 1)
        document[document.count - 1] = UInt8(ascii: "]")
        #expect(try parser.parse(document).count == count)
    }
}
