/// Opens a file, or standard input, and reads its bytes; gzip data is decompressed.
///
/// gzip is recognized by the first bytes of the file, not by its name.
struct ByteStream: ~Copyable {
    private enum Form {
        case unknown, plain, gzip

        /// Recognizes a form by the first bytes of a file.
        init(_ start: [UInt8]) { self = start.starts(with: Gunzip.signature) ? .gzip : .plain }
    }

    private var file: InputFile
    private var form = Form.unknown
    private let gunzip: Gunzip
    /// Bytes of the file that are not yet decompressed.
    private var packed: [UInt8] = []
    private var isInMember = false
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(FileFailure) {
        guard let gunzip = Gunzip() else { throw FileFailure("no memory is left to read \(path).") }
        file = try InputFile(path)
        self.gunzip = gunzip
    }

    /// The name of the file in messages.
    var name: String { file.name }

    /// The number of bytes read from the file, before decompression.
    var position: Int { file.position }

    /// Waits for bytes up to this time, and appends the available bytes; −1 waits forever.
    mutating func read(into plain: inout [UInt8], waitMilliseconds: Int32) throws(FileFailure) -> InputFile.Piece {
        if form == .plain { return try file.read(into: &plain, waitMilliseconds: waitMilliseconds) }
        let piece = try file.read(into: &packed, waitMilliseconds: waitMilliseconds)
        if case .end = piece { isAtEnd = true }
        if form == .unknown, packed.count >= Gunzip.signature.count || isAtEnd {
            form = Form(packed)
            if form == .plain {
                plain += packed
                packed = []
            }
        }
        if form == .gzip { try unpack(into: &plain) }
        return piece
    }

    private mutating func unpack(into plain: inout [UInt8]) throws(FileFailure) {
        while true {
            if !isInMember {
                // The signature of the next gzip member has not yet arrived completely.
                if packed.count < Gunzip.signature.count, !isAtEnd { return }
                guard packed.starts(with: Gunzip.signature) else {
                    // Archive programs pad the last block of a gzip file with zeros.
                    if packed.allSatisfy({ $0 == 0 }) { return packed.removeAll() }
                    throw unreadable(
                        "other bytes follow the gzip data, at byte \(position - packed.count) of the file; "
                            + "they would be left out"
                    )
                }
                gunzip.begin()
                isInMember = true
            }
            switch gunzip.unpack(&packed, into: &plain) {
            case .continues:
                if isAtEnd { throw unreadable("unexpected end of file") }
                return
            case .ended: isInMember = false
            case .broken(let reason): throw unreadable(reason)
            }
        }
    }

    private func unreadable(_ reason: String) -> FileFailure {
        FileFailure("\(name) can't be read to its end: \(reason).")
    }
}
