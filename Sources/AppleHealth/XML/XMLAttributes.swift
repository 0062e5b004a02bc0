/// The attributes of a start tag, and the name of any tag.
///
/// A text is a range of the scanner's buffer or, if it had to be decoded, a range of `decoded`.
struct XMLAttributes {
    struct Text {
        let range: Range<Int>
        var isDecoded = false
    }

    /// The most attributes of a tag; further attributes are dropped.
    static let most = 64

    private(set) var list: [(name: Text, value: Text)] = []
    private(set) var decoded: [UInt8] = []

    mutating func removeAll() {
        if !list.isEmpty { list.removeAll(keepingCapacity: true) }
        if !decoded.isEmpty { decoded.removeAll(keepingCapacity: true) }
    }

    /// Appends an attribute; false if it is repeated, exceeds `most`, or has an unknown reference.
    @inline(__always)
    mutating func append(_ name: Range<Int>, _ value: Range<Int>, hasReferences: Bool, of bytes: Span<UInt8>) -> Bool {
        for known in list where XMLBytes.isSame(bytes, known.name.range, name) { return false }
        guard list.count < Self.most else { return false }
        if hasReferences {
            let start = decoded.count
            guard decode(bytes, value) else { return false }
            list.append((Text(range: name), Text(range: start..<decoded.count, isDecoded: true)))
        } else {
            list.append((Text(range: name), Text(range: value)))
        }
        return true
    }

    /// Appends bytes with predefined references replaced; false if there are other references.
    private mutating func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while true {
            let place = XMLBytes.ampersand(bytes, start..<range.upperBound)
            append(bytes, start..<place)
            if place == range.upperBound { return true }
            guard let (character, count) = XMLBytes.predefined(bytes, at: place), place + count <= range.upperBound
            else { return false }
            decoded.append(character)
            start = place + count
        }
    }

    private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBytes { unsafe decoded.append(contentsOf: $0) }
    }

    /// Replaces all attributes by those that expat has read.
    mutating func take(_ parser: ExpatParser) {
        removeAll()
        decoded.append(contentsOf: parser.bytes)
        for (name, value) in parser.attributes {
            list.append((Text(range: name, isDecoded: true), Text(range: value, isDecoded: true)))
        }
    }

    /// Appends the name of the tag.
    mutating func append(name: ArraySlice<UInt8>) -> Text {
        let start = decoded.count
        decoded.append(contentsOf: name)
        return Text(range: start..<decoded.count, isDecoded: true)
    }
}
