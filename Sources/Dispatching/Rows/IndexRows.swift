import Vocabulary

/// An entry of the index by host and due time, which are in its state key.
struct DueRow: Equatable, Sendable {
    let connection: ConnectionID
}

extension DueRow: StoredRow {
    static let kind = RowKind.due

    func pack(into packer: inout Packer) { packer.string(connection.bytes) }

    init?(from unpacker: inout Unpacker) {
        guard let connection = ConnectionID(unpacker.string()) else { return nil }
        self.connection = connection
    }
}

/// An entry of the index by place, which is in its state key.
struct AgeRow: Equatable, Sendable {
    /// The arrival time of the job, in milliseconds since 1970.
    let arrivedMilliseconds: Int64
    let connection: ConnectionID
}

extension AgeRow: StoredRow {
    static let kind = RowKind.age

    func pack(into packer: inout Packer) {
        packer.signed(arrivedMilliseconds)
        packer.string(connection.bytes)
    }

    init?(from unpacker: inout Unpacker) {
        arrivedMilliseconds = unpacker.signed()
        guard let connection = ConnectionID(unpacker.string()) else { return nil }
        self.connection = connection
    }
}
