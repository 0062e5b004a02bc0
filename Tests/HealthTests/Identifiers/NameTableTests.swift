import Randomness
import Testing
import Vocabulary

@Suite struct NameTableTests {
    @Test func `names are numbered in their order and found again`() {
        var table = NameTable(capacity: 1)
        var dice = SeededRandom(seed: 2)
        var names: [String] = [""]
        for number in 0..<3000 {
            names.append("\(number)" + String(repeating: "n", count: Int.random(in: 0...40, using: &dice)))
        }
        for (index, name) in names.enumerated() { #expect(table.insert(name) == index) }
        for (index, name) in names.enumerated() {
            #expect(table.index(of: name) == index)
            #expect(table.insert(name) == index)
        }
        #expect(table.count == names.count)
        #expect(table.index(of: "n0") == nil)
    }

    @Test(arguments: [("abcdefgh", "abcdefgi"), ("a", "a\0"), ("", "\0"), ("\0\0", "\0")])
    func `names that differ in one byte or in length are two`(first: String, second: String) {
        let table = NameTable([first])
        #expect(table.index(of: first) == 0)
        #expect(table.index(of: second) == nil)
    }

    @Test func `a table that was emptied numbers from the beginning`() {
        var table = NameTable(["a", "b"])
        table.removeAll()
        #expect(table.index(of: "a") == nil)
        #expect(table.insert("b") == 0)
    }
}
