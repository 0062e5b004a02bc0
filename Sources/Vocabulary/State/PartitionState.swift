/// The stored state of one partition: values by connection and state key.
///
/// There are implementations with RocksDB and in memory. The changes of a running commit are not visible until they
/// are written.
package protocol PartitionState {
    /// Returns the value at a state key of a connection; nil if there is none.
    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]?
    /// Calls `body` for the first values of a connection within a range, at most `limit`, in ascending order.
    ///
    /// Each span is valid only during the call of `body`. A scan costs more than reading one value, but much less than
    /// reading each value separately.
    func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        atMost limit: Int,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    )
    /// Returns copies of all values of a connection within a range.
    func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries
    /// Returns the first connection after `connection` that has a value, in the order of ids; nil returns the first.
    func firstConnection(after connection: ConnectionID?) -> ConnectionID?
}

extension PartitionState {
    /// Calls `body` for all values of a connection within a range, in ascending order.
    package func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        scan(range, of: connection, atMost: .max, body)
    }

    /// Returns the state keys of a connection's values within a range, in ascending order.
    package func stateKeys(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> [StateKey] {
        var stateKeys: [StateKey] = []
        scan(range, of: connection) { stateKey, _ in stateKeys.append(stateKey) }
        return stateKeys
    }

    /// Returns copies of the first values of a connection within a range, in ascending order, at most `limit`.
    package func first(_ limit: Int, in range: ClosedRange<StateKey>, of connection: ConnectionID) -> [StoredValue] {
        var values: [StoredValue] = []
        scan(range, of: connection, atMost: limit) { stateKey, value in
            values.append(StoredValue(stateKey: stateKey, bytes: value.copied))
        }
        return values
    }

    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        scanned(range, of: connection)
    }

    /// Returns copies of all values of a connection within a range, by a scan.
    package func scanned(_ range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        var entries = StateEntries()
        scan(range, of: connection) { entries.append($0, $1) }
        return entries
    }
}

/// A value of the state, with its state key.
package struct StoredValue: Equatable, Sendable {
    package let stateKey: StateKey
    package let bytes: [UInt8]

    package init(stateKey: StateKey, bytes: [UInt8]) {
        self.stateKey = stateKey
        self.bytes = bytes
    }
}

/// One change of the state: written to the changelog within the commit's transaction, and to the store after it.
package struct StateChange: Sendable, Equatable {
    package let connection: ConnectionID
    package let stateKey: StateKey
    /// The new value; nil deletes the value.
    package let value: [UInt8]?
    /// The length of the stored value, which tells how many changelog records it has; nil if there is none.
    package let heldBytes: Int?

    package init(connection: ConnectionID, stateKey: StateKey, value: [UInt8]?, heldBytes: Int?) {
        self.connection = connection
        self.stateKey = stateKey
        self.value = value
        self.heldBytes = heldBytes
    }
}
