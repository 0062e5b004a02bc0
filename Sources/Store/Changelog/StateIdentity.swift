package import Vocabulary

/// The identity and the progress of one partition's state.
///
/// The identity names the cluster, the topics and the partition that the state belongs to, and the input offsets that
/// the state includes. It is written to the changelog in every transaction that moves the group's offsets, and to the
/// store with the changelog offset. So a worker recognizes state that does not fit its topics, for example after a
/// topic was recreated.
package struct StateIdentity: Hashable, Sendable {
    /// A random id, created when the partition had neither state nor processed input.
    package var id: UUID128
    package var clusterID: String
    /// The prefix of the topic names.
    package var topicPrefix: String
    package var partition: Int32
    /// The number of partitions of the uploads topic, which decides the partition of each connection.
    package var partitions: Int32
    /// The first offset of the changelog at a time when the state was known to be complete.
    package var changelogBegin: Int64
    /// The offset of the next upload to process; nil if the group has committed none.
    package var uploads: Int64?
    /// The offset of the next settings record to process; nil if the group has committed none.
    package var connections: Int64?
    /// The fingerprint of the last upload that the state includes; nil if there is none.
    package var lastUpload: LogMark?
    /// The fingerprint of the last settings record that the state includes; nil if there is none.
    package var lastSettings: LogMark?
    /// The end of the changelog as the writer knew it, at most this record's own offset.
    ///
    /// If the record is found at a lower offset, the changelog was recreated or lost its newest records.
    package var changelogKnown: Int64 = 0
    /// The number of times an operator adopted the state although it did not fit.
    ///
    /// A store from before the last adoption may contain another state than the adopted one.
    package var adoptions: UInt32 = 0
    /// The counters of a replay; nil outside of a replay.
    package var tally: StateTally?

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
    private static let fixedBytes = 1 + 16 + 4 + 4 + 4 * 8 + 4 + 2 * LogMark.bytesCount + 2

    /// The key of the identity's record in the changelog; its first byte occurs in no connection id.
    package static let key: [UInt8] = [0] + Array("identity".utf8)

    /// The encoded record value: numbers, the two length-prefixed names, and the tally if there is one.
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
        LogMark.append(lastUpload, to: &bytes)
        LogMark.append(lastSettings, to: &bytes)
        for name in [clusterID, topicPrefix] {
            let name = Array(name.utf8.prefix(Int(UInt16.max)))
            bytes.appendBigEndian(UInt16(clamping: name.count))
            bytes += name
        }
        if let tally { bytes += tally.bytes }
        return bytes
    }

    /// Whether a changelog key belongs to an identity.
    package static func isKey(_ key: RawSpan) -> Bool {
        key.byteCount == Self.key.count && Self.key.indices.allSatisfy { key.byte($0) == Self.key[$0] }
    }

    /// Decodes a record value; `offset` is used in error messages.
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
        lastUpload = LogMark(value, at: 61)
        lastSettings = LogMark(value, at: 61 + LogMark.bytesCount)
        guard end < value.byteCount else { return }
        guard let read = StateTally(value.copied(end..<value.byteCount)) else {
            throw .malformedValue(offset: offset)
        }
        tally = read
    }

    /// Decodes a length-prefixed name, and returns the position after it.
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
