package import Health

/// What the state of one partition belongs to, and how much of its input is in it.
///
/// It is a record of the changelog of its own, written in every transaction that moves the group's offsets, and lies in
/// the store beside the changelog's offset. So state that is met elsewhere, or beside other topics than its own, says so.
package struct StateIdentity: Hashable, Sendable {
    /// Made once, when the partition had neither state nor input that was read.
    package var id: UUID128
    /// The id of the Kafka cluster.
    package var clusterID: String
    /// What the names of the topics begin with.
    package var topicPrefix: String
    package var partition: Int32
    /// How many partitions the uploads have: another number spreads connections differently.
    package var partitions: Int32
    /// Where the changelog's log began when all of the state was in it.
    package var changelogBegin: Int64
    /// The next upload that is not in the state; nil while none was asked for.
    package var uploads: Int64?
    /// The same of the connections' settings.
    package var connections: Int64?
    /// The last upload that is in the state; nil when there is none.
    package var lastUpload: InputMark?
    /// The last record of settings that is in the state; nil when there is none.
    package var lastSettings: InputMark?
    /// Up to where its writer knew the changelog: its own record lies at that offset or after it, unless the changelog was
    /// deleted and made again, or has lost its newest records.
    package var changelogKnown: Int64 = 0
    /// How often an operator has had it adopted although something did not fit: what was copied of it before may not be
    /// what was adopted.
    package var adoptions: UInt32 = 0
    /// What its input has come to; nil where nobody counts.
    package var tally: StateTally?

    /// An identity from its parts.
    package init(
        id: UUID128,
        clusterID: String,
        topicPrefix: String,
        partition: Int32,
        partitions: Int32,
        changelogBegin: Int64,
        uploads: Int64? = nil,
        connections: Int64? = nil
    ) {
        self.id = id
        self.clusterID = clusterID
        self.topicPrefix = topicPrefix
        self.partition = partition
        self.partitions = partitions
        self.changelogBegin = changelogBegin
        self.uploads = uploads
        self.connections = connections
    }
}

extension StateIdentity {
    private static let format: UInt8 = 3
    private static let fixedBytes = 1 + 16 + 4 + 4 + 4 * 8 + 4 + 2 * InputMark.bytesCount + 2

    /// The key of its record in the changelog, which begins with a byte that no connection's id has.
    package static let key: [UInt8] = [0] + Array("identity".utf8)

    /// The value of its record: numbers, both names with their lengths before them, and the tally where there is one.
    package var value: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Self.format)
        bytes.appendBigEndian(id.hi)
        bytes.appendBigEndian(id.lo)
        bytes.appendBigEndian(UInt32(bitPattern: partition))
        bytes.appendBigEndian(UInt32(bitPattern: partitions))
        for offset in [changelogBegin, uploads ?? -1, connections ?? -1, changelogKnown] {
            bytes.appendBigEndian(UInt64(bitPattern: offset))
        }
        bytes.appendBigEndian(adoptions)
        InputMark.append(lastUpload, to: &bytes)
        InputMark.append(lastSettings, to: &bytes)
        for name in [clusterID, topicPrefix] {
            let name = Array(name.utf8.prefix(Int(UInt16.max)))
            bytes.appendBigEndian(UInt16(clamping: name.count))
            bytes += name
        }
        if let tally { bytes += tally.bytes }
        return bytes
    }

    /// Whether a record of the changelog is an identity, by its key.
    package static func isKey(_ key: RawSpan) -> Bool {
        key.byteCount == Self.key.count && Self.key.indices.allSatisfy { key.byte($0) == Self.key[$0] }
    }

    /// Reads a value; the offset of its record is for the sentence that says what is wrong with it.
    package init(_ value: RawSpan, offset: Int64) throws(StoreError) {
        guard value.byteCount >= 1 else { throw .malformedValue(offset: offset) }
        guard value.byte(0) == Self.format else {
            throw .otherIdentity(value.byte(0), known: Self.format, offset: offset)
        }
        guard value.byteCount >= Self.fixedBytes else { throw .malformedValue(offset: offset) }
        let (cluster, afterCluster) = try Self.name(in: value, at: Self.fixedBytes - 2, offset)
        let (prefix, end) = try Self.name(in: value, at: afterCluster, offset)
        self.init(
            id: UUID128(hi: value.bigEndian(at: 1, bytes: 8), lo: value.bigEndian(at: 9, bytes: 8)),
            clusterID: cluster,
            topicPrefix: prefix,
            partition: Int32(truncatingIfNeeded: value.bigEndian(at: 17, bytes: 4)),
            partitions: Int32(truncatingIfNeeded: value.bigEndian(at: 21, bytes: 4)),
            changelogBegin: Int64(bitPattern: value.bigEndian(at: 25, bytes: 8)),
            uploads: Self.offset(value.bigEndian(at: 33, bytes: 8)),
            connections: Self.offset(value.bigEndian(at: 41, bytes: 8))
        )
        changelogKnown = Int64(bitPattern: value.bigEndian(at: 49, bytes: 8))
        adoptions = UInt32(truncatingIfNeeded: value.bigEndian(at: 57, bytes: 4))
        lastUpload = InputMark(value, at: 61)
        lastSettings = InputMark(value, at: 61 + InputMark.bytesCount)
        guard end < value.byteCount else { return }
        guard let read = StateTally(value.copied(end..<value.byteCount)) else {
            throw .malformedValue(offset: offset)
        }
        tally = read
    }

    /// A name with its length before it, and where it ends.
    private static func name(in value: RawSpan, at start: Int, _ offset: Int64) throws(StoreError) -> (String, Int) {
        guard value.byteCount >= start + 2 else { throw .malformedValue(offset: offset) }
        let end = start + 2 + Int(value.bigEndian(at: start, bytes: 2))
        guard value.byteCount >= end else { throw .malformedValue(offset: offset) }
        return (String(decoding: value.copied(start + 2..<end), as: UTF8.self), end)
    }

    private static func offset(_ bits: UInt64) -> Int64? {
        let offset = Int64(bitPattern: bits)
        return offset < 0 ? nil : offset
    }
}
