import JSON
import Randomness
import Testing

@Suite struct RangesTests {
    private func texts(_ numbers: [Int], of array: StaticString, in document: [UInt8]) -> [String] {
        var parser = Parser()
        #expect(refusal(of: document, &parser) == nil)
        return parser.ranges(of: numbers, in: array).map { String(decoding: document[$0], as: UTF8.self) }
    }

    private func element(_ number: Int, of array: StaticString = "samples", in document: String) -> String? {
        texts([number], of: array, in: Array(document.utf8)).first
    }

    @Test(arguments: [
        (#"{"samples":[1,2,3]}"#, 1, "2"), (#"{"samples":[1,2,3]}"#, 2, "3"), (#"{"samples":[1,2,3]}"#, 3, nil),
        (#"{"samples":[]}"#, 0, nil), (#"{"samples":{"a":[1]}}"#, 0, nil), (#"{"samples":"[1]"}"#, 0, nil),
        ("{}", 0, nil), ("[[1]]", 0, nil), ("1", 0, nil), (#"{"other":[1],"samples":[2]}"#, 0, "2"),
        (#"{"x":{"samples":[9]},"samples":[2]}"#, 0, "2"), (#"[{"samples":[9]}]"#, 0, nil),
    ])
    func `an element is found by its number`(document: String, number: Int, expected: String?) {
        #expect(element(number, in: document) == expected)
    }

    @Test func `white space around an element is not part of it`() {
        let elements = "{ \"b\" : [ 1 , 2 ] }\n ,\t \"x y\" , -1.5e3 , null"
        let document = " \n{ \"a\" :\t[ ] , \"samples\"\r\n:\n [ \t\(elements)\n] } "
        #expect(element(0, in: document) == "{ \"b\" : [ 1 , 2 ] }")
        #expect(element(1, in: document) == "\"x y\"")
        #expect(element(2, in: document) == "-1.5e3")
        #expect(element(3, in: document) == "null")
        #expect(element(4, in: document) == nil)
    }

    @Test(arguments: [
        #"{"samp\u006ces":[7]}"#, #"{"\u0073\u0061\u006d\u0070\u006c\u0065\u0073":[7]}"#,
        #"{"samples":[1],"samp\u006Ces":[7]}"#, #"{"samp\u006ces":[1],"samples":[7]}"#,
        #"{"samples\\":[1],"samples":[7],"samples\"":[2]}"#, #"{"samples":[7],"samp\\u006ces":[1]}"#,
        #"{"samples":[7],"sample":[1],"sampless":[2]}"#,
    ])
    func `keys are compared unescaped`(document: String) {
        #expect(element(0, in: document) == "7")
    }

    @Test(arguments: [
        (#"{"/\b\f\n\r\t\"\\é😀":[7]}"#, true),
        (#"{"\/\u0008\u000c\u000A\u000d\u0009\u0022\u005c\u00e9\uD83D\uDE00":[7]}"#, true),
        (#"{"/\b\f\n\r\t\"\\é\ud83d\ude01":[7]}"#, false),
    ])
    func `every escape of a key is known`(document: String, isFound: Bool) {
        #expect(element(0, of: "/\u{8}\u{c}\n\r\t\"\\é😀", in: document) == (isFound ? "7" : nil))
    }

    @Test func `of equal keys the last counts, whatever it holds`() {
        #expect(element(0, in: #"{"samples":[1,2],"a":0,"samples":[3]}"#) == "3")
        #expect(element(1, in: #"{"samples":[1,2],"a":0,"samples":[3]}"#) == nil)
        #expect(element(0, in: #"{"samples":[1,2],"samples":null}"#) == nil)
    }

    @Test func `brackets and quotes in strings are no structure`() {
        let document = #"{"a":"\"samples\":[","samples":["]\\",{"k]}":"}],[\"","b":["[{"]},"\\\"]",4]}"#
        #expect(element(0, in: document) == #""]\\""#)
        #expect(element(1, in: document) == #"{"k]}":"}],[\"","b":["[{"]}"#)
        #expect(element(2, in: document) == #""\\\"]""#)
        #expect(element(3, in: document) == "4")
    }

    @Test func `several elements are found in one pass`() {
        let bytes = Array(#"{"samples":[0,{"a":[1,2.5]},[],"3",-4, 5 ]}"#.utf8)
        let expected = ["0", #"{"a":[1,2.5]}"#, "[]", #""3""#, "5"]
        #expect(texts([0, 1, 2, 3, 5, 6, 9], of: "samples", in: bytes) == expected)
        #expect(texts([], of: "samples", in: bytes).isEmpty)
    }

    @Test func `many elements of a long document are all found`() throws {
        let elements = (0..<10_000).map { #"{"number":\#($0),"text":"]},[\"\\"}"# }
        let bytes = Array(#"{"a":[[]],"samples":[\#(elements.joined(separator: " , "))]}"#.utf8)
        #expect(texts(Array(0..<10_000), of: "samples", in: bytes) == elements)
    }

    @Test func `a mutated document's elements are what the tape says`() throws {
        let whole = Array(#"{"a":[1,{"b":"\u00e9\\"}],"samples":[{"c":"\""}, -2.5e3 ,"\ud83d\ude00"],"d":null}"#.utf8)
        var found = 0
        for seed in 0..<3000 {
            var dice = SeededRandom(seed: UInt64(seed))
            var bytes = whole
            for _ in 0..<1 + dice.below(3) { bytes[dice.below(bytes.count)] = whole[dice.below(whole.count)] }
            var parser = Parser()
            guard refusal(of: bytes, &parser) == nil else { continue }
            let ranges = parser.ranges(of: [0, 1, 2], in: "samples")
            let value = try parser.parse(bytes)
            let elements = value.member("samples")?.elements?.map { $0.canonical } ?? []
            #expect(try ranges.map { try canonical(Array(bytes[$0])) } == Array(elements.prefix(3)), "seed \(seed)")
            found += ranges.count
        }
        #expect(found > 300)
    }

    @Test func `nothing is found where no document was read last`() throws {
        var parser = Parser()
        #expect(parser.ranges(of: [0], in: "samples").isEmpty)
        let bytes = Array(#"{"samples":[1]}"#.utf8)
        _ = try parser.parse(bytes)
        #expect(parser.ranges(of: [0], in: "samples") == [12..<13])
        #expect(refusal(of: Array(bytes.dropLast()), &parser) != nil)
        #expect(parser.ranges(of: [0], in: "samples").isEmpty)
        _ = try parser.parse(bytes)
        parser.trim()
        #expect(parser.ranges(of: [0], in: "samples").isEmpty)
    }
}
