import Vocabulary

/// The samples of one stream that start in the same hours of a UTC day, sorted by key and stored as one value.
///
/// A segment is the unit of reading and writing. It is short, so that adding a sample rewrites little. It is long
/// enough that deriving a day reads few segments. `StateKey.hours` defines the length: one hour for heart, a day for
/// sleep and workouts, six hours for other streams. `Segment+Packing.swift` describes the encoding.
package struct Segment {
    /// The samples, ascending by key.
    package var rows: [Sample] = []
    /// Whether some samples may be hidden.
    var hidesSome = false
    /// The bytes from which the segment was decoded, so that appending samples need not encode the other samples again.
    var stored: StoredBytes?

    /// The bytes of a decoded segment, and the context for appending to them.
    struct StoredBytes {
        let bytes: [UInt8]
        /// The range of the ids, after which the samples follow.
        let ids: Range<Int>
        /// The number of samples.
        let count: Int
        /// The context for encoding the next sample.
        let context: SampleContext
        let claims: ClaimList
    }

    package init() {}

    /// The samples that count for documents, ascending by key.
    var shown: [Sample] { hidesSome ? rows.filter(\.isShown) : rows }

    /// Returns the samples that count and start between two instants, with a tolerance of a millisecond.
    func shown(from: Double, to: Double) -> ArraySlice<Sample> {
        let low = rows.partitioningIndex { $0.start >= from - 0.001 }
        let found = rows[low..<max(low, rows.partitioningIndex { $0.start > to })]
        return hidesSome ? found.filter(\.isShown)[...] : found
    }

    /// Returns the row of a key, or the row at which the key would be inserted.
    ///
    /// `expected` is tried first.
    package func position(of key: SampleKey, expected: Int = 0) -> (index: Int, isHeld: Bool) {
        if expected < rows.count, rows[expected].key == key { return (expected, true) }
        if let last = rows.last, last.key < key { return (rows.count, false) }
        let low = rows.partitioningIndex { !($0.key < key) }
        return (low, low < rows.count && rows[low].key == key)
    }
}
