package import Vocabulary

/// A partition of a document topic, with the last record that earlier commits wrote there.
///
/// If the topic was recreated or replaced by a copy, the record at the offset of `last` is different or missing.
/// `last` is in the state of the topic's connection, or in the partition-wide state if connections share the topic.
package struct DocumentLog: Sendable {
    package let topic: String
    /// The last record that earlier commits wrote; nil if they wrote none.
    package let last: LogMark?
    let formRoute: FormRoute
    /// The connection whose state contains `last`; `.ofPartition` for a topic that connections share.
    let owner: ConnectionID
    let unreadable: UnreadableValue?
    private let stateKey: StateKey
    private let heldBytes: Int?

    init(_ topic: String, _ rules: Rules, over state: any PartitionState) {
        self.topic = topic
        let parsed = DocumentOwner.parse(topic: topic, prefix: rules.topicPrefix, forms: rules.forms)
        let form = parsed?.form
        let owner = parsed?.owner ?? .all
        formRoute = FormRoute(Route(to: owner), form: form)
        if case .connection(let id) = owner, let connection = ConnectionID(Array(id.utf8)) {
            self.owner = connection
            stateKey = StateKey(.written, id: form.map { .v5(name: Array($0.utf8)) } ?? UUID128(hi: 0, lo: 0))
        } else {
            self.owner = .ofPartition
            stateKey = StateKey(.written, id: .v5(name: formRoute.packed))
        }
        let reader = StateReader(self.owner, of: state)
        (last, heldBytes) = reader.read(.written, at: stateKey) { LogMark(packed: $0) }
        unreadable = reader.unreadable
    }

    /// Returns the state change that replaces the last record.
    func change(to mark: LogMark) -> StateChange {
        StateChange(connection: owner, stateKey: stateKey, value: mark.packed, heldBytes: heldBytes)
    }
}

extension LogMark {
    fileprivate var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.written.version)
        packer.signed(offset)
        packer.signed(timestampMilliseconds)
        packer.word(checksum)
        return packer.bytes
    }

    /// Decodes a mark; nil if the bytes are damaged or have another version.
    fileprivate init?(packed bytes: [UInt8]) {
        guard var unpacker = StateFormat.written.unpacker(bytes) else { return nil }
        self.init(
            offset: unpacker.signed(),
            timestampMilliseconds: unpacker.signed(),
            checksum: unpacker.word()
        )
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}
