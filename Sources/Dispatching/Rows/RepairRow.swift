import Vocabulary

/// The repair of the rows of a partition whose state was adopted.
struct RepairRow: Equatable, Sendable {
    /// The greatest place of a stored job after the repair; nil if the repair is not finished.
    ///
    /// Records up to this place can be stored although the group's offset is lower.
    var storedUntil: Int64?
}

extension RepairRow: StoredRow {
    static let kind = RowKind.repair

    func pack(into packer: inout Packer) { packer.optional(storedUntil) }

    init(from unpacker: inout Unpacker) { storedUntil = unpacker.optionalInteger() }
}
