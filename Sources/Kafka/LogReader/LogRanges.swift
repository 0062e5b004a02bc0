/// The ranges of offsets that are still to be read, by partition.
///
/// The last offset of a range can be a transaction marker or an aborted record, which is never delivered. So a range is
/// read completely when its last record arrives, when a record after the range arrives, or when the reader reaches the
/// end of the partition at or after the end of the range.
package struct LogRanges: Sendable {
    /// The end of a range.
    package enum End: Hashable, Sendable {
        /// The range ends before this offset, which can lie after the current end of the partition.
        case offset(Int64)
        /// The range ends with its first record, or at the end of the partition if there is none.
        case firstRecord
        /// The range never ends: new records are followed.
        case never
    }

    /// The action for a record.
    package enum Step: Hashable, Sendable {
        /// The record is not in a range.
        case ignore
        case lend
        /// The record is the last one of its range.
        case lendLast
        /// The record lies after the range, so the range is read completely.
        case end
    }

    /// A range that is still to be read.
    private struct OpenRange {
        /// The next offset to read.
        var next: Int64
        let end: End

        var left: Int64 { if case .offset(let end) = end { max(0, end - next) } else { 0 } }
        var isRead: Bool { if case .offset(let end) = end { next >= end } else { false } }
    }

    private var ranges: [TopicPartition: OpenRange] = [:]
    /// The number of offsets left in all ranges that end at an offset, including transaction markers.
    package private(set) var left: Int64 = 0

    package init() {}

    package var isEmpty: Bool { ranges.isEmpty }

    /// The partitions that are being read, sorted by topic and number.
    package var partitions: [TopicPartition] {
        ranges.keys.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }

    /// Returns the next offset to read in a partition, or nil if the partition is not being read.
    package func next(of place: TopicPartition) -> Int64? { ranges[place]?.next }

    /// Sets the range of a partition, and returns whether the range contains anything to read.
    package mutating func add(_ place: TopicPartition, from next: Int64, to end: End) -> Bool {
        _ = remove(place)
        let range = OpenRange(next: next, end: end)
        guard !range.isRead else { return false }
        ranges[place] = range
        left += range.left
        return true
    }

    /// Removes the range of a partition, and returns whether there was one.
    package mutating func remove(_ place: TopicPartition) -> Bool {
        guard let range = ranges.removeValue(forKey: place) else { return false }
        left -= range.left
        return true
    }

    /// Advances the range past a record, and returns the action for the record.
    package mutating func take(offset: Int64, of place: TopicPartition) -> Step {
        guard let range = ranges[place], offset >= range.next else { return .ignore }
        if case .offset(let end) = range.end, offset >= end {
            _ = remove(place)
            return .end
        }
        advance(range, of: place, to: offset + 1)
        guard range.end == .firstRecord || ranges[place]?.isRead ?? true else { return .lend }
        _ = remove(place)
        return .lendLast
    }

    /// Advances the range to the end of its partition, and returns whether the range is read completely.
    ///
    /// For a range that never ends, returns true and keeps the range.
    package mutating func reachedEnd(of place: TopicPartition, at offset: Int64) -> Bool {
        guard let range = ranges[place] else { return false }
        advance(range, of: place, to: max(offset, range.next))
        switch range.end {
        case .never: return true
        case .offset(let end) where offset < end: return false
        case .offset, .firstRecord: return remove(place)
        }
    }

    private mutating func advance(_ range: OpenRange, of place: TopicPartition, to next: Int64) {
        var advanced = range
        advanced.next = next
        ranges[place] = advanced
        left += advanced.left - range.left
    }
}
