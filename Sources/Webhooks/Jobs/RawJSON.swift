/// Finds the byte ranges of members and elements in JSON that a parser has accepted.
///
/// It recognizes only strings and brackets. If the bytes are not JSON, the ranges are meaningless, but within the
/// bytes.
struct RawJSON {
    /// A member of an object.
    struct RawMember: Equatable, Sendable {
        /// The range of the key, with its quotes.
        let key: Range<Int>
        let value: Range<Int>
    }

    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    /// Begins after the opening bracket.
    private init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
        while place < end, Self.separates(bytes[place]) { place += 1 }
        place += 1
    }

    /// Returns the members of an object in their order.
    static func members(_ bytes: [UInt8], in range: Range<Int>) -> [RawMember] {
        var raw = RawJSON(bytes, in: range)
        var members: [RawMember] = []
        while let key = raw.next(), let value = raw.next() { members.append(RawMember(key: key, value: value)) }
        return members
    }

    /// Returns the elements of an array in their order.
    static func elements(_ bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var raw = RawJSON(bytes, in: range)
        var elements: [Range<Int>] = []
        while let element = raw.next() { elements.append(element) }
        return elements
    }

    /// Skips one key or value and the separators before it, and returns its range; nil at the end.
    private mutating func next() -> Range<Int>? {
        while place < end, Self.separates(bytes[place]) { place += 1 }
        guard place < end, bytes[place] != UInt8(ascii: "}"), bytes[place] != UInt8(ascii: "]") else { return nil }
        let start = place
        switch bytes[place] {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): skipContainer()
        default: while place < end, !Self.endsScalar(bytes[place]) { place += 1 }
        }
        return start..<place
    }

    private mutating func skipString() {
        place += 1
        while place < end, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, end)
    }

    private mutating func skipContainer() {
        var depth = 0
        repeat {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            place += 1
        } while depth > 0 && place < end
    }

    /// Whether a byte separates keys and values.
    private static func separates(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0a, 0x0d, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"): true
        default: false
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        separates(byte) || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}
