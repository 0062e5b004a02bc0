import AppleHealth
import Randomness
import Testing

/// The scanner reads plain tags itself, and expat all others: both read the same.
struct ScannerTests {
    /// The tokens of a document, with the attributes `a` and `b` of start tags.
    private func tokens(_ xml: String, pieceBytes: Int = 1 << 16) throws -> [String] {
        var scanner = XMLScanner()
        var rest = Array(xml.utf8)[...]
        var tokens: [String] = []
        while true {
            switch try scanner.next() {
            case .start:
                func text(_ name: StaticString) -> String {
                    scanner.value(of: name).map { String(decoding: $0, as: UTF8.self) } ?? "-"
                }
                tokens.append("<\(scanner.name)|\(text("a"))|\(text("b"))>")
            case .end: tokens.append("</\(scanner.name)>")
            case .text: tokens.append(String(decoding: scanner.text, as: UTF8.self))
            case .needsBytes:
                if rest.isEmpty { return tokens }
                scanner.add(rest.prefix(pieceBytes))
                rest = rest.dropFirst(pieceBytes)
            }
        }
    }

    @Test func `elements, empty elements, texts and sections of characters`() throws {
        let xml = "<?xml version=\"1.0\"?><r a='1'> <e b=\"&lt;&amp;&gt;\"/>12<![CDATA[3]]><!-- <no> --></r >"
        #expect(try tokens(xml) == ["<r|1|->", "<e|-|<&>>", "</e>", "12", "3", "</r>"])
    }

    @Test(arguments: [
        ("<r a=\"x&#65;&#x42;y\"/>", "<r|xABy|->"), ("<r a = 'x' b\n=\n\"y\" />", "<r|x|y>"),
        ("<r a=\"one\ntwo\tthree\"/>", "<r|one two three|->"),
        ("<r a=\"ąč’\u{A0}\u{1F600}\"/>", "<r|ąč’\u{A0}\u{1F600}|->"),
        ("<r ą=\"1\" a=\"2\"/>", "<r|2|->"), ("<r a=\"it's\" b='say \"x\"'/>", "<r|it's|say \"x\">"),
    ])
    func `a tag that is not plain is read by expat`(xml: String, token: String) throws {
        #expect(try tokens(xml) == [token, "</r>"])
    }

    @Test(arguments: 1...200)
    func `a tag means the same, plain or not`(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let parts = [
            "a", "é", "&lt;", "&amp;", "&quot;", "&apos;", "&gt;", "'", ">", "/", "=", " ", "<<HKDevice", "&", "<",
            "&x;",
        ]
        func value() -> String {
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &generator)]
            }.joined()
        }
        let (first, second) = (value(), value())
        // A blank before the equals sign makes a tag not plain, and changes nothing else.
        let plain = "<r a=\"\(first)\" b=\"\(second)\"/>"
        let other = "<r a =\"\(first)\" b =\"\(second)\"/>"
        #expect(try tokens(plain) == tokens(other), "seed \(seed): \(plain)")
    }

    @Test(arguments: [1, 2, 3, 5, 64])
    func `the pieces do not matter`(pieceBytes: Int) throws {
        let xml = "<r a=\"1&amp;2\">\n <e b='ą'></e>  <f a=\"&#65;\" b/>12.5<!-- c --></r>"
        let whole = try tokens(xml)
        #expect(
            try tokens(xml, pieceBytes: pieceBytes).filter { $0.hasPrefix("<") } == whole.filter { $0.hasPrefix("<") }
        )
    }
}
