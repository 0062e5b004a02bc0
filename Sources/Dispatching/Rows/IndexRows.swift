import Vocabulary

/// An entry of the index by host and due time.
///
/// Its state key contains both.
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

/// An entry of the index by place.
///
/// Its state key contains the place.
struct AgeRow: Equatable, Sendable {
    /// The time from which the job waits, in milliseconds since 1970.
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
