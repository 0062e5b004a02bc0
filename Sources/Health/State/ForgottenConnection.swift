package import Vocabulary

/// A marker that a connection is forgotten: its documents and its state are erased.
///
/// The partition-wide state contains the marker under a hash of the connection id. The state contains nothing else of
/// the connection, not even its id.
struct ForgottenConnection: Equatable {
    /// The record timestamp up to which uploads leave no trace, in Unix milliseconds; newer uploads are refused.
    let untilMilliseconds: Int64

    static func stateKey(_ connection: ConnectionID) -> StateKey { .forgotten(connection) }

    /// Returns settings for a forgotten connection that has no other state; nil if the connection is not forgotten.
    static func settings(of connection: ConnectionID, _ partition: StateReader) -> ConnectionSettings? {
        guard let mark = partition.read(.forgotten, at: stateKey(connection), { Self($0) }).meaning else { return nil }
        var settings = ConnectionSettings()
        settings.isForgotten = true
        settings.forgottenUntilMilliseconds = mark.untilMilliseconds
        return settings
    }

    init(untilMilliseconds: Int64) {
        self.untilMilliseconds = untilMilliseconds
    }

    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.forgotten.version)
        packer.signed(untilMilliseconds)
        return packer.bytes
    }

    /// Decodes a marker; nil if the bytes are damaged or have another version.
    init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.forgotten.unpacker(bytes) else { return nil }
        untilMilliseconds = unpacker.signed()
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension StateKey {
    /// Returns the state key of the marker that a connection is forgotten.
    package static func forgotten(_ connection: ConnectionID) -> StateKey {
        StateKey(.forgotten, id: UUID128.v5(name: connection.bytes))
    }
}
