import Vocabulary

/// The rows of one partition: the stored rows, overlaid with uncommitted changes.
struct StateRows {
    let partition: Int32
    private let state: any PartitionState
    private var changed: [ConnectionID: ChangedRows] = [:]
    /// The approximate bytes of all changes.
    private(set) var pendingBytes = 0
    /// The first row that could not be read.
    private(set) var unreadable: UnreadableRow?

    init(_ partition: Int32, over state: any PartitionState) {
        self.partition = partition
        self.state = state
    }

    /// Returns a row; nil if there is none, or if it is unreadable.
    mutating func row<Row: StoredRow>(_ type: Row.Type = Row.self, of owner: ConnectionID, at stateKey: StateKey)
        -> Row?
    {
        value(at: stateKey, of: owner).flatMap { decoded($0) }
    }

    mutating func connection(_ connection: ConnectionID) -> ConnectionRow? {
        row(of: connection, at: StateKey(.connection))
    }

    mutating func job(_ connection: ConnectionID, at place: Int64) -> JobRow? {
        row(of: connection, at: StateKey(.job, place: place))
    }

    mutating func attempts(_ connection: ConnectionID, at place: Int64) -> AttemptsRow? {
        row(of: connection, at: StateKey(.attempts, place: place))
    }

    /// Puts a row; nil removes it.
    mutating func put(_ row: (some StoredRow)?, of owner: ConnectionID, at stateKey: StateKey) {
        put(row?.packed, at: stateKey, of: owner)
    }

    mutating func put(_ row: ConnectionRow, of connection: ConnectionID) {
        put(row.isEmpty ? nil : row, of: connection, at: StateKey(.connection))
    }

    /// Decodes a row; if that fails, sets `unreadable` and returns nil.
    mutating func decoded<Row: StoredRow>(_ bytes: [UInt8]) -> Row? {
        if let row = Row(packed: bytes) { return row }
        if unreadable == nil { unreadable = UnreadableRow(kind: Row.kind, partition: partition, version: bytes.first) }
        return nil
    }

    /// Sets `unreadable` for a damaged row.
    mutating func noteDamage(_ kind: RowKind) {
        if unreadable == nil { unreadable = UnreadableRow(kind: kind, partition: partition, version: nil) }
    }

    /// Returns the first rows of a range, ascending, including the uncommitted changes.
    func first(_ limit: Int, in range: ClosedRange<StateKey>, of owner: ConnectionID) -> [StoredValue] {
        guard let changed = changed[owner]?.rows(in: range), !changed.isEmpty else {
            return state.first(limit, in: range, of: owner)
        }
        let replaced = changed.count { $0.heldBytes != nil }
        let stored = state.first(limit + replaced, in: range, of: owner)
        var merged: [StoredValue] = []
        var (left, right) = (stored[...], changed)
        while merged.count < limit {
            if let change = right.first, left.first.map({ change.stateKey <= $0.stateKey }) ?? true {
                if left.first?.stateKey == change.stateKey { left = left.dropFirst() }
                right = right.dropFirst()
                if let bytes = change.bytes { merged.append(StoredValue(stateKey: change.stateKey, bytes: bytes)) }
            } else if let next = left.popFirst() {
                merged.append(next)
            } else {
                break
            }
        }
        return merged
    }

    /// Returns the first connection with stored rows after `connection`.
    func firstConnection(after connection: ConnectionID?) -> ConnectionID? {
        state.firstConnection(after: connection)
    }

    /// Whether the row of a connection is stored, without regard to uncommitted changes.
    func isStored(_ connection: ConnectionID) -> Bool {
        state.value(at: StateKey(.connection), of: connection) != nil
    }

    func value(at stateKey: StateKey, of owner: ConnectionID) -> [UInt8]? {
        if let row = changed[owner]?.row(at: stateKey) { return row.bytes }
        return state.value(at: stateKey, of: owner)
    }

    private mutating func put(_ bytes: [UInt8]?, at stateKey: StateKey, of owner: ConnectionID) {
        let held: Int?
        if let row = changed[owner]?.row(at: stateKey) {
            held = row.heldBytes
        } else {
            held = state.value(at: stateKey, of: owner)?.count
        }
        let row = ChangedRows.ChangedRow(stateKey: stateKey, bytes: bytes, heldBytes: held)
        pendingBytes += changed[owner, default: ChangedRows()].put(row)
        if changed[owner]?.rows.isEmpty == true { changed[owner] = nil }
    }

    var hasChanges: Bool { !changed.isEmpty }

    /// The changes for the next transaction, in the order of owners and state keys.
    var changes: [StateChange] {
        changed.keys.sorted().flatMap { owner in
            (changed[owner]?.rows ?? []).map {
                StateChange(connection: owner, stateKey: $0.stateKey, value: $0.bytes, heldBytes: $0.heldBytes)
            }
        }
    }

    /// Clears the changes, because the store now contains them.
    mutating func committed() {
        changed = [:]
        pendingBytes = 0
    }
}
