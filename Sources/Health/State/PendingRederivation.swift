package import Vocabulary

/// A marker that a connection's documents must be derived again: its app or forms changed, or a topic was deleted.
///
/// Markers are in the partition-wide state, so that a commit finds them without searching all connections.
struct PendingRederivation: Equatable {
    let connection: ConnectionID
    /// The UTC day to resume at; nil to start with the first day.
    var day: Int32?
    /// The kinds of topics that were deleted, so that documents must be published there again.
    var republished: [FormRoute] = []

    var stateKey: StateKey { Self.stateKey(connection) }

    static func stateKey(_ connection: ConnectionID) -> StateKey {
        StateKey(.behind, id: UUID128.v5(name: connection.bytes))
    }

    /// The range of the state keys of all markers of a partition.
    static var range: ClosedRange<StateKey> { StateKey.range(.behind, days: 0...0) }

    init(_ connection: ConnectionID, republished: [FormRoute] = []) {
        self.connection = connection
        self.republished = republished
    }

    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.behind.version)
        packer.string(connection.bytes)
        packer.optional(day.map(Int64.init))
        republished.pack(into: &packer)
        return packer.bytes
    }

    /// Decodes a marker; nil if the bytes are damaged or have another version.
    init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.behind.unpacker(bytes), let connection = ConnectionID(unpacker.string()) else {
            return nil
        }
        self.connection = connection
        day = unpacker.optionalInteger().map { Int32(clamping: $0) }
        guard let republished = [FormRoute](from: &unpacker) else { return nil }
        self.republished = republished
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension StateReader {
    /// Returns the change that marks a connection for re-derivation from its first day, even if it is already marked.
    func change(to behind: PendingRederivation) -> StateChange {
        var behind = behind
        let held = read(.behind, at: behind.stateKey) { PendingRederivation($0) }.meaning
        behind.republished.formUnion(held?.republished ?? [])
        // A connection that waits for a topic can have the order in the marker that it waits.
        let owed = read(.owed, at: .owed(behind.connection)) { OwedConnection($0) }.meaning
        behind.republished.formUnion(owed?.republished ?? [])
        return change(behind.stateKey, to: behind.packed)
    }
}

extension StateKey {
    /// Whether a partition-wide value at this state key contains the id of a connection.
    ///
    /// A value that cannot be read counts as containing the id.
    package func names(_ connection: ConnectionID, in value: [UInt8]) -> Bool {
        switch kind {
        case .behind: PendingRederivation(value).map { $0.connection == connection } ?? true
        case .owed: OwedConnection(value).map { $0.connection == connection } ?? true
        case .partition: PartitionSummary(value).map { $0.position?.connection == connection } ?? true
        default: false
        }
    }
}
