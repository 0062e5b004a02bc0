/// Where a value lies in the state of one connection: 24 bytes that order as their encoding does.
package struct StateKey: Hashable, Comparable, Sendable {
    /// Kind, day, stream and hour; see `StateKey+Kinds.swift`.
    package let head: UInt64
    /// The upper half of an id, or 0.
    package let high: UInt64
    /// The lower half of an id, or 0.
    package let low: UInt64

    /// A state key from its three words.
    package init(head: UInt64, high: UInt64 = 0, low: UInt64 = 0) {
        self.head = head
        self.high = high
        self.low = low
    }

    /// Ascending by head, then id: the order of the big-endian encoding.
    package static func < (left: Self, right: Self) -> Bool {
        (left.head, left.high, left.low) < (right.head, right.high, right.low)
    }
}
