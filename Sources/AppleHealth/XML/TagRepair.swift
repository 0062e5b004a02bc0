/// A start tag that is not plain, rewritten for expat.
///
/// Some versions of iOS write tags that expat refuses: bare `<`, `&` and quotation marks in values, repeated
/// attributes.
struct TagRepair {
    /// The name of the element.
    let name: Range<Int>
    /// The position after the tag.
    private(set) var end = 0
    /// Whether it is an element without content, `<a/>`.
    private(set) var isEmpty = false
    /// The number of malformed places, and the first of them.
    private(set) var faults: (count: Int, first: (what: String, position: Int)?) = (0, nil)
    private var attributes: [(name: Range<Int>, value: Range<Int>)] = []

    /// Reads the tag at a position; nil if it is not complete.
    init?(_ buffer: [UInt8], at start: Int) {
        let bytes = buffer.span
        var place = start + 1
        while place < bytes.count, !XMLBytes.endsName(bytes[place]) { place += 1 }
        name = start + 1..<place
        guard readAttributes(bytes, &place) else { return nil }
        end = place
    }

    private mutating func repair(_ what: String, at position: Int) {
        faults.count += 1
        if faults.first == nil { faults.first = (what, position) }
    }

    private mutating func readAttributes(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
        while true {
            XMLBytes.skipBlanks(bytes, &place)
            guard place < bytes.count else { return false }
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return true
            case UInt8(ascii: "/"):
                guard place + 1 < bytes.count else { return false }
                place += 1
                if bytes[place] != UInt8(ascii: ">") {
                    repair("a bare / in a tag", at: place - 1)
                    continue
                }
                place += 1
                isEmpty = true
                return true
            case UInt8(ascii: "<"):
                // Treated as an empty element. Otherwise the element would contain the rest of the file.
                repair("a tag without an end", at: place)
                isEmpty = true
                return true
            default:
                guard readAttribute(bytes, &place) else { return false }
            }
        }
    }

    /// Reads one attribute; false if it is not complete.
    private mutating func readAttribute(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
        let start = place
        while place < bytes.count, !XMLBytes.endsName(bytes[place]) { place += 1 }
        let name = start..<place
        XMLBytes.skipBlanks(bytes, &place)
        guard place < bytes.count else { return false }
        guard bytes[place] == UInt8(ascii: "=") else {
            repair("an attribute without a value", at: start)
            // A byte that cannot begin a name is skipped, so that each iteration makes progress.
            if place == start { place += 1 }
            return true
        }
        place += 1
        XMLBytes.skipBlanks(bytes, &place)
        guard place < bytes.count else { return false }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            repair("a value without quotation marks", at: place)
            let value = place
            while place < bytes.count, !XMLBytes.isBlank(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
            append(name, value..<place, of: bytes)
            return place < bytes.count
        }
        place += 1
        guard let end = endOfValue(bytes, place, quote) else { return false }
        append(name, place..<end, of: bytes)
        place = end + 1
        // Attributes without a blank between them are malformed.
        if place < bytes.count, XMLBytes.isNameStart(bytes[place]) { repair("no space after a value", at: place) }
        return place < bytes.count
    }

    /// Returns the end of the value that begins at a position; nil if it is not complete.
    private mutating func endOfValue(_ bytes: Span<UInt8>, _ start: Int, _ quote: UInt8) -> Int? {
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case quote:
                guard let isEnd = Self.endsValue(bytes, place) else { return nil }
                if isEnd { return place }
                repair("a quotation mark in a value", at: place)
            case UInt8(ascii: "<"): repair("a bare < in a value", at: place)
            case UInt8(ascii: "&") where !XMLBytes.isReference(bytes, at: place):
                repair("a bare & in a value", at: place)
            case 0..<0x20 where !XMLBytes.isBlank(bytes[place]): repair("a control character", at: place)
            default: break
            }
            place += 1
        }
        return nil
    }

    /// Whether a quotation mark ends its value: the tag ends after it, or another attribute follows.
    ///
    /// Otherwise the quotation mark is part of the value: some versions of iOS do not escape names in quotation marks.
    /// Nil if more bytes are needed.
    private static func endsValue(_ bytes: Span<UInt8>, _ quote: Int) -> Bool? {
        var place = quote + 1
        while true {
            XMLBytes.skipBlanks(bytes, &place)
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "="): return true
            case UInt8(ascii: "/"):
                return place + 1 < bytes.count ? bytes[place + 1] == UInt8(ascii: ">") : nil
            default:
                // Words without a value may stand before the next attribute.
                guard XMLBytes.name(bytes, &place) != nil else { return false }
            }
        }
    }

    /// Adds an attribute; of repeated attributes, only the first is kept.
    private mutating func append(_ name: Range<Int>, _ value: Range<Int>, of bytes: Span<UInt8>) {
        guard XMLBytes.isName(bytes, name) else { return repair("an attribute without a name", at: name.lowerBound) }
        for known in attributes where XMLBytes.isSame(bytes, known.name, name) {
            return repair("a repeated attribute", at: name.lowerBound)
        }
        guard attributes.count < XMLAttributes.most else {
            return repair("more than \(XMLAttributes.most) attributes", at: name.lowerBound)
        }
        attributes.append((name, value))
    }
}

/// The repaired tag, in a form that expat accepts.
extension TagRepair {
    /// Appends the tag as an element without content.
    func write(_ buffer: [UInt8], into tag: inout [UInt8]) {
        tag.append(UInt8(ascii: "<"))
        Self.appendName(buffer[name], into: &tag)
        for attribute in attributes {
            tag.append(UInt8(ascii: " "))
            Self.appendName(buffer[attribute.name], into: &tag)
            tag += "=\"".utf8
            Self.appendValue(buffer.span.extracting(attribute.value), into: &tag)
            tag.append(UInt8(ascii: "\""))
        }
        tag += "/>".utf8
    }

    /// Appends the name of an element, with `_` for each byte that an ASCII name cannot have.
    static func appendName(_ bytes: ArraySlice<UInt8>, into name: inout [UInt8]) {
        for (index, byte) in bytes.enumerated() {
            let isTaken = index == 0 ? XMLBytes.isNameStart(byte) : XMLBytes.isNameByte(byte)
            name.append(isTaken ? byte : UInt8(ascii: "_"))
        }
    }

    /// Appends a value, with U+FFFD for each byte that is not UTF-8 and each character that XML does not allow.
    private static func appendValue(_ value: Span<UInt8>, into tag: inout [UInt8]) {
        if XMLBytes.isText(value) { return appendText(value, into: &tag) }
        let text = unsafe value.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        var repaired = ""
        for scalar in text.unicodeScalars {
            repaired.unicodeScalars.append(scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar)
        }
        appendText(Array(repaired.utf8).span, into: &tag)
    }

    /// Appends text, with references where XML needs them, and `?` for control characters.
    private static func appendText(_ text: Span<UInt8>, into tag: inout [UInt8]) {
        for place in 0..<text.count {
            switch text[place] {
            case UInt8(ascii: "<"): tag += "&lt;".utf8
            case UInt8(ascii: "\""): tag += "&quot;".utf8
            case UInt8(ascii: "&") where !XMLBytes.isReference(text, at: place): tag += "&amp;".utf8
            case 0..<0x20 where !XMLBytes.isBlank(text[place]): tag.append(UInt8(ascii: "?"))
            default: tag.append(text[place])
            }
        }
    }
}
