/// Reads lines from a file or from standard input; the last line does not need a line break.
package struct LineReader: ~Copyable {
    /// The result of waiting for a line.
    package enum Next {
        case line([UInt8])
        case end
        /// No line arrived within the time.
        case nothingYet
    }

    private var stream: ByteStream
    private var buffer: [UInt8] = []
    private var at = 0
    private var isAtEnd = false
    private var hasBegun = false
    /// A message if the file does not look like JSON lines; nil before the first line is read.
    package private(set) var hint: String?

    /// Opens a file; `-` is standard input.
    package init(_ path: String) throws(FileFailure) { stream = try ByteStream(path) }

    package var name: String { stream.name }

    /// The number of bytes read from the file, before decompression.
    package var position: Int { stream.position }

    /// Waits for the next line and returns it without its line break; nil at the end.
    package mutating func next() throws(FileFailure) -> [UInt8]? {
        while true {
            switch try next(waitMilliseconds: -1) {
            case .line(let line): return line
            case .end: return nil
            case .nothingYet: continue
            }
        }
    }

    /// Returns the next line without its line break if it arrives within this time; −1 waits forever.
    package mutating func next(waitMilliseconds: Int32) throws(FileFailure) -> Next {
        var searched = at
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                begin()
                defer { at = end + 1 }
                return .line(Array(buffer[at..<end]))
            }
            if isAtEnd {
                begin()
                if at >= buffer.count { return .end }
                defer { at = buffer.count }
                return .line(Array(buffer[at...]))
            }
            buffer.removeSubrange(..<at)
            at = 0
            searched = buffer.count
            switch try stream.read(into: &buffer, waitMilliseconds: waitMilliseconds) {
            case .bytes: break
            case .end: isAtEnd = true
            case .nothingYet: return .nothingYet
            }
        }
    }

    /// Skips a byte order mark before the first line, and recognizes the kind of file.
    private mutating func begin() {
        if hasBegun { return }
        hasBegun = true
        if buffer.starts(with: FileLook.byteOrderMark) { at = FileLook.byteOrderMark.count }
        hint = FileLook(buffer[at...]).map { "\(name) looks like \($0.rawValue): \($0.advice)" }
    }
}
