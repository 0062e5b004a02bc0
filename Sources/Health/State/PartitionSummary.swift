package import Vocabulary

/// The rules by which the documents of a partition were derived, the progress of a re-derivation, and counts.
///
/// If the rules of the worker differ from `rules`, all documents must be derived again. Each commit of this
/// re-derivation derives a batch of documents and advances `position`. At the end, `position` becomes nil.
package struct PartitionSummary: Equatable, Sendable {
    /// The progress of a re-derivation.
    ///
    /// Connections before `connection` are done, and so are the days of `connection` before `day`.
    package struct Position: Equatable, Sendable {
        /// The current connection; nil before the first connection.
        package var connection: ConnectionID?
        /// The UTC day to resume at; nil to start with the first day.
        package var day: Int32?
        /// The number of connections that are done.
        package var done = 0
        /// The kinds of topics that were deleted, so that documents must be published there again.
        package var republished: [FormRoute] = []
    }

    /// The rules of the published documents, or the target rules of a running re-derivation.
    package var rules: DocumentRules
    /// The progress of the re-derivation; nil if none is running.
    package var position: Position?
    /// The number of re-derivation commits so far; it makes job ids unique.
    package var commits = 0
    /// The number of connections that have state.
    package var connections = 0
    /// The number of frozen documents, which a change of rules does not affect.
    package var frozen = 0

    package init(_ rules: DocumentRules) {
        self.rules = rules
    }

    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.partition.version)
        rules.pack(into: &packer)
        packer.count(commits)
        packer.count(connections)
        packer.count(frozen)
        packer.byte(position == nil ? 0 : 1)
        if let position {
            packer.string(position.connection?.bytes ?? [])
            packer.optional(position.day.map(Int64.init))
            packer.count(position.done)
            position.republished.pack(into: &packer)
        }
        return packer.bytes
    }

    /// Decodes a summary; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.partition.unpacker(bytes), let rules = DocumentRules(from: &unpacker) else {
            return nil
        }
        self.rules = rules
        commits = Int(clamping: unpacker.unsigned())
        connections = Int(clamping: unpacker.unsigned())
        frozen = Int(clamping: unpacker.unsigned())
        if unpacker.byte() != 0 {
            let connection = ConnectionID(unpacker.string())
            var position = Position(connection: connection)
            position.day = unpacker.optionalInteger().map { Int32(clamping: $0) }
            position.done = Int(clamping: unpacker.unsigned())
            guard let republished = [FormRoute](from: &unpacker) else { return nil }
            position.republished = republished
            self.position = position
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}

extension PartitionSummary {
    /// Reads the stored summary; nil if there is none.
    init?(_ reader: StateReader) {
        guard let held = reader.read(.partition, at: StateKey(.partition), { Self($0) }).meaning else { return nil }
        self = held
    }
}
