import Vocabulary

extension LogMark {
    static let bytesCount = 3 * 8

    /// Appends the encoded fingerprint; a missing fingerprint is encoded with a negative offset.
    static func append(_ mark: LogMark?, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(UInt64(bitPattern: mark?.offset ?? -1))
        bytes.appendBigEndian(UInt64(bitPattern: mark?.timestampMilliseconds ?? -1))
        bytes.appendBigEndian(mark?.checksum ?? 0)
    }

    /// Decodes a fingerprint; nil if it is missing.
    init?(_ bytes: RawSpan, at start: Int) {
        let offset = Int64(bitPattern: bytes.bigEndian(at: start, bytes: 8))
        guard offset >= 0 else { return nil }
        self.init(
            offset: offset,
            timestampMilliseconds: Int64(bitPattern: bytes.bigEndian(at: start + 8, bytes: 8)),
            checksum: bytes.bigEndian(at: start + 16, bytes: 8)
        )
    }
}
