import JSON
import Randomness
import Testing

@Suite struct RangesTests {
    private static let samples = JSONPointer.root.member("samples")

    /// The texts of values, as far as the document has them.
    private func texts(_ pointers: [JSONPointer], in document: [UInt8]) -> [String] {
        var parser = Parser()
        #expect(refusal(of: document, &parser) == nil)
        let ranges = parser.ranges(of: pointers.reversed())
        return pointers.compactMap { ranges[$0].map { String(decoding: document[$0], as: UTF8.self) } }
    }

    private func texts(_ numbers: [Int], in document: [UInt8]) -> [String] {
        texts(numbers.map { Self.samples.element($0) }, in: document)
    }

    private func element(_ number: Int, of array: String = "samples", in document: String) -> String? {
        texts([JSONPointer.root.member(array).element(number)], in: Array(document.utf8)).first
    }

    private static let document =
        #"{"data":{"records":[1,{"a/b":[true,"x"],"m~n":null}],"":[7]},"payloads":[[0,[1,2]]],"010":3,"data2":{}}"#

    @Test(arguments: [
        ("", document), ("/data/records/0", "1"), ("/data/records/1/a~1b/1", #""x""#), ("/data/records/1/m~0n", "null"),
        ("/data//0", "7"), ("/payloads/0/1/1", "2"), ("/payloads/0", "[0,[1,2]]"), ("/010", "3"), ("/data2", "{}"),
        ("/data/records/1/a/b", nil), ("/data/records/2", nil), ("/data/records/-1", nil), ("/data/records/+1", nil),
        ("/data/records/00", nil), ("/data/records/01", nil), ("/data/records/", nil), ("/data/records/-", nil),
        ("/data/records/99999999999999999999", nil), ("/payloads/0/00/1", nil), ("/payloads/0/1/1/0", nil),
        ("/data/records/0/x", nil), ("/", nil), ("/data2/0", nil), ("/x/0", nil), ("/data/records/1/m~n/0", nil),
    ])
    func `a value is found by its pointer, wherever it is`(pointer: String, expected: String?) throws {
        #expect(texts([try #require(JSONPointer(pointer))], in: Array(Self.document.utf8)).first == expected)
    }

    @Test func `elements of several lists are found together, and those of a document that is a list`() {
        let pointers = ["/payloads/0/1/0", "/data2", "/data/records/0", "/010"].compactMap { JSONPointer($0) }
        #expect(texts(pointers, in: Array(Self.document.utf8)) == ["1", "{}", "1", "3"])
        let elements = [1, 0].map { JSONPointer.root.element($0) }
        #expect(texts(elements, in: Array("[ 4 , [5] ]".utf8)) == ["[5]", "4"])
    }

    @Test func `a value within another that is asked for is left out`() {
        let pointers = ["/payloads/0/1", "/payloads/0", "/data", "/data/records/0"].compactMap { JSONPointer($0) }
        #expect(texts(pointers, in: Array(Self.document.utf8)).map(\.count) == [9, 52])
    }

    @Test func `a pointer escapes its keys, and knows what contains its value`() throws {
        let pointer = JSONPointer.root.member("a/b~1").element(12)
        #expect(pointer.description == "/a~1b~01/12" && pointer.index == 12)
        #expect(pointer.container == JSONPointer.root.member("a/b~1") && pointer.container?.index == nil)
        #expect(JSONPointer("samples/3") == nil && JSONPointer("") == .root && JSONPointer.root.container == nil)
        #expect(try #require(JSONPointer("/3")).container == .root)
        let document = Array(#"{"a/b~1":[0],"a":{"b~1":[1]}}"#.utf8)
        #expect(texts([JSONPointer.root.member("a/b~1").element(0)], in: document) == ["0"])
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
        #expect(texts([0, 1, 2, 3, 5, 6, 9], in: bytes) == expected)
        #expect(texts([Int](), in: bytes).isEmpty)
    }

    @Test func `many elements of a long document are all found`() throws {
        let elements = (0..<10_000).map { #"{"number":\#($0),"text":"]},[\"\\"}"# }
        let bytes = Array(#"{"a":[[]],"samples":[\#(elements.joined(separator: " , "))]}"#.utf8)
        #expect(texts(Array(0..<10_000), in: bytes) == elements)
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
            let pointers = (0..<3).map { Self.samples.element($0) }
            let places = parser.ranges(of: pointers)
            let ranges = pointers.compactMap { places[$0] }
            let value = try parser.parse(bytes)
            let elements = value.member("samples")?.elements?.map { $0.canonical } ?? []
            #expect(try ranges.map { try canonical(Array(bytes[$0])) } == Array(elements.prefix(3)), "seed \(seed)")
            found += ranges.count
        }
        #expect(found > 300)
    }

    @Test func `nothing is found where no document was read last`() throws {
        var parser = Parser()
        let first = Self.samples.element(0)
        #expect(parser.ranges(of: [first]).isEmpty)
        let bytes = Array(#"{"samples":[1]}"#.utf8)
        _ = try parser.parse(bytes)
        #expect(parser.ranges(of: [first]) == [first: 12..<13])
        #expect(refusal(of: Array(bytes.dropLast()), &parser) != nil)
        #expect(parser.ranges(of: [first]).isEmpty)
        _ = try parser.parse(bytes)
        parser.trim()
        #expect(parser.ranges(of: [first]).isEmpty)
    }
}
