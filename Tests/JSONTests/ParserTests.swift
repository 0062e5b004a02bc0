import JSON
import Testing

@Test func `a document is walked member by member`() throws {
    var parser = Parser()
    let value = try parser.parse(Array(#"{"a":1,"b":[true,null,"x\n",2.5],"a":3.0}"#.utf8))
    #expect(value.kind == .object)
    #expect(value.count == 3)
    #expect(value.member("a")?.integer == 3)
    #expect(value.member("b")?.elements?.map(\.kind) == [.bool, .null, .string, .double])
    var writer = Writer()
    value.writeCanonical(into: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":3,"b":[true,null,"x\n",2.5]}"#)
}
