package import Vocabulary

/// A marker that the documents of a connection wait to be published, because a topic refuses documents.
///
/// In the meantime, the connection's samples are merged and committed. When the topic accepts documents, the marker
/// becomes a `PendingRederivation`. Markers are in the partition-wide state, so that a worker finds them without
/// searching all connections.
package struct OwedConnection: Equatable, Sendable {
    package let connection: ConnectionID
    /// The name of the topic that refused documents.
    package let topic: String
    /// The reason for the refusal, as a sentence without the topic's name.
    package let reason: String
    /// The kinds of topics that were replaced, so that documents must be published there again.
    var republished: [FormRoute] = []

    /// The maximum length of the stored reason, in bytes.
    private static let reasonBytes = 300

    var stateKey: StateKey { .owed(connection) }

    /// The range of the state keys of all markers of a partition.
    static var range: ClosedRange<StateKey> { StateKey.range(.owed, days: 0...0) }

    init(_ connection: ConnectionID, topic: String, reason: String) {
        self.connection = connection
        self.topic = topic
        self.reason = reason
    }

    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.owed.version)
        packer.string(connection.bytes)
        packer.string(Array(topic.utf8))
        packer.string(Array(reason.utf8.prefix(Self.reasonBytes)))
        republished.pack(into: &packer)
        return packer.bytes
    }

    /// Decodes a marker; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.owed.unpacker(bytes), let connection = ConnectionID(unpacker.string()) else {
            return nil
        }
        self.connection = connection
        topic = String(decoding: unpacker.string(), as: UTF8.self)
        reason = String(decoding: unpacker.string(), as: UTF8.self)
        guard let republished = [FormRoute](from: &unpacker) else { return nil }
        self.republished = republished
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension StateReader {
    /// Returns a change that stores a marker, in addition to what the stored marker orders to publish again.
    func change(to owed: OwedConnection) -> StateChange {
        var owed = owed
        let held = read(.owed, at: owed.stateKey) { OwedConnection($0) }.meaning
        owed.republished.formUnion(held?.republished ?? [])
        return change(owed.stateKey, to: owed.packed)
    }
}

extension StateKey {
    /// Returns the state key of the marker that a connection's documents wait for a topic.
    package static func owed(_ connection: ConnectionID) -> StateKey {
        StateKey(.owed, id: UUID128.v5(name: connection.bytes))
    }
}
