import JSON
import Testing

struct LengthTests {
    @Test(arguments: [
        #"{"a":"bcd","e":[1,2.5,-3,18446744073709551615,true,null]}"#, #"["\u0001\u0002",{"k":{}}]"#, #""text""#,
        #"{"list":["\"\\","ä",1e300],"more":{"\u0003":"\u0004"}}"#, "[]", "{}",
    ])
    func `a container is never said to be shorter than it is, wherever it stands`(text: String) throws {
        for source in ["[\(text)]", "[\(text),\(text)]", "[\(text),{\"next\":1}]", "[\(text),7]"] {
            var parser = Parser()
            let list = try #require(try parser.value(of: Array(source.utf8)).elements)
            for value in list where value.members != nil || value.elements != nil {
                #expect(value.mayBeLonger(than: value.compactCount - 1), "\(source)")
                #expect(!value.mayBeLonger(than: 16 * source.utf8.count), "\(source)")
            }
        }
    }
}
