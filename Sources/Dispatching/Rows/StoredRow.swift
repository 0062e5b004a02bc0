import Vocabulary

/// A row of the state: a version byte, then the fields.
protocol StoredRow {
    static var kind: RowKind { get }

    func pack(into packer: inout Packer)
    /// Decodes the fields; the result is void if the unpacker is broken afterwards, and nil if a field is impossible.
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
}
