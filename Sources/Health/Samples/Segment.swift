/// The samples that are stored together: those of one stream that start in one bucket, in the order of their keys.
///
/// Packed, a segment is its own dictionary: the origins it uses, then the samples, each as its difference from the one
/// before. See `Segment+Packing.swift`.
package struct Segment {
    /// The samples, ascending by key.
    package var rows: [Sample] = []

    /// A segment with nothing in it.
    package init() {}

    /// Adds a sample that is not held yet.
    package mutating func insert(_ sample: Sample) {
        let key = sample.key
        // Samples mostly come in their order.
        if let last = rows.last, key < last.key {
            rows.insert(sample, at: position(of: key).index)
        } else {
            rows.append(sample)
        }
    }

    /// Where a sample with this key is, or would be.
    package func position(of key: SampleKey) -> (index: Int, isHeld: Bool) {
        if let last = rows.last, last.key < key { return (rows.count, false) }
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (low, low < rows.count && rows[low].key == key)
    }
}
