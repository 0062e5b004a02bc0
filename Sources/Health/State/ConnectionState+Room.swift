/// How many samples of one data type a connection has on a UTC day, as far as a commit had to know.
struct DayCounts {
    private struct StreamDay: Hashable {
        let stream: DataType
        let day: Int32
    }

    private var counts: [StreamDay: Int] = [:]

    /// How many there are; nil where they were not counted.
    subscript(stream: DataType, day: Int32) -> Int? {
        get { counts[StreamDay(stream: stream, day: day)] }
        set { counts[StreamDay(stream: stream, day: day)] = newValue }
    }

    mutating func removeAll() { counts.removeAll(keepingCapacity: true) }
}

/// A day holds so many samples of one data type and no more, so that no day is beyond what a commit can hold in memory.
extension ConnectionState {
    /// The most segments that hold samples of one stream and day: one for each hour, and the long one.
    private static let segmentsPerDayMax = 25

    /// Takes note of a segment with so many samples that its day may be full.
    ///
    /// While no segment of a stream has its share of a full day, no day is full and nothing need be counted.
    mutating func noteSize(of segment: LoadedSegment, _ stream: DataType) {
        if segment.countAtMost > samplesPerDayMax / Self.segmentsPerDayMax { summary.note(crowded: stream) }
    }

    /// Whether a day has room for one more sample of a stream.
    ///
    /// It may finish the merge, after which seats in segments mean nothing.
    mutating func hasRoom(_ stream: DataType, on day: Int32) -> Bool {
        if !summary.isCrowded(stream) || count(stream, on: day) < samplesPerDayMax { return true }
        // What was deleted in this commit is still in its place.
        if doomed.isEmpty { return false }
        finishMerge()
        return count(stream, on: day) < samplesPerDayMax
    }

    /// Takes note of a sample that came, or of one that went.
    mutating func countSample(_ sample: Sample, _ stream: DataType, by change: Int) {
        if !summary.isCrowded(stream) { return }
        if let known = dayCounts[stream, sample.utcDay] { dayCounts[stream, sample.utcDay] = known + change }
    }

    private mutating func count(_ stream: DataType, on day: Int32) -> Int {
        if let known = dayCounts[stream, day] { return known }
        var stateKeys = segments.stateKeys(in: StateKey.range(.segment, day: day, stream: stream))
        if summary.hasLong(stream) { stateKeys.append(StateKey(.long, stream: stream)) }
        var count = 0
        for stateKey in stateKeys { count += segments.list[segments.unmergedIndex(of: stateKey)].count(on: day) }
        dayCounts[stream, day] = count
        return count
    }
}
