/// The offsets of the records that were delivered to one partition in a transaction.
package struct DeliveredSpan: Equatable, Sendable {
    /// The least offset; nil if no report had an offset.
    package private(set) var first: Int64?
    /// The greatest offset; nil if no report had an offset.
    package private(set) var last: Int64?
    /// The timestamp of the record at the greatest offset, in Unix milliseconds; −1 if it has none.
    package private(set) var lastTimestampMilliseconds: Int64 = -1
    /// Whether a batch was reported without offsets, because the broker already had it.
    package private(set) var lacksOffsets = false

    package init() {}

    /// The smallest possible end of the log after the transaction; nil if no report had an offset.
    package var end: Int64? { last.map { $0 + 1 } }

    /// The offset of the last record, or nil if it is not certain.
    package var certainLast: Int64? { lacksOffsets ? nil : last }

    /// Adds a record; a negative offset is unknown.
    package mutating func add(_ offset: Int64, timestampMilliseconds: Int64) {
        guard offset >= 0 else { return lacksOffsets = true }
        first = min(first ?? offset, offset)
        if let last, offset < last { return }
        last = offset
        lastTimestampMilliseconds = max(timestampMilliseconds, -1)
    }
}
