/// A start tag that needs no repair.
///
/// Nearly all tags of an export are plain: ASCII names, values in quotation marks without line breaks, no references but
/// the predefined ones.
struct PlainTag {
    let name: Range<Int>
    /// The position after the tag.
    let end: Int
    /// Whether it is an element without content, `<a/>`.
    let isEmpty: Bool

    /// Reads the tag at a position; nil if it is not complete, or not plain.
    static func read(_ buffer: [UInt8], at start: Int, into attributes: inout XMLAttributes) -> PlainTag? {
        let bytes = buffer.span
        attributes.removeAll()
        var place = start + 1
        guard let name = XMLBytes.name(bytes, &place) else { return nil }
        while true {
            let gap = place
            XMLBytes.skipBlanks(bytes, &place)
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: ">"): return PlainTag(name: name, end: place + 1, isEmpty: false)
            case UInt8(ascii: "/"):
                guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: ">") else { return nil }
                return PlainTag(name: name, end: place + 2, isEmpty: true)
            default:
                guard place > gap, readAttribute(bytes, &place, into: &attributes) else { return nil }
            }
        }
    }

    /// Reads the attribute at a position, and moves the position after it; false if it is not complete, or not plain.
    @inline(__always)
    private static func readAttribute(
        _ bytes: Span<UInt8>,
        _ place: inout Int,
        into attributes: inout XMLAttributes
    ) -> Bool {
        guard let name = XMLBytes.name(bytes, &place), place + 1 < bytes.count, bytes[place] == UInt8(ascii: "=") else {
            return false
        }
        let quote = bytes[place + 1]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
        let start = place + 2
        var end = start
        var hasReferences = false
        // The bits of all bytes: the highest is set if one of them is not ASCII.
        var bits: UInt8 = 0
        while true {
            end += XMLBytes.plainCount(bytes, from: end, quote: quote)
            guard end < bytes.count else { return false }
            let byte = bytes[end]
            if byte == quote { break }
            if byte < 0x20 || byte == UInt8(ascii: "<") { return false }
            if byte == UInt8(ascii: "&") { hasReferences = true }
            bits |= byte
            end += 1
        }
        place = end + 1
        if bits >= 0x80, !XMLBytes.isText(bytes.extracting(start..<end)) { return false }
        return attributes.append(name, start..<end, hasReferences: hasReferences, of: bytes)
    }
}
