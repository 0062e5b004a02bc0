/// The offsets of the records that were delivered to one partition in a transaction.
package struct DeliveredSpan: Equatable, Sendable {
    /// The least offset; −1 if a batch was reported without offsets, because the broker already had it.
    package private(set) var first: Int64
    /// The greatest offset; −1 if no report had one.
    package private(set) var last: Int64

    package init(_ offset: Int64) { (first, last) = (offset, offset) }

    package mutating func note(_ offset: Int64) {
        first = min(first, offset)
        last = max(last, offset)
    }
}
