/// A reader of the big-endian fields of a TZif file, which throws if the file is truncated.
struct ZoneFileReader {
    /// The header of a block, with the number of each kind of field.
    struct Header {
        var version: UInt8 = 0
        var utcCount = 0
        var standardCount = 0
        var leapCount = 0
        var timeCount = 0
        var typeCount = 0
        var characterCount = 0

        /// Returns the number of bytes of the block after the header.
        func size(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4) + standardCount
                + utcCount
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func header() throws(ZoneError) -> Header {
        guard bytes[min(position, bytes.count)...].starts(with: Array("TZif".utf8)) else {
            throw ZoneError(message: "it is no TZif file.")
        }
        position += 4
        var header = Header()
        header.version = try byte()
        try skip(15)
        header.utcCount = try count()
        header.standardCount = try count()
        header.leapCount = try count()
        header.timeCount = try count()
        header.typeCount = try count()
        header.characterCount = try count()
        return header
    }

    /// Reads the rule between the two line feeds at the end of the file.
    mutating func footer() throws(ZoneError) -> [UInt8] {
        let lineEnd = UInt8(ascii: "\n")
        guard try byte() == lineEnd, let end = bytes[position...].firstIndex(of: lineEnd) else {
            throw ZoneError(message: "it has no footer.")
        }
        return Array(bytes[position..<end])
    }

    mutating func byte() throws(ZoneError) -> UInt8 {
        try skip(1)
        return bytes[position - 1]
    }

    mutating func integer32() throws(ZoneError) -> Int32 {
        Int32(truncatingIfNeeded: try integer(size: 4))
    }

    mutating func integer64() throws(ZoneError) -> Int64 {
        try integer(size: 8)
    }

    mutating func skip(_ count: Int) throws(ZoneError) {
        guard count <= bytes.count - position else { throw ZoneError(message: "it ends too early.") }
        position += count
    }

    /// Reads a count, which cannot exceed the size of the file.
    private mutating func count() throws(ZoneError) -> Int {
        let count = Int(try integer(size: 4))
        guard count <= bytes.count else { throw ZoneError(message: "it ends too early.") }
        return count
    }

    private mutating func integer(size: Int) throws(ZoneError) -> Int64 {
        try skip(size)
        return Int64(bitPattern: bytes[(position - size)..<position].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
