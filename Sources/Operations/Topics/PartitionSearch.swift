package import Vocabulary

/// Finds the partition that contains the records of each connection.
///
/// The partition that murmur2 chooses takes precedence over all others.
package struct PartitionSearch {
    private let expected: [ConnectionID: Int32]
    private let partitions: Int32
    /// The number of connections that have records in the partition that murmur2 chooses.
    private var expectedCount = 0
    /// The partitions in which connections have records.
    package private(set) var found: [ConnectionID: Int32] = [:]

    package init(_ connections: Set<ConnectionID>, partitions count: Int32) {
        expected = connections.reduce(into: [:]) { $0[$1] = Murmur2.partition(of: $1.bytes, count: count) }
        partitions = count
    }

    /// The partitions to read, in two steps: first the partitions that murmur2 chooses, then all others.
    ///
    /// The second step is needed only if the first step has not found all connections.
    package var steps: [[Int32]] {
        let first = Set(expected.values)
        let others = (0..<partitions).filter { !first.contains($0) }
        return [first.sorted()] + (others.isEmpty ? [] : [others])
    }

    /// Adds the key of the next record, and returns its connection if the search includes it.
    @discardableResult
    package mutating func take(_ key: [UInt8]?, partition: Int32) -> ConnectionID? {
        guard let connection = key.flatMap({ ConnectionID($0) }), let own = expected[connection] else { return nil }
        if found[connection] != own {
            found[connection] = partition
            if partition == own { expectedCount += 1 }
        }
        return connection
    }

    /// Whether each connection has a partition.
    package var isDone: Bool { found.count == expected.count }

    /// Whether each connection has records in the partition that murmur2 chooses, so that no other partition matters.
    package var isSure: Bool { expectedCount == expected.count }
}
