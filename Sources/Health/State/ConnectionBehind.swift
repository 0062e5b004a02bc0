/// A connection of which documents are to be derived again, by itself: its app has changed, or its topic was gone.
///
/// Kept among what is known of the partition, so that nobody need look for it among all connections.
struct ConnectionBehind: Equatable {
    let connection: ConnectionID
    /// The UTC day to go on with; nil for the beginning.
    var day: Int32?
    /// Where its documents are to be published again that are there, since the topic was deleted; nil for nowhere.
    var republished: Route?

    /// Where it is kept.
    var stateKey: StateKey { Self.stateKey(connection) }

    static func stateKey(_ connection: ConnectionID) -> StateKey {
        StateKey(.behind, id: UUID128.v5(name: connection.bytes))
    }

    /// Where all of a partition are kept.
    static func stateKeys(_ reader: StateReader) -> [StateKey] {
        reader.stateKeys(in: StateKey.range(.behind, days: 0...0))
    }

    init(_ connection: ConnectionID, republished: Route? = nil) {
        self.connection = connection
        self.republished = republished
    }

    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.behind.version)
        packer.string(connection.bytes)
        packer.optional(day.map(Int64.init))
        packer.byte(republished == nil ? 0 : 1)
        republished?.pack(into: &packer)
        return packer.bytes
    }

    /// Reads the bytes; nil when they are broken or of another version.
    init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.behind.unpacker(bytes), let connection = ConnectionID(unpacker.string()) else {
            return nil
        }
        self.connection = connection
        day = unpacker.optionalInteger().map { Int32(clamping: $0) }
        if unpacker.byte() != 0 {
            guard let route = Route(from: &unpacker) else { return nil }
            republished = route
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension StateReader {
    /// The change by which a connection is to be derived again, from its beginning: also where it was being already.
    func change(to behind: ConnectionBehind) -> StateChange {
        var behind = behind
        let held = read(.behind, at: behind.stateKey) { ConnectionBehind($0) }.meaning
        behind.republished = behind.republished ?? held?.republished
        return change(behind.stateKey, to: behind.packed)
    }
}

extension StateKey {
    /// Whether a value of the partition as a whole, which has this state key and some of the connection's id in it, names it.
    ///
    /// One that can't be read is taken to do so.
    package func names(_ connection: ConnectionID, in value: [UInt8]) -> Bool {
        switch kind {
        case .behind: ConnectionBehind(value).map { $0.connection == connection } ?? true
        case .partition: PartitionSummary(value).map { $0.position?.connection == connection } ?? true
        default: false
        }
    }
}
