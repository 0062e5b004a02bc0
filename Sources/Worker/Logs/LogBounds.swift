/// The name and the bounds of a partition's log.
package struct LogBounds: Hashable, Sendable {
    /// The topic and partition, such as `fork.uploads[3]`.
    package let name: String
    /// The first offset that still exists.
    package let low: Int64
    /// The offset of the next record.
    package let high: Int64

    package init(_ name: String, low: Int64, high: Int64) {
        self.name = name
        self.low = low
        self.high = high
    }

    /// Whether reading can continue from an offset.
    func holds(_ offset: Int64) -> Bool { (low...max(low, high)).contains(offset) }

    /// The offsets in the log, as the second part of a sentence.
    var extent: String { low < high ? "holds the offsets from \(low) to \(high - 1)" : "is empty (it ends at \(high))" }
}
