/// A record of `fork.webhook-dispatch`.
package struct DispatchRecord: Sendable {
    package var partition: Int32
    package var offset: Int64
    /// The record's timestamp in milliseconds since 1970; nil if it has none.
    package var timestampMilliseconds: Int64?
    package var key: [UInt8]?
    package var value: [UInt8]?
    /// The header `traceparent`, not validated.
    package var traceparent: [UInt8]?
    /// The header `fork-sequence`, which only a record that was sent again has.
    package var sequence: [UInt8]?

    package init(
        partition: Int32,
        offset: Int64,
        timestampMilliseconds: Int64?,
        key: [UInt8]?,
        value: [UInt8]?,
        traceparent: [UInt8]? = nil,
        sequence: [UInt8]? = nil
    ) {
        self.partition = partition
        self.offset = offset
        self.timestampMilliseconds = timestampMilliseconds
        self.key = key
        self.value = value
        self.traceparent = traceparent
        self.sequence = sequence
    }
}
