package import Vocabulary

/// Settings that were written in one transaction.
package struct WrittenSettings: Sendable {
    /// The connections in the order of their records; a connection can occur several times.
    package let connections: [ConnectionID]
    /// The number of connections that had no settings before.
    package let created: Int
    /// The connections that `forget` had erased, and that accept uploads again.
    package let reopened: [ConnectionID]
    /// For each partition, the offsets of the first and the last record.
    package let offsets: [Int32: ClosedRange<Int64>]
    /// The Unix time in milliseconds at which the transaction began.
    package let sinceMilliseconds: Int64

    package init(
        connections: [ConnectionID],
        created: Int,
        reopened: [ConnectionID],
        offsets: [Int32: ClosedRange<Int64>],
        sinceMilliseconds: Int64
    ) {
        self.connections = connections
        self.created = created
        self.reopened = reopened
        self.offsets = offsets
        self.sinceMilliseconds = sinceMilliseconds
    }

    /// The result if there was nothing to write.
    static let nothing = Self(connections: [], created: 0, reopened: [], offsets: [:], sinceMilliseconds: 0)

    /// The partition and the offset of the record; nil unless exactly one record was written.
    package var place: (partition: Int32, offset: Int64)? {
        guard connections.count == 1, let (partition, offsets) = offsets.first else { return nil }
        return (partition, offsets.upperBound)
    }
}
