import Vocabulary

/// A stored job, with the other fields of its record.
package struct JobRow: Equatable, Sendable {
    /// The job's sequence: its place, or for a job that was sent again, the sequence of its first record.
    let sequence: Int64
    /// The arrival time of the job, in milliseconds since 1970.
    ///
    /// This is the record's timestamp, or the time of receipt if the timestamp is missing or in the future.
    package let arrivedMilliseconds: Int64
    /// The record's timestamp, in milliseconds since 1970; nil if it has none.
    let timestampMilliseconds: Int64?
    let traceparent: [UInt8]?
    /// The job as JSON.
    var bytes: [UInt8]
}

extension JobRow: StoredRow {
    package static let kind = RowKind.job

    func pack(into packer: inout Packer) {
        packer.signed(sequence)
        packer.signed(arrivedMilliseconds)
        packer.optional(timestampMilliseconds)
        packer.byte(traceparent == nil ? 0 : 1)
        if let traceparent { packer.string(traceparent) }
        packer.string(bytes)
    }

    init(from unpacker: inout Unpacker) {
        sequence = unpacker.signed()
        arrivedMilliseconds = unpacker.signed()
        timestampMilliseconds = unpacker.optionalInteger()
        traceparent = unpacker.byte() == 0 ? nil : unpacker.string()
        bytes = unpacker.string()
    }
}
