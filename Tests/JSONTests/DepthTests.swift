import JSON
import Testing

@Suite struct DepthTests {
    /// Containers inside each other, by the shape of their beginning and end, around a core.
    private static func nested(_ depth: Int, _ shapes: [(String, String)], core: String) -> String {
        var document = core
        for level in 0..<depth {
            let (start, end) = shapes[level % shapes.count]
            document = start + document + end
        }
        return document
    }

    private static let shapes: [[(String, String)]] = [
        [("[", "]")], [("{\"a\":", "}")], [("[", "]"), ("{\"a\":", "}")], [("[0,", ",0]")], [("{\"a\":0,\"b\":", "}")],
        [(" [ ", " ] "), (" { \"a\" : ", " } ")],
    ]

    @Test(arguments: [1, 2, 3, 63, 64, 65, 200], Self.shapes.indices)
    func `as many containers as allowed pass and one more does not`(limit: Int, shape: Int) {
        let shapes = Self.shapes[shape]
        for core in ["1", "\"[{\""] {
            #expect(refusal(of: Self.nested(limit, shapes, core: core), maximumDepth: limit) == nil)
            let deeper = refusal(of: Self.nested(limit + 1, shapes, core: core), maximumDepth: limit)
            #expect(deeper?.reason == .tooDeep)
        }
        // An empty container counts like a filled one.
        for core in ["[]", "{}", "[ ]"] {
            #expect(refusal(of: Self.nested(limit - 1, shapes, core: core), maximumDepth: limit) == nil)
            let deeper = refusal(of: Self.nested(limit, shapes, core: core), maximumDepth: limit)
            #expect(deeper?.reason == .tooDeep)
        }
    }

    @Test func `64 containers are the default`() {
        let shape = [("[", "]")]
        #expect(refusal(of: Self.nested(64, shape, core: "")) == nil)
        #expect(refusal(of: Self.nested(65, shape, core: "")) == ParseError(reason: .tooDeep, offset: 64))
    }

    @Test func `the deepest document is read whole`() throws {
        let document = Self.nested(64, [("{\"a\":", "}")], core: "7")
        #expect(try canonical(document) == document)
    }

    @Test func `depth is not carried from one document to the next`() throws {
        var parser = Parser()
        let deepest = Array(Self.nested(64, [("[", "]")], core: "1").utf8)
        let deeper = Array(Self.nested(65, [("[", "]")], core: "").utf8)
        for _ in 0..<3 {
            _ = try parser.parse(deepest)
            #expect(throws: ParseError.self) { _ = try parser.parse(deeper) }
        }
    }

    @Test func `a million brackets are refused`() {
        #expect(refusal(of: String(repeating: "[", count: 1_000_000))?.reason == .tooDeep)
        #expect(refusal(of: String(repeating: "{\"a\":", count: 1_000_000))?.reason == .tooDeep)
    }
}
