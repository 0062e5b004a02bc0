import Vocabulary

/// A row of the state: a version byte, then the fields.
protocol StoredRow {
    static var kind: RowKind { get }

    func pack(into packer: inout Packer)
    /// Decodes the fields; nil if a field is impossible. If the unpacker is broken afterwards, the result must be
    /// discarded.
    init?(from unpacker: inout Unpacker)
}

extension StoredRow {
    /// The version byte and the fields.
    var packed: [UInt8] {
        var packer = Packer()
        packer.byte(Self.kind.version)
        pack(into: &packer)
        return packer.bytes
    }

    /// Decodes a row; nil if the bytes are damaged or have another version.
    init?(packed bytes: [UInt8]) {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == Self.kind.version, let row = Self(from: &unpacker), !unpacker.isBroken,
            unpacker.isAtEnd
        else { return nil }
        self = row
    }

    /// Decodes the row that a change of the state puts; nil if it removes the row.
    init?(_ change: StateChange, of partition: Int32) throws(UnreadableRow) {
        guard let value = change.value else { return nil }
        guard let row = Self(packed: value) else {
            throw UnreadableRow(kind: Self.kind, partition: partition, version: value.first)
        }
        self = row
    }
}
