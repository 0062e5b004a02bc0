/// Finds the byte ranges of members and elements in JSON that a parser has accepted.
///
/// It knows only strings and brackets. In other bytes it finds meaningless ranges, but stays within the bytes.
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

    private init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// Returns the members of an object in their order.
    static func members(_ bytes: [UInt8], in range: Range<Int>) -> [RawMember] {
        var raw = RawJSON(bytes, in: range)
        var members: [RawMember] = []
        raw.enter()
        while raw.hasMore() {
            let key = raw.value()
            raw.skipSpace()
            raw.place += 1
            let value = raw.value()
            guard value.upperBound <= raw.end, !key.isEmpty else { break }
            members.append(RawMember(key: key, value: value))
        }
        return members
    }

    /// Returns the elements of an array in their order.
    static func elements(_ bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var raw = RawJSON(bytes, in: range)
        var elements: [Range<Int>] = []
        raw.enter()
        while raw.hasMore() {
            let element = raw.value()
            guard !element.isEmpty else { break }
            elements.append(element)
        }
        return elements
    }

    /// Skips the opening bracket.
    private mutating func enter() {
        skipSpace()
        place += 1
    }

    /// Skips a comma, and returns whether another member or element follows.
    private mutating func hasMore() -> Bool {
        skipSpace()
        if place < end, bytes[place] == UInt8(ascii: ",") {
            place += 1
            skipSpace()
        }
        return place < end && bytes[place] != UInt8(ascii: "}") && bytes[place] != UInt8(ascii: "]")
    }

    private mutating func skipSpace() {
        while place < end, Self.isSpace(bytes[place]) { place += 1 }
    }

    /// Skips a value and the space before it; returns the range of the value.
    private mutating func value() -> Range<Int> {
        skipSpace()
        place = min(place, end)
        let start = place
        guard place < end else { return start..<start }
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

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}
