/// A scanner that splits XML into tags and text as its bytes arrive.
///
///     scanner.add(bytes)
///     while true {
///         switch try scanner.next() {
///         case .start: read(scanner.name, scanner.value(of: "startDate"))
///         case .end, .text: …
///         case .needsBytes: return
///         }
///     }
///
/// The scanner reads plain tags itself, because expat alone takes half of the time that an import may take. It repairs
/// all other start tags and passes them to expat. It skips document types, so that no entity is ever expanded, and
/// refuses a document type that declares entities. Memory is bounded by the longest tag. Names and values are valid
/// UTF-8.
package struct XMLScanner {
    package enum Token {
        /// A start tag, whose name and attributes the scanner holds until the next call.
        case start
        /// An end tag. An empty tag is reported as a start tag and an end tag.
        case end
        /// A piece of the text between tags, with unresolved references.
        case text
        /// The next tag is not complete.
        case needsBytes
    }

    /// The longest tag, comment or declaration.
    private static let longestTag = 1 << 20
    /// The deepest nesting of elements.
    private static let deepest = 64

    private var input = XMLInput()
    private var attributes = XMLAttributes()
    /// The name of the current tag, or the current text.
    private var current = XMLAttributes.Text(range: 0..<0)
    /// The names of the open elements, one after the other, and their ends.
    private var openNames: [UInt8] = []
    private var openEnds: [Int] = []
    /// The number of open elements that end before the next byte.
    private var pendingEnds = 0
    private var hasRoot = false
    /// The expat parser, created for the first tag that is not plain; copies of a scanner would share it.
    private var expat: ExpatParser?
    /// The malformed parts of the file that were repaired and read.
    package private(set) var repairs = XMLRepairs()

    package init() {}

    /// The place of the current token, or of the next one if more bytes are needed.
    package var place: XMLPlace { input.place }

    /// Appends bytes of the file.
    package mutating func add(_ bytes: some Collection<UInt8>) { input.add(bytes) }

    /// Returns the next token, whose parts are valid until the next call.
    package mutating func next() throws(ImportFault) -> Token {
        if pendingEnds > 0 {
            pendingEnds -= 1
            endElement()
            return .end
        }
        while !input.isAtEnd {
            input.begin()
            if input.buffer[input.at] != UInt8(ascii: "<") {
                if passText() { return .text }
                continue
            }
            switch try markup() {
            case .token(let token): return token
            case .nothing: continue
            case .incomplete:
                if input.left > Self.longestTag {
                    throw ImportFault("a tag is longer than \(Self.longestTag >> 20) MiB", at: place)
                }
                return .needsBytes
            }
        }
        input.begin()
        return .needsBytes
    }

    private enum Step {
        case token(Token)
        /// Markup that no reader needs, such as a comment.
        case nothing
        case incomplete
    }

    /// Reads text up to the next tag; false if the text is blank or outside of all elements.
    private mutating func passText() -> Bool {
        let start = input.at
        let buffer = input.buffer
        let bytes = buffer.span
        var place = start
        var isBlank = true
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
            if !XMLBytes.isBlank(bytes[place]) { isBlank = false }
            place += 1
        }
        input.at = place
        current = XMLAttributes.Text(range: start..<place)
        return !isBlank && !openEnds.isEmpty
    }

    private mutating func repair(_ what: String, at position: Int) {
        repairs.add(what, at: input.place(at: position))
    }

    private mutating func markup() throws(ImportFault) -> Step {
        guard input.left > 1 else { return .incomplete }
        switch input.buffer[input.at + 1] {
        case UInt8(ascii: "/"): return endTag()
        case UInt8(ascii: "?"): return skip(from: 2, to: "?>")
        case UInt8(ascii: "!"): return try declaration()
        case let byte where XMLBytes.isNameStart(byte) || byte >= 0x80: return try startTag()
        default:
            repair("a bare <", at: input.at)
            input.at += 1
            return .nothing
        }
    }
}

/// Start and end tags, and the elements that are open between them.
extension XMLScanner {
    private mutating func startTag() throws(ImportFault) -> Step {
        let start = input.at
        let isEmpty: Bool
        if let tag = PlainTag.read(input.buffer, at: start, into: &attributes) {
            input.at = tag.end
            isEmpty = tag.isEmpty
            openNames.append(contentsOf: input.buffer[tag.name])
            current = XMLAttributes.Text(range: tag.name)
        } else {
            guard let tag = TagRepair(input.buffer, at: start) else { return .incomplete }
            try repair(tag)
            isEmpty = tag.isEmpty
        }
        if openEnds.isEmpty, hasRoot { throw ImportFault("a second root element", at: place) }
        hasRoot = true
        if openEnds.count == Self.deepest { throw ImportFault("elements lie too deep in each other", at: place) }
        openEnds.append(openNames.count)
        if isEmpty { pendingEnds = 1 }
        return .token(.start)
    }

    /// Lets expat read a tag after its repair.
    private mutating func repair(_ tag: TagRepair) throws(ImportFault) {
        if let first = tag.faults.first {
            repairs.add(first.what, count: tag.faults.count, at: input.place(at: first.position))
        }
        var written: [UInt8] = []
        tag.write(input.buffer, into: &written)
        let parser = expat ?? ExpatParser()
        expat = parser
        if let fault = parser.read(written) { throw ImportFault(fault, at: place) }
        attributes.take(parser)
        let start = openNames.count
        TagRepair.appendName(input.buffer[tag.name], into: &openNames)
        current = attributes.append(name: openNames[start...])
        input.at = tag.end
    }

