import JSON
import Testing

@Suite struct ParserTests {
    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("0", "0"), (" -0 ", "0"), ("\"\"", "\"\""), ("null", "null"), ("true", "true"),
        ("\t\r\n false \n", "false"), (#"{"b":1,"a":[{}, []]}"#, #"{"a":[{},[]],"b":1}"#),
        ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("1e-400", "0"), ("5e-324", "5e-324"), ("1E2", "100"), ("[1.0,10e-1]", "[1,1]"),
        (#""\u00e9\uD83D\ude00\u0000\/""#, #""é😀\u0000/""#), (#"{"":{"":null}}"#, #"{"":{"":null}}"#),
    ])
    func `a document is read`(document: String, expected: String) throws {
        #expect(try canonical(document) == expected)
    }

    @Test func `white space alone is empty`() {
        for document in ["", " ", " \n\t\r\n "] {
            #expect(refusal(of: document) == ParseError(reason: .empty, offset: nil))
        }
    }

    @Test func `bytes that are no UTF-8 are refused at the first wrong one`() {
        let sequences: [[UInt8]] = [
            [0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80],
        ]
        for sequence in sequences {
            let document = Array(#"{"a":"bc"#.utf8) + sequence + Array(#""}"#.utf8)
            #expect(refusal(of: document) == ParseError(reason: .notUTF8, offset: 8), "\(sequence)")
        }
    }

    @Test func `a byte order mark is refused`() {
        #expect(refusal(of: [0xef, 0xbb, 0xbf] + Array("{}".utf8)) == ParseError(reason: .notJSON, offset: 0))
    }

    @Test func `of equal keys the last counts`() throws {
        var parser = Parser()
        let value = try parser.parse(Array(#"{"a":1,"\u0061":{"x":[]},"b":2,"a":null}"#.utf8))
        #expect(value.member("a")?.isNull == true)
        #expect(value.member("b")?.integer == 2)
        #expect(value.member("c")?.kind == nil)
        #expect(value.count == 4)
        #expect(try canonical(#"{"a":1,"\u0061":{"x":[]},"b":2,"a":null}"#) == #"{"a":null,"b":2}"#)
    }

    @Test func `a parser goes on after a refusal`() throws {
        var parser = Parser()
        for _ in 0..<3 {
            #expect(throws: ParseError(reason: .notJSON, offset: 1)) { _ = try parser.parse(Array("{".utf8)) }
            #expect(try parser.parse(Array("[7]".utf8)).elements?.map { $0.integer } == [7])
        }
    }

    @Test func `nothing beyond the bytes is read`() throws {
        var parser = Parser()
        // The rest of the buffer would make another document of it.
        let bytes = Array("12345,\"".utf8)
        for (count, expected) in [(5, 12345), (3, 123), (1, 1)] as [(Int, Int64)] {
            #expect(unsafe try parser.parse(bytes.span.bytes.extracting(first: count)).integer == expected)
        }
        #expect(refusal(of: "")?.reason == .empty)
    }

    @Test func `what a long document needed is given back`() throws {
        var parser = Parser()
        _ = try parser.parse(Array("[]".utf8))
        let usual = parser.capacity
        #expect(usual > 0)
        _ = try parser.parse(Array("[]".utf8) + Array(repeating: 0x20, count: 1 << 20))
        #expect(parser.capacity > 1 << 20)
        #expect(try parser.parse(Array("[1]".utf8)).count == 1)
        #expect(parser.capacity == usual)
        _ = try parser.parse(Array("[]".utf8) + Array(repeating: 0x20, count: 1 << 20))
        parser.trim()
        #expect(parser.capacity == 0)
        #expect(try parser.parse(Array("[1,2]".utf8)).count == 2)
        parser.trim()
        #expect(parser.capacity == usual)
    }

    @Test(arguments: [0, 1, 5000, 256 << 10, 1 << 20, 512 << 20])
    func `what a document takes is told before it comes`(count: Int) {
        let memory = Parser.memory(forDocumentOf: count)
        // Itself, and a word of eight bytes and a place of four for each.
        #expect(memory >= count * 13)
        #expect(memory <= max(4096, 2 * count) * 15 + (16 << 10))
        #expect(count <= 256 << 10 || memory <= count * 15 + (16 << 10))
    }

    @Test func `a refusal is one sentence for a person`() {
        #expect(refusal(of: "[1,]")?.description == "This is not JSON, at byte 3.")
        #expect(refusal(of: "")?.description == "There is no JSON, only nothing or white space.")
    }
}
