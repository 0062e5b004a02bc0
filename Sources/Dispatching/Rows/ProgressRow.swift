import Vocabulary

/// The progress of a partition.
package struct ProgressRow: Equatable, Sendable {
    /// The place after the last record that is finished or stored; 0 if no open place lies before it.
    var reached: Int64 = 0
    /// The open places before `reached`, ascending: their records are neither finished nor stored.
    var open: [Int64] = []
    /// The number of stored jobs.
    package var stored = 0
    /// The number of connections that are off.
    package var off = 0
}

extension ProgressRow: StoredRow {
    package static let kind = RowKind.progress

    func pack(into packer: inout Packer) {
        packer.signed(reached)
        packer.count(stored)
        packer.count(off)
        packer.count(open.count)
        var last: Int64 = 0
        for offset in open {
            packer.signed(offset - last)
            last = offset
        }
    }

    init(from unpacker: inout Unpacker) {
        reached = unpacker.signed()
        stored = Int(clamping: unpacker.unsigned())
        off = Int(clamping: unpacker.unsigned())
        var last: Int64 = 0
        for _ in 0..<unpacker.count() {
            last &+= unpacker.signed()
            open.append(last)
        }
    }
}
