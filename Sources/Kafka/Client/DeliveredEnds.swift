/// Finds partitions that begin, or begin again, by the offsets in a producer's delivery reports.
///
/// The first record of a log has offset 0. If a topic is deleted and recreated, records of another producer may come
/// first. Then the next offset of this producer is not higher than the offset before.
package struct DeliveredEnds {
    private struct Place: Hashable {
        let topic: Int
        let partition: Int32
    }

    /// The last offset of each partition but the current one.
    private var ends: [Place: Int64] = [:]
    /// The partition of the last report, because most reports are of the same partition as the one before.
    private var current = Place(topic: 0, partition: -1)
    private var end: Int64 = -1
    /// The number of partitions above which all are forgotten.
    private static let placesMax = 100_000

    package init() {}

    /// Notes a delivery.
    ///
    /// - Parameters:
    ///   - topic: A number for the topic: the address of its handle. A handle at the address of a former one may be
    ///     taken for a topic that begins again.
    ///   - partition: The partition.
    ///   - offset: The offset; negative if the broker already had the batch and did not name it.
    /// - Returns: Whether the partition begins, or begins again, with this record, or may.
    package mutating func begins(topic: Int, _ partition: Int32, at offset: Int64) -> Bool {
        guard offset >= 0 else { return true }
        let place = Place(topic: topic, partition: partition)
        if place != current {
            if ends.count > Self.placesMax { ends = [:] }
            if end >= 0 { ends[current] = end }
            (current, end) = (place, ends[place] ?? -1)
        }
        defer { end = offset }
        return offset == 0 || offset <= end
    }
}
