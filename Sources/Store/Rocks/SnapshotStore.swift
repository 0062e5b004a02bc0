package import Vocabulary

/// The state of one partition in a snapshot of the database.
package final class SnapshotStore: PartitionState {
    package let partition: Int32
    private let snapshot: DatabaseSnapshot
    /// The identity of the state, with the input offsets that the snapshot includes; nil if there is none.
    package private(set) lazy var identity = snapshot.value(StoreKey.offset(partition))
        .flatMap { try? StoreNote($0, partition: partition) }?.identity

    package init(_ partition: Int32, in snapshot: DatabaseSnapshot) {
        self.partition = partition
        self.snapshot = snapshot
    }

    package func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        snapshot.value(StoreKey.value(partition, connection, stateKey))
    }

    package func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        atMost limit: Int,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        let from = StoreKey.value(partition, connection, range.lowerBound)
        let upTo = StoreKey.value(partition, connection, range.upperBound)
        unsafe snapshot.entries(from: from, upTo: upTo, atMost: limit) { key, value in
            if let stateKey = unsafe StoreKey.stateKey(key) { unsafe body(stateKey, value.bytes) }
        }
    }

    package func firstConnection(after connection: ConnectionID?) -> ConnectionID? {
        first(from: StoreKey.end(partition, connection ?? .ofPartition))?.connection
    }

    /// Returns the first connection whose id is not before some bytes, with its first value, in the order of ids.
    ///
    /// The first value of a connection with accepted uploads is its summary.
    package func firstConnection(from id: [UInt8]) -> (connection: ConnectionID, first: StoredValue)? {
        first(from: .later(StoreKey.first(partition) + id, StoreKey.end(partition, .ofPartition)))
    }

    private func first(from key: [UInt8]) -> (connection: ConnectionID, first: StoredValue)? {
        var found: (connection: ConnectionID, first: StoredValue)?
        let end = StoreKey.end(partition)
        unsafe snapshot.entries(from: key, upTo: end, ofManyConnections: true, atMost: 1) { key, value in
            guard let connection = unsafe StoreKey.connection(key), let stateKey = unsafe StoreKey.stateKey(key) else {
                return
            }
            found = (connection, StoredValue(stateKey: stateKey, bytes: unsafe Array(value)))
        }
        return found
    }
}

extension [UInt8] {
    /// Returns the later of two keys in the order of the database.
    fileprivate static func later(_ left: Self, _ right: Self) -> Self {
        left.lexicographicallyPrecedes(right) ? right : left
    }
}
