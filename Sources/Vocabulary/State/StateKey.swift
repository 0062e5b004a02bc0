/// The key of a value in one connection's state: 24 bytes, compared like their big-endian encoding.
///
/// `StateKey+Kinds.swift` defines the layout. The day comes before the stream (the data type), so that all streams of a
/// day form one range:
///
/// ```
/// head  kind (1 byte) | UTC day (4) | stream (1) | hour (1) | 0 (1)
/// high, low  an id, or 0
/// ```
///
/// For example, `StateKey(.segment, day: 8506, stream: .heart, hour: 13)` holds the heart samples that start between
/// 13:00 and 14:00 UTC on 2024-04-16.
package struct StateKey: Hashable, Comparable, Sendable {
    /// The kind, day, stream and hour, packed by `StateKey+Kinds.swift`.
    package let head: UInt64
    /// The upper half of an id, or 0.
    package let high: UInt64
    /// The lower half of an id, or 0.
    package let low: UInt64

    package init(head: UInt64, high: UInt64 = 0, low: UInt64 = 0) {
        self.head = head
        self.high = high
        self.low = low
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        // Most keys have no id.
        if high | low == 0 { return }
        hasher.combine(high)
        hasher.combine(low)
    }

    /// Compares head, then id, like the big-endian encodings.
    package static func < (left: Self, right: Self) -> Bool {
        (left.head, left.high, left.low) < (right.head, right.high, right.low)
    }
}
