import Vocabulary

/// A stored job, with the other fields of its record.
package struct JobRow: Equatable, Sendable {
    /// The value of `sequence`.
    ///
    /// It is the place, unless the job was sent again; then it is the sequence of the first record.
    let sequence: Int64
    /// The time from which the job waits, in milliseconds since 1970.
    ///
    /// It is the record's timestamp, or the time of receipt if the timestamp is missing or in the future.
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
