/// Where a partition's log begins and ends, and what it is called.
package struct LogBounds: Hashable, Sendable {
    /// Its topic and number, such as `fork.uploads[3]`.
    package let name: String
    /// The first offset that is still there.
    package let low: Int64
    /// The offset that the next record gets.
    package let high: Int64

    /// Bounds of a log of this name.
    package init(_ name: String, low: Int64, high: Int64) {
        self.name = name
        self.low = low
        self.high = high
    }

    /// Whether reading can go on from an offset.
    func holds(_ offset: Int64) -> Bool { (low...max(low, high)).contains(offset) }

    /// How it says what it holds.
    var extent: String { low < high ? "holds the offsets from \(low) to \(high - 1)" : "is empty (it ends at \(high))" }
}
