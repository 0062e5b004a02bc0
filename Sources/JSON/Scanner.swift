/// Steps over the text of a valid document, value by value, without recursion and without keeping what it passes.
///
/// Bytes that are no valid document are passed in some wrong way, but never read beyond their end.
struct Scanner: ~Escapable {
    private let bytes: Span<UInt8>
    private let end: Int
    private var place = 0

    @_lifetime(copy bytes)
    init(bytes: RawSpan) {
        self.bytes = Span(_bytes: bytes)
        end = bytes.byteCount
    }

    private var byte: UInt8? { place < end ? bytes[place] : nil }

    /// Passes white space, and then this character if it comes next.
    mutating func enter(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// Passes white space and a string, whose place without the quotes it returns.
    mutating func string() -> Range<Int>? {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { return nil }
        let start = place + 1
        skipString()
        return start <= place - 1 ? start..<place - 1 : nil
    }

    /// Passes white space and a value, whose place it returns.
    mutating func value() -> Range<Int>? {
        skipSpace()
        let start = place
        switch byte {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
        default: skipScalar()
        }
        return start < place ? start..<place : nil
    }

    /// Whether the string at a place has, unescaped, the bytes of a literal.
    func isKey(_ range: Range<Int>, equalTo name: StaticString) -> Bool {
        let text = bytes.extracting(range)
        if text.count != name.utf8CodeUnitCount, !text.hasEscape { return false }
        let unescaped = text.unescaped
        return name.withUTF8Buffer { unsafe unescaped.elementsEqual($0) }
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { place += 1 }
    }

    private mutating func skipString() {
        place += 1
        while let byte, byte != UInt8(ascii: "\"") {
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, end)
    }

    private mutating func skipContainer() {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            place += 1
            if depth == 0 { return }
        }
    }

    private mutating func skipScalar() {
        while let byte {
            switch byte {
            case 0x20, 0x0a, 0x0d, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return
            default: place += 1
            }
        }
    }
}

extension Span<UInt8> {
    fileprivate var hasEscape: Bool {
        for index in indices where self[index] == UInt8(ascii: "\\") { return true }
        return false
    }

    /// The bytes that the inside of a JSON string stands for.
    fileprivate var unescaped: [UInt8] {
        var result: [UInt8] = []
        var high: UInt32?
        var rest = self
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0c)
            case UInt8(ascii: "n"): result.append(0x0a)
            case UInt8(ascii: "r"): result.append(0x0d)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                let digits = (0..<4).compactMap { _ in rest.popFirst() }
                let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
                if unit & 0xfc00 == 0xd800 {
                    high = unit
                    continue
                }
                let pair = high.map { 0x10000 + (($0 & 0x3ff) << 10 | unit & 0x3ff) }
                result.append(contentsOf: Character(Unicode.Scalar(pair ?? unit) ?? "\u{fffd}").utf8)
                high = nil
            default: result.append(escape)
            }
        }
        return result
    }

    private mutating func popFirst() -> UInt8? {
        guard !isEmpty else { return nil }
        let first = self[0]
        self = extracting(droppingFirst: 1)
        return first
    }
}
