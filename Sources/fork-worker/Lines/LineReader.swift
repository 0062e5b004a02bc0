/// Reads lines from a plain or gzip file, or from standard input.
///
/// A last line without a line break counts; an empty text after the last line break does not.
struct LineReader: ~Copyable {
    /// The result of waiting for a line.
    enum Next {
        case line([UInt8])
        case end
        /// No line arrived within the time.
        case nothingYet
    }

    private enum Form {
        case unknown, plain, gzip
    }

    private var file: InputFile
    private var form = Form.unknown
    private let inflater: Inflater
    /// Compressed bytes that are not decompressed yet.
    private var packed: [UInt8] = []
    private var isInMember = false
    private var buffer: [UInt8] = []
    private var at = 0
    private var isAtEnd = false
    private var hasBegun = false
    /// A message about a file that does not look like JSON lines; known after the first line.
    private(set) var hint: String?

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(FileFailure) {
        guard let inflater = Inflater() else { throw FileFailure(message: "no memory is left to read \(path).") }
        file = try InputFile(path)
        self.inflater = inflater
    }

    var name: String { file.name }

    /// The number of bytes read from the file, before decompression.
    var position: Int { file.position }

    /// Waits for the next line and returns it without its line break; nil at the end.
    mutating func next() throws(FileFailure) -> [UInt8]? {
        while true {
            switch try next(waitMilliseconds: -1) {
            case .line(let line): return line
            case .end: return nil
            case .nothingYet: continue
            }
        }
    }

    /// Returns the next line without its line break if it arrives within this time; −1 waits forever.
    mutating func next(waitMilliseconds: Int32) throws(FileFailure) -> Next {
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
            if case .nothingYet = try fill(waitMilliseconds) { return .nothingYet }
        }
    }

    private mutating func fill(_ waitMilliseconds: Int32) throws(FileFailure) -> InputFile.Piece {
        if form == .plain { return try take(file.read(into: &buffer, waitMilliseconds: waitMilliseconds)) }
        let piece = try take(file.read(into: &packed, waitMilliseconds: waitMilliseconds))
        if form == .unknown, packed.count >= 2 || isAtEnd {
            form = packed.starts(with: [0x1F, 0x8B]) ? .gzip : .plain
            if form == .plain { swap(&buffer, &packed) }
            isInMember = form == .gzip
        }
        if form == .gzip { try unpack() }
        return piece
    }

    /// Skips a byte order mark before the first line, and recognizes the kind of file.
    private mutating func begin() {
        if hasBegun { return }
        hasBegun = true
        if buffer.starts(with: FileLook.byteOrderMark) { at = FileLook.byteOrderMark.count }
        hint = FileLook(buffer[at...]).map { "\(name) looks like \($0.rawValue): \($0.advice)" }
    }

    private mutating func take(_ piece: InputFile.Piece) -> InputFile.Piece {
        if case .end = piece { isAtEnd = true }
        return piece
    }

    private mutating func unpack() throws(FileFailure) {
        while true {
            // A member begins with two bytes, which must both have arrived.
            if !isInMember {
                if packed.count < 2, !isAtEnd { return }
                guard packed.starts(with: [0x1F, 0x8B]) else {
                    // Archive programs fill the last block with zeros.
                    if packed.allSatisfy({ $0 == 0 }) { return packed.removeAll() }
                    throw FileFailure(
                        message:
                            "\(name) can't be read to its end: other bytes follow the gzip data, at byte "
                            + "\(file.position - packed.count) of the file; they would be left out."
                    )
                }
                inflater.begin()
                isInMember = true
            }
            switch inflater.unpack(&packed, into: &buffer) {
            case .goesOn:
                if isAtEnd { throw FileFailure(message: "\(name) can't be read to its end: unexpected end of file.") }
                return
            case .ended: isInMember = false
            case .broken(let reason): throw FileFailure(message: "\(name) can't be read to its end: \(reason).")
            }
        }
    }
}
