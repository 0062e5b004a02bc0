import Vocabulary

/// The number of samples by data type and UTC day, for the days that a commit had to count.
struct DayCounts {
    private var counts: [StreamDay: Int] = [:]

    /// The number of samples; nil if they were not counted.
    subscript(stream: DataType, day: Int32) -> Int? {
        get { counts[StreamDay(stream: stream, day: day)] }
        set { counts[StreamDay(stream: stream, day: day)] = newValue }
    }

    mutating func removeAll() { counts.removeAll(keepingCapacity: true) }
}

/// Limits the number of samples of one data type and day, so that each day fits into the memory of a commit.
extension ConnectionState {
    /// The maximum number of segments of a stream and day: one for each hour, and one for long samples.
    private static let segmentsPerDayMax = 25

    /// Marks a stream as crowded if a segment is so large that its day may be full.
    ///
    /// If each segment has less than its share of a full day, no day is full, and samples need not be counted.
    mutating func noteSize(of segment: LoadedSegment, _ stream: DataType) {
        if segment.countAtMost > samplesPerDayMax / Self.segmentsPerDayMax { summary.note(crowded: stream) }
    }

    /// Whether a day has room for one more sample of a stream.
    ///
    /// The call may merge pending samples into their segments, which invalidates insertion points in the segments.
    mutating func hasRoom(_ stream: DataType, on day: Int32) -> Bool {
        if !summary.isCrowded(stream) || count(stream, on: day) < samplesPerDayMax { return true }
        // Samples that this commit deleted still count until the merge is finished.
        if pendingDeletions.isEmpty { return false }
        finishMerge()
        return count(stream, on: day) < samplesPerDayMax
    }

    /// Adds `change` to the count of the sample's day, if the day was counted.
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
