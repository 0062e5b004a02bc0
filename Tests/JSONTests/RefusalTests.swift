import JSON
import Testing

@Suite struct RefusalTests {
    @Test(arguments: [
        ("{", 1), ("[", 1), ("}", 0), ("]", 0), ("[1,]", 3), ("{\"a\":1,}", 7), ("[1 2]", 3), ("{\"a\" 1}", 5),
        ("{\"a\":}", 5), ("{1:2}", 1), ("{a:2}", 1), ("[,1]", 1), ("{,}", 1), ("[1}", 2), ("{\"a\":1]", 6),
        ("{} {}", 3), ("1 2", 2), ("[]]", 2), ("{}x", 2), ("null0", 4), ("nul", 3), ("True", 0), ("truE", 3),
        ("NaN", 0), ("-NaN", 1), ("Infinity", 0), ("01", 1), ("[-01]", 3), ("1.", 2), (".5", 0), ("+1", 0), ("-", 1),
        ("1e", 2), ("1e+", 3), ("1.e5", 2), ("0x10", 1), ("1_000", 1), ("\"a", 2), ("[\"a]", 4), ("'a'", 0),
        ("[\"a\"\"b\"]", 4), ("// x\n1", 0), ("[1]/*x*/", 3), ("\u{c}1", 0), ("\u{a0}1", 0), ("\0", 0), ("1\0", 1),
        ("\"a\\", 3), ("é", 0),
    ])
    func `what breaks the grammar is refused at its place`(document: String, offset: Int) {
        #expect(refusal(of: document) == ParseError(reason: .notJSON, offset: offset))
    }

    @Test(arguments: [
        ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\u12g4\"", 1), ("\"\\u+123\"", 1), ("\"\\U0041\"", 1), ("\"\n\"", 1),
        ("\"\u{1f}\"", 1), ("\"ab\t\"", 3), (#""\ud800""#, 1), (#""\udc00""#, 1), (#""x\udbffy""#, 2),
        (#""\ud83d\u0041""#, 1), (#""\ud83d\ud83d\ude00""#, 1), (#""\ud83d\n""#, 1), (#"{"\udfff":1}"#, 2),
        (#"[1,"\ude00\ud83d"]"#, 4),
    ])
    func `a wrong string is refused at its escape or character`(document: String, offset: Int) {
        #expect(refusal(of: document) == ParseError(reason: .badString, offset: offset))
    }

    @Test(arguments: [
        ("9223372036854775808000", 0), ("18446744073709551616", 0), ("-9223372036854775809", 0), ("[1e309]", 1),
        ("-1e309", 0), ("{\"a\":1e99999999999999999999}", 5), ("100000000000000000000000", 0), ("1.8e308", 0),
    ])
    func `a number beyond 64 bits or a double is refused`(document: String, offset: Int) {
        #expect(refusal(of: document) == ParseError(reason: .numberOutOfRange, offset: offset))
    }

    @Test func `a number of thousands of digits is no trouble`() throws {
        let zeros = String(repeating: "0", count: 5000)
        #expect(refusal(of: "1" + zeros)?.reason == .numberOutOfRange)
        #expect(try canonical("0." + zeros + "1") == "0")
        #expect(try canonical("1." + zeros) == "1")
        #expect(try canonical("1" + zeros + "e-5000") == "1")
        #expect(try canonical("1e" + zeros + "1") == "10")
    }

    @Test func `a fault in the last bytes is found at every length`() {
        // Around the blocks of 64 bytes that the parser works in.
        for length in 0..<200 {
            let space = String(repeating: " ", count: length)
            #expect(refusal(of: space + "[1") == ParseError(reason: .notJSON, offset: length + 2))
            #expect(refusal(of: "[" + space + "\"\\u000") == ParseError(reason: .badString, offset: length + 2))
            #expect(refusal(of: "[" + space + "1]") == nil)
        }
    }
}
