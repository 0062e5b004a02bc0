/// The samples that are stored together: those of one stream that start in one bucket, in the order of their keys.
///
/// Packed, each sample is its difference from the one before, and its origin a number. See `Segment+Packing.swift`.
package struct Segment {
    /// The samples, ascending by key.
    package var rows: [Sample] = []
    /// The bytes that it was read from, so that what was only added to need not be packed again.
    var stored: StoredBytes?

    /// The bytes of a segment, and what more samples would be packed against.
    struct StoredBytes {
        let bytes: [UInt8]
        /// Where the samples begin.
        let from: Int
        /// How many there are.
        let count: Int
        /// What the next sample is written against.
        let context: SampleContext
    }

    /// A segment with nothing in it.
    package init() {}

    /// The samples that start from one instant to another, as far as whole milliseconds tell.
    func rows(from: Double, to: Double) -> ArraySlice<Sample> {
        let low = rows.partitioningIndex { $0.start >= from - 0.001 }
        return rows[low..<max(low, rows.partitioningIndex { $0.start > to })]
    }

    /// Where a sample with this key is, or would be; `expected` is where it is looked for first.
    package func position(of key: SampleKey, expected: Int = 0) -> (index: Int, isHeld: Bool) {
        if expected < rows.count, rows[expected].key == key { return (expected, true) }
        if let last = rows.last, last.key < key { return (rows.count, false) }
        let low = rows.partitioningIndex { !($0.key < key) }
        return (low, low < rows.count && rows[low].key == key)
    }
}
