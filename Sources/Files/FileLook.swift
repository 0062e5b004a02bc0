/// A kind of file that a user may confuse with JSON lines, recognized by its first bytes.
enum FileLook: String {
    case indentedJSON = "indented JSON"
    case list = "a JSON list"
    case archive = "an archive or a packed file"
    case utf16 = "UTF-16 text"

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The signatures of ZIP (also empty), 7z, RAR, xz, Zstandard, bzip2 and LZ4.
    private static let archives: [[UInt8]] = [
        [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x37, 0x7A, 0xBC, 0xAF], [0x52, 0x61, 0x72, 0x21],
        [0xFD, 0x37, 0x7A, 0x58], [0x28, 0xB5, 0x2F, 0xFD], [0x42, 0x5A, 0x68], [0x04, 0x22, 0x4D, 0x18],
    ]
    /// The position and the text of the signature in a tar header.
    private static let tarMark = (257, Array("ustar".utf8))

    /// Recognizes a file from its beginning, which must contain the first line; nil if it may be JSON lines.
    init?(_ start: ArraySlice<UInt8>) {
        let isTar = start.dropFirst(Self.tarMark.0).starts(with: Self.tarMark.1)
        if isTar || Self.archives.contains(where: { start.starts(with: $0) }) {
            self = .archive
            return
        }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            self = .utf16
            return
        }
        let text = start.drop(while: Self.isBlank)
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        let last = line.reversed().first { !Self.isBlank($0) }
        // A line that ends with one of these characters is not a complete JSON object.
        let isOpen = [UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: ":")].contains(last)
        switch line.first {
        case UInt8(ascii: "["): self = .list
        case UInt8(ascii: "{") where isOpen: self = .indentedJSON
        default: return nil
        }
    }

    /// How to convert the file to JSON lines.
    var advice: String {
        switch self {
        case .indentedJSON: "each line must be one upload; convert it with jq -c ."
        case .list: "each line must be one upload; convert it with jq -c '.[]'"
        case .archive: "unpack it first; only gzip is read directly"
        case .utf16: "lines must be UTF-8; convert it with iconv"
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