    /// Reads an end tag.
    ///
    /// An end tag without a start tag is dropped. An element without an end tag ends together with its parent.
    private mutating func endTag() -> Step {
        let start = input.at
        if let end = endOfPlainEnd(at: start) {
            input.at = end
            endElement()
            return .token(.end)
        }
        guard let close = input.buffer[start...].firstIndex(of: UInt8(ascii: ">")) else { return .incomplete }
        var end = start + 2
        while end < close, !XMLBytes.isBlank(input.buffer[end]) { end += 1 }
        var name: [UInt8] = []
        TagRepair.appendName(input.buffer[start + 2..<end], into: &name)
        input.at = close + 1
        guard let index = openEnds.indices.last(where: { openName($0) == name[...] }) else {
            repair("an end tag without its start", at: start)
            return .nothing
        }
        if index < openEnds.count - 1 { repair("an element without its end tag", at: start) }
        pendingEnds = openEnds.count - 1 - index
        endElement()
        return .token(.end)
    }

    /// Returns the position after the end tag of the innermost open element; nil if there is other markup.
    private func endOfPlainEnd(at start: Int) -> Int? {
        guard !openEnds.isEmpty else { return nil }
        let name = openName(openEnds.count - 1)
        let end = start + 2 + name.count
        guard end < input.buffer.count, input.buffer[end] == UInt8(ascii: ">"), input.buffer[start + 2..<end] == name
        else { return nil }
        return end + 1
    }

    private func openName(_ index: Int) -> ArraySlice<UInt8> {
        openNames[(index == 0 ? 0 : openEnds[index - 1])..<openEnds[index]]
    }

    /// Ends the innermost open element, and makes its name the current one.
    private mutating func endElement() {
        attributes.removeAll()
        current = attributes.append(name: openName(openEnds.count - 1))
        openEnds.removeLast()
        openNames.removeLast(openNames.count - (openEnds.last ?? 0))
    }
}

/// Markup that no reader needs.
extension XMLScanner {
    /// Skips bytes through a mark, which is searched from `start` bytes after the position.
    private mutating func skip(from start: Int, to mark: StaticString) -> Step {
        guard let end = input.position(of: mark, from: input.at + start) else { return .incomplete }
        input.at = end + mark.utf8CodeUnitCount
        return .nothing
    }

    private mutating func declaration() throws(ImportFault) -> Step {
        if input.has("<!--", at: input.at) { return skip(from: 4, to: "-->") }
        guard input.has("<![CDATA[", at: input.at) else { return try doctype() }
        let start = input.at + 9
        guard let end = input.position(of: "]]>", from: start) else { return .incomplete }
        input.at = end + 3
        current = XMLAttributes.Text(range: start..<end)
        return openEnds.isEmpty ? .nothing : .token(.text)
    }

    /// Skips a document type, well-formed or not; throws if it declares entities.
    ///
    /// The internal subset ends at `]>` or, if that is missing, before the first tag of an element.
    private mutating func doctype() throws(ImportFault) -> Step {
        var place = input.at + 2
        var isInSubset = false
        while place < input.buffer.count {
            switch input.buffer[place] {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset:
                input.at = place + 1
                return .nothing
            case UInt8(ascii: "<"):
                guard place + 8 < input.buffer.count else { return .incomplete }
                if input.has("<!ENTITY", at: place) {
                    throw ImportFault(
                        "the document declares entities, and no export does",
                        at: input.place(at: place)
                    )
                }
                if XMLBytes.isNameStart(input.buffer[place + 1]) {
                    repair("a document type without an end", at: input.at)
                    input.at = place
                    return .nothing
                }
            default: break
            }
            place += 1
        }
        return .incomplete
    }
}

/// The parts of the current token.
extension XMLScanner {
    /// Whether the current tag has this name.
    @inline(__always) package func isNamed(_ name: StaticString) -> Bool { isSame(current, name) }

    /// The name of the current tag.
    package var name: String { String(decoding: bytes(of: current), as: UTF8.self) }

    package var text: ArraySlice<UInt8> { bytes(of: current) }

    /// The attributes of the current tag.
    var attributeTexts: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        attributes.list.map { (bytes(of: $0.name), bytes(of: $0.value)) }
    }

    /// Returns an attribute of the current tag; nil if it has none of this name.
    func slice(_ name: StaticString) -> ArraySlice<UInt8>? {
        for attribute in attributes.list where isSame(attribute.name, name) { return bytes(of: attribute.value) }
        return nil
    }

    package func value(of name: StaticString) -> [UInt8]? { slice(name).map { Array($0) } }

    /// Returns an attribute of the current tag as text; nil if it has none of this name.
    func string(_ name: StaticString) -> String? { slice(name).map { String(decoding: $0, as: UTF8.self) } }

    @inline(__always) private func bytes(of text: XMLAttributes.Text) -> ArraySlice<UInt8> {
        text.isDecoded ? attributes.decoded[text.range] : input.buffer[text.range]
    }

    @inline(__always) private func isSame(_ text: XMLAttributes.Text, _ name: StaticString) -> Bool {
        guard text.range.count == name.utf8CodeUnitCount else { return false }
        let bytes = text.isDecoded ? attributes.decoded.span : input.buffer.span
        return XMLBytes.has(bytes, name, at: text.range.lowerBound)
    }
}
