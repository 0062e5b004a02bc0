/// A search for the position of the first fault in bytes that simdjson rejected.
///
/// simdjson does not report the position, and which of several faults it reports depends on the processor. Rejected
/// documents are rare, so they are read a second time: first for valid UTF-8, then by the grammar of RFC 8259.
struct FaultSearch: ~Escapable {
    let bytes: Span<UInt8>
    let end: Int
    let maximumDepth: Int
    var place = 0
    /// The closing characters of the open containers, innermost last.
    private var due: [UInt8] = []

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        end = bytes.count
        self.maximumDepth = maximumDepth
    }

    /// Throws the first fault; returns if there is none.
    mutating func run() throws(ParseError) {
        try checkEncoding()
        skipSpace()
        guard place < end else { throw ParseError(reason: .empty, offset: nil) }
        repeat {
            try value()
        } while try hasMore()
        skipSpace()
        guard place == end else { throw fault(.notJSON) }
    }

    var byte: UInt8? { place < end ? bytes[place] : nil }

    func fault(_ reason: ParseError.Reason) -> ParseError {
        ParseError(reason: reason, offset: place)
    }

    private func checkEncoding() throws(ParseError) {
        do {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw ParseError(reason: .notUTF8, offset: error.byteOffsets.lowerBound)
        }
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { place += 1 }
    }

    /// Skips a scalar or an empty container, or the start of a container up to its first value.
    private mutating func value() throws(ParseError) {
        while true {
            skipSpace()
            switch byte {
            case UInt8(ascii: "{"):
                try open(UInt8(ascii: "}"))
                if enter(UInt8(ascii: "}")) { return close() }
                try key()
            case UInt8(ascii: "["):
                try open(UInt8(ascii: "]"))
                if enter(UInt8(ascii: "]")) { return close() }
            case UInt8(ascii: "\""): return try string()
            case UInt8(ascii: "t"): return try word("true")
            case UInt8(ascii: "f"): return try word("false")
            case UInt8(ascii: "n"): return try word("null")
            default: return try number()
            }
        }
    }

    /// Skips closing characters after a value, and a comma with the next key; returns whether another value follows.
    private mutating func hasMore() throws(ParseError) -> Bool {
        while let closing = due.last {
            if enter(UInt8(ascii: ",")) {
                if closing == UInt8(ascii: "}") { try key() }
                return true
            }
            guard enter(closing) else { throw fault(.notJSON) }
            close()
        }
        return false
    }

    private mutating func open(_ closing: UInt8) throws(ParseError) {
        guard due.count < maximumDepth else { throw fault(.tooDeep) }
        due.append(closing)
        place += 1
    }

    private mutating func close() {
        due.removeLast()
    }

    private mutating func key() throws(ParseError) {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { throw fault(.notJSON) }
        try string()
        guard enter(UInt8(ascii: ":")) else { throw fault(.notJSON) }
    }

    private mutating func enter(_ character: UInt8) -> Bool {
        skipSpace()
        guard byte == character else { return false }
        place += 1
        return true
    }

    private mutating func word(_ literal: StaticString) throws(ParseError) {
        for offset in 0..<literal.utf8CodeUnitCount {
            guard unsafe byte == literal.utf8Start[offset] else { throw fault(.notJSON) }
            place += 1
        }
    }
}
