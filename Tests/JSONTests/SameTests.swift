import JSON
import Testing

@Suite struct SameTests {
    /// Two values, and whether they are written alike.
    private static let pairs: [(String, String, Bool)] = [
        (#"{"a":"b","c":"d"}"#, #"{ "a" : "b", "c":"d" }"#, true),
        (#"{"a":"b","c":"d"}"#, #"{"c":"d","a":"b"}"#, false),
        (#"{"a":"b"}"#, #"{"a":"c"}"#, false),
        (#"{"a":"b"}"#, #"{"ab":""}"#, false),
        (#"{"a":"b","c":"d"}"#, #"["a","b","c","d"]"#, false),
        (#"{"a":"b"}"#, #"{"a":"b","a":"b"}"#, false),
        (#"{"a":"\u0062"}"#, #"{"a":"b"}"#, true),
        (#"{"a":""}"#, #"{"a":null}"#, false),
        (#"{"a":null,"b":"c"}"#, #"{"a":null, "b":"c"}"#, true),
        (#"{"a":null,"b":"c"}"#, #"{"a":"b","c":null}"#, false),
        (#"{"a":""}"#, #"{"a":{}}"#, false),
        (#"{"a":1,"b":true}"#, #"{"a":1,"b":true}"#, true),
        (#"{"a":1,"b":true}"#, #"{"a":1,"b":false}"#, false),
        (#"{"a":1}"#, #"{"a":1.0}"#, false),
        (#"{"a":-0.0}"#, #"{"a":0.0}"#, false),
        (#"{"a":["b","c"],"d":"e"}"#, #"{"a":["b"],"c":["d","e"]}"#, false),
        (#"{"a":{"value":1.5,"unit":"m"}}"#, #"{"a":{"value":1.5,"unit":"m"}}"#, true),
        ("{}", "{}", true), ("[]", "{}", false), ("[1,2]", "[1,2]", true), ("[1,2]", "[1,2,3]", false),
        ("3", "3", true), ("null", "null", true), (#""a""#, #""a""#, true), (#""a""#, #""b""#, false),
        // A number whose bits look like a word of the tape that says `string`.
        (#"{"a":"b"}"#, "{\"a\":\(Double(bitPattern: 0x2200_0000_0000_0005))}", false),
        (#"{"a":"b","c":"d"}"#, "{\"a\":\"b\",\"c\":\(Double(bitPattern: 0x22FF_FFFF_FFFF_FFFF))}", false),
        (
            #"{"a":"b","c":"d","e":"f"}"#, "{\"a\":\"b\",\"c\":\(Double(bitPattern: 0x22FF_FFFF_FFFF_FF00)),\"e\":1}",
            false
        ),
    ]

    @Test(arguments: pairs)
    func `values are the same when they are written alike`(left: String, right: String, isSame: Bool) throws {
        var parser = Parser()
        for (first, second) in [(left, right), (right, left)] {
            var values = try parser.parse(Array("[\(first),\"-\",\(second)]".utf8)).elements
            guard let one = values?.next(), values?.next() != nil, let other = values?.next() else {
                Issue.record("not all values are there")
                continue
            }
            #expect(one.isSame(as: other) == isSame)
            #expect(KnownValue(one).isSame(as: other) == isSame)
            #expect((KnownText(one)?.isSame(as: other) ?? false) == (isSame && one.kind == .string))
            #expect(one.isSame(as: one) == true)
            #expect(unsafe one.sibling(at: other.position).position == other.position)
        }
    }

    @Test(arguments: [#""text""#, #"{"a":"b","c":"d"}"#, "[1,2]"])
    func `what is kept of one document is the same as nothing of the next`(document: String) throws {
        var parser = Parser()
        var known: [(value: KnownValue, text: KnownText?)] = []
        for _ in 0..<3 {
            let value = try parser.parse(Array(document.utf8))
            let ofOthers = known.filter { $0.value.isSame(as: value) || $0.text?.isSame(as: value) ?? false }
            #expect(ofOthers.isEmpty)
            known.append((KnownValue(value), KnownText(value)))
            #expect(KnownValue(value).isSame(as: value) == true)
            #expect((KnownText(value)?.isSame(as: value) ?? false) == (value.kind == .string))
        }
    }

    @Test(arguments: ["", "a", "start_d", "end_date", "start_date", "a longer text than sixteen"])
    func `the ends of a text are words`(text: String) throws {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        var parser = Parser()
        let read = try parser.parse(Array("\"\(text)\"".utf8)).text
        #expect(read?.head == word(text.utf8.prefix(8)))
        #expect(read?.tail == word(text.utf8.count < 8 ? text.utf8.prefix(8) : text.utf8.suffix(8)))
    }
}
