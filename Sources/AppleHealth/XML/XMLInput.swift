/// The bytes of a file that a scanner has not read yet.
struct XMLInput {
    private(set) var buffer: [UInt8] = []
    /// The position of the next tag or text in the buffer.
    var at = 0
    /// The beginning of the current tag or text in the buffer.
    private var start = 0
    /// The position in the file of the first byte in the buffer.
    private var passed = 0
    /// The line of the first byte in the buffer, from 1.
    private var passedLines = 1

    var isAtEnd: Bool { at == buffer.count }
    /// The number of bytes from the position to the end of the buffer.
    var left: Int { buffer.count - at }
    /// The place of the current tag or text.
    var place: XMLPlace { place(at: start) }

    /// Begins the next tag or text at the position.
    @inline(__always) mutating func begin() { start = at }

    /// Appends bytes of the file, and removes the bytes before the position.
    mutating func add(_ bytes: some Collection<UInt8>) {
        passedLines += Self.lines(buffer[..<at])
        passed += at
        buffer.removeSubrange(..<at)
        at = 0
        start = 0
        buffer.append(contentsOf: bytes)
    }

    func place(at position: Int) -> XMLPlace {
        XMLPlace(byte: passed + position, line: passedLines + Self.lines(buffer[..<position]))
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            var lines = 0
            var place = 0
            while place + 8 <= bytes.count {
                let rest = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
                // The highest bit of each byte that is not zero.
                let others = ((rest & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | rest
                lines += (~others & 0x8080_8080_8080_8080).nonzeroBitCount
                place += 8
            }
            while place < bytes.count {
                if unsafe bytes[place] == UInt8(ascii: "\n") { lines += 1 }
                place += 1
            }
            return lines
        }
    }

    /// Whether the buffer has a text at a position.
    func has(_ text: StaticString, at position: Int) -> Bool { XMLBytes.has(buffer.span, text, at: position) }

    /// Returns the first position of a text.
    func position(of text: StaticString, from start: Int) -> Int? {
        (start..<max(start, buffer.count)).first { has(text, at: $0) }
    }
}
