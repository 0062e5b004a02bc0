/// What is kept of a published document, so that the next version can be compared without reading outputs.
package struct PublishedDocument: Equatable {
    /// Start.
    package var start: Double
    /// End.
    package var end: Double
    /// The UTC day of the first sample that it was made from.
    package var firstSampleDay: Int32
    /// Whether it is frozen: neither changed nor deleted again.
    package var isFrozen: Bool
    /// The key of the source of a sleep session, else nothing.
    package var sourceKey: [UInt8]
    /// The hash of each of its records.
    package var hashes: [UInt64]

    /// What is kept, from its parts.
    package init(
        start: Double,
        end: Double,
        firstSampleDay: Int32,
        isFrozen: Bool = false,
        sourceKey: [UInt8] = [],
        hashes: [UInt64]
    ) {
        self.start = start
        self.end = end
        self.firstSampleDay = firstSampleDay
        self.isFrozen = isFrozen
        self.sourceKey = sourceKey
        self.hashes = hashes
    }

    /// The bytes.
    package var packed: [UInt8] {
        var packer = Packer(capacity: 32 + sourceKey.count + 8 * hashes.count)
        packer.byte(isFrozen ? 2 : 1)
        packer.double(start)
        packer.double(end)
        packer.signed(Int64(firstSampleDay))
        packer.string(sourceKey)
        packer.count(hashes.count)
        for hash in hashes { packer.word(hash) }
        return packer.bytes
    }

    /// Reads the bytes; nil when they are broken or of another format.
    package init?(_ bytes: [UInt8]) {
        var unpacker = Unpacker(bytes)
        let first = unpacker.byte()
        guard first == 1 || first == 2 else { return nil }
        isFrozen = first == 2
        start = unpacker.double()
        end = unpacker.double()
        firstSampleDay = Int32(clamping: unpacker.signed())
        sourceKey = unpacker.string()
        hashes = (0..<unpacker.count(bytesEach: 8)).map { _ in unpacker.word() }
        if unpacker.isBroken { return nil }
    }
}
