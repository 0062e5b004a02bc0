import Vocabulary

/// The pause of a host, for `dispatch list`.
///
/// The state key of the row contains the host. The row is in the partition whose request began the pause.
struct HostRow: Equatable, Sendable {
    /// The end of the pause, in milliseconds since 1970.
    let leftAloneUntilMilliseconds: Int64
}

extension HostRow: StoredRow {
    static let kind = RowKind.host

    func pack(into packer: inout Packer) { packer.signed(leftAloneUntilMilliseconds) }

    init(from unpacker: inout Unpacker) { leftAloneUntilMilliseconds = unpacker.signed() }
}
