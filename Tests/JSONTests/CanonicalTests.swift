import JSON
import Randomness
import Testing

@Suite struct CanonicalTests {
    @Test(arguments: [
        (#"{ "b" : 1 , "a" : 2 }"#, #"{"a":2,"b":1}"#), (#"{"a":1,"a":2,"a":3}"#, #"{"a":3}"#),
        (#"{"b":1,"a":1,"b":2,"a":2,"c":0,"b":3}"#, #"{"a":2,"b":3,"c":0}"#),
        (#"{"aa":1,"a":2,"":3,"B":4,"é":5,"z":6}"#, #"{"":3,"B":4,"a":2,"aa":1,"z":6,"é":5}"#),
        // Bytewise, U+FFFF comes before U+10000, which in UTF-16 it does not.
        (#"{"\ud800\udc00":1,"\uffff":2}"#, "{\"\u{ffff}\":2,\"\u{10000}\":1}"),
        (#"{"x":{"b":[{"d":1,"c":2}],"a":{}}}"#, #"{"x":{"a":{},"b":[{"c":2,"d":1}]}}"#),
        ("[1.50, 2e0, 1E3, -0.0, 18446744073709551615]", "[1.5,2,1000,0,18446744073709551615]"),
        (#"["\u0041\/\u001F","\t"]"#, #"["A/\u001f","\t"]"#),
    ])
    func `a document has one canonical text`(document: String, expected: String) throws {
        #expect(try canonical(document) == expected)
        #expect(try canonical(expected) == expected)
    }

    @Test(arguments: 1...30)
    func `members are sorted and the last of equal keys is kept`(seed: Int) throws {
        var dice = SeededRandom(seed: UInt64(seed))
        var expected: [[UInt8]: Int] = [:]
        var document = Writer()
        document.raw("{")
        for number in 0..<dice.below(200) {
            // Few characters, so that keys repeat and are prefixes of each other.
            let key = (0..<dice.below(4)).map { _ in UInt8(ascii: "a") + UInt8(dice.below(3)) }
            expected[key] = number
            if number > 0 { document.raw(",") }
            document.string(key)
            document.raw(":")
            document.number(number)
        }
        document.raw("}")
        let members = expected.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { "\"\(String(decoding: $0.key, as: UTF8.self))\":\($0.value)" }
        let text = String(decoding: try canonical(document.bytes), as: UTF8.self)
        #expect(text == "{\(members.joined(separator: ","))}", "seed \(seed)")
    }
}
