import Foundation
import JSON
import Randomness
import Testing

@Suite struct WriterTests {
    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#),
        ("/é😀\u{7f}\u{2028}", "\"/é😀\u{7f}\u{2028}\""),
        ("\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f} ", #""\u0000\u0001\b\t\n\u000b\f\r\u001f ""#),
        ("0123456\"", #""0123456\"""#), ("01234567\"", #""01234567\"""#), ("012345678\n", #""012345678\n""#),
    ])
    func `a string is quoted and escaped no more than needed`(string: String, expected: String) {
        #expect(written { $0.string(string) } == expected)
        #expect(written { $0.string(Array(string.utf8)) } == expected)
    }

    @Test func `an object has commas between its members only, whatever stands before it`() {
        let text = written { writer in
            writer.raw("{[")
            writer.object { _ in }
            writer.object {
                $0.member("a\"", "{")
                $0.member("b", Int?.none)
                $0.member("c", [Int32(1), 2])
                $0.member("d", [[Bool]]())
                $0.member("e", [["{", "["], []])
                $0.member("f", text: nil)
                $0.member("g", text: Array("é".utf8))
                $0.member("h") { $0.object { $0.member("i", 0.5) } }
                $0.member("j", Int64.max)
            }
        }
        let expected = #"{[{}{"a\"":"{","b":null,"c":[1,2],"d":[],"e":[["{","["],[]],"f":null,"g":"é","h":{"i":0.5},"#
        #expect(text == expected + #""j":9223372036854775807}"#)
    }

    @Test func `every byte is escaped alone at every place of a word`() throws {
        var parser = Parser()
        for byte in UInt8(0)..<0x80 {
            for place in 0..<10 {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 17)
                bytes[place] = byte
                let document = Array(written { $0.string(bytes) }.utf8)
                #expect(try parser.parse(document).text?.bytes == bytes)
                let isEscaped = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                #expect((document.count > 19) == isEscaped)
            }
        }
    }

    @Test func `a literal and a text are quoted like a string`() throws {
        var parser = Parser()
        let value = try parser.parse(Array(#""a\"\u0001é""#.utf8))
        #expect(written { value.writeCanonical(into: &$0) } == #""a\"\u0001é""#)
        #expect(written { $0.string("a\"\u{1}é" as StaticString) } == #""a\"\u0001é""#)
    }

    @Test func `raw text is written as it is`() {
        let bytes = Array("x[\"y\"]".utf8)
        let text = written { writer in
            writer.raw("{\"k\":")
            writer.raw(bytes[1...])
            writer.raw([0x2c])
            unsafe bytes.withUnsafeBytes { unsafe writer.raw($0) }
            writer.byte(0x7d)
            writer.bool(true)
            writer.bool(false)
        }
        #expect(text == #"{"k":["y"],x["y"]}truefalse"#)
    }

    @Test func `a writer is used again`() {
        var writer = Writer(capacity: 100)
        writer.raw("abc")
        writer.removeAll(keepingCapacity: true)
        #expect(writer.bytes.isEmpty)
        #expect(writer.bytes.capacity >= 100)
        writer.number(7)
        #expect(writer.bytes == [0x37])
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, -100, 12345, 1_000_000_007, .max, .min] as [Int64])
    func `an integer is written in decimal`(value: Int64) {
        #expect(written { $0.number(value) } == "\(value)")
        #expect(written { $0.number(Int(value)) } == "\(value)")
    }

    private static let doubles: [(Double, String)] = [
        (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (735_000_000, "735000000"), (735772031.3, "735772031.3"),
        (735772031.25, "735772031.25"), (735772031.125, "735772031.125"), (-735772031.001, "-735772031.001"),
        (0.5, "0.5"), (0.05, "0.05"), (0.005, "0.005"), (-0.005, "-0.005"), (0.0005, "0.0005"), (1e-6, "0.000001"),
        (1e-7, "1e-07"), (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"),
        (0x1p53, "9007199254740992"), (0x1p53 - 1, "9007199254740991"), (-0x1p54, "-18014398509481984"),
        (99_999_999_999_999_984, "99999999999999984"), (1e17, "1e+17"), (1.5e300, "1.5e+300"),
        (999_999_999_999.999, "999999999999.999"), (1_000_000_000_000.001, "1000000000000.001"),
        (123456789.0625, "123456789.0625"), (72.123456789, "72.123456789"), (.leastNonzeroMagnitude, "5e-324"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    ]

    @Test(arguments: doubles)
    func `a double is written shortest`(value: Double, expected: String) {
        #expect(written { $0.number(value) } == expected)
    }
}

@Suite struct DoubleRoundTripTests {
    /// Doubles of every kind that may come along: any bits, and such as are measured.
    private static func value(_ dice: inout SeededRandom) -> Double {
        let bits = Double(bitPattern: dice.next())
        switch dice.below(6) {
        case 0: return bits.isFinite ? bits : 1
        case 1: return Double(Int64(truncatingIfNeeded: dice.next()) >> dice.below(64)) / 1000
        case 2: return Double(dice.below(1_000_000_000)) / 100
        case 3: return Double.random(in: -1e6...1e6, using: &dice)
        case 4: return Double(Int64(truncatingIfNeeded: dice.next()) >> dice.below(64))
        default:
            // Neighbours of thousandths.
            let near = Double(dice.below(1_000_000_000_000)) / 1000
            return [near.nextUp, near.nextDown, -near, near][dice.below(4)]
        }
    }

    @Test(arguments: 1...20)
    func `what is written reads back to the same bits and no shorter text would`(seed: Int) throws {
        var dice = SeededRandom(seed: UInt64(seed))
        var parser = Parser()
        for _ in 0..<2000 {
            let value = Self.value(&dice)
            let text = written { $0.number(value) }
            let expected = value == 0 ? 0 : value
            let read = try parser.parse(Array(text.utf8)).double
            guard unsafe strtod(text, nil).bitPattern == expected.bitPattern, read?.bitPattern == expected.bitPattern
            else {
                Issue.record("seed \(seed): \(value) is written as \(text)")
                return
            }
            // Swift's own description is shortest too; the digits are compared, as its notation differs. Those of great
            // whole numbers are all written, where they are no more than the zeros.
            if 0x1p53..<1e17 ~= value.magnitude { continue }
            guard Self.digits(text) == Self.digits(value.description) else {
                Issue.record("seed \(seed): \(value) is written as \(text), which is not shortest")
                return
            }
        }
    }

    /// The significant digits of a number.
    private static func digits(_ text: String) -> String {
        let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
        return String(String(mantissa.reversed().drop { $0 == "0" }).reversed())
    }
}
