/// What the core reads of the state of one partition.
///
/// Implemented in memory and by RocksDB; a commit's own changes lie over it until they are written.
package protocol PartitionState {
    /// The value under a state key of a connection, nil when there is none.
    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]?
    /// Goes through all that a connection holds within a range, ascending: dearer than to read a value, much cheaper than
    /// to read each of them. The values are lent.
    func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    )
    /// All that a connection holds within a range.
    func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries
    /// The first connection that has something, in the order of ids; where one is given, the first after it.
    func firstConnection(after connection: ConnectionID?) -> ConnectionID?
}

extension PartitionState {
    /// The state keys of a connection that hold a value, within a range, ascending.
    package func stateKeys(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> [StateKey] {
        var stateKeys: [StateKey] = []
        scan(range, of: connection) { stateKey, _ in stateKeys.append(stateKey) }
        return stateKeys
    }

    /// All that a connection holds within a range.
    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        scanned(range, of: connection)
    }

    /// All that a connection holds within a range, copied from a scan.
    package func scanned(_ range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        var entries = StateEntries()
        scan(range, of: connection) { entries.append($0, $1) }
        return entries
    }
}

/// One change of state that a commit brings: to be written to the changelog in the commit's transaction, and to the
/// store after it.
package struct StateChange: Sendable, Equatable {
    package let connection: ConnectionID
    package let stateKey: StateKey
    /// The new value, nil when there is none from now on.
    package let value: [UInt8]?
    /// The length of the value that the state holds there, nil when it holds none: what it took of the changelog beyond
    /// the new value must be taken away.
    package let heldBytes: Int?

    /// A change from its parts.
    package init(connection: ConnectionID, stateKey: StateKey, value: [UInt8]?, heldBytes: Int?) {
        self.connection = connection
        self.stateKey = stateKey
        self.value = value
        self.heldBytes = heldBytes
    }
}
