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
            var list = try parser.parse(Array(source.utf8)).elements
            var count = 0
            while let value = list?.next() {
                count += 1
                guard value.members != nil || value.elements != nil else { continue }
                let mayBeLonger = [value.compactCount - 1, 16 * source.utf8.count].map { value.mayBeLonger(than: $0) }
                #expect(mayBeLonger == [true, false], "\(source)")
            }
            #expect(count > 0)
        }
    }
}
