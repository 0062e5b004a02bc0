/// The mark of a connection that is forgotten, in the partition's own state: nothing else is kept of it, not its id either.
struct ForgottenConnection: Equatable {
    /// Up to when its uploads leave no trace, in milliseconds since 1970; newer ones are refused.
    let untilMilliseconds: Int64

    /// Where the mark of a connection is kept.
    static func stateKey(_ connection: ConnectionID) -> StateKey { .forgotten(connection) }

    /// What is known of a connection that has neither settings nor samples.
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

    /// Reads the bytes; nil when they are broken or of another version.
    init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.forgotten.unpacker(bytes) else { return nil }
        untilMilliseconds = unpacker.signed()
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension StateKey {
    /// Where the partition's own state keeps that a connection is forgotten.
    package static func forgotten(_ connection: ConnectionID) -> StateKey {
        StateKey(.forgotten, id: UUID128.v5(name: connection.bytes))
    }
}
