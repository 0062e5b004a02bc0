package import Vocabulary

/// Reads the samples that derivations need.
extension ConnectionState {
    /// Returns the samples of a stream that start on the given UTC days, and all long samples of the stream.
    package mutating func rows(of stream: DataType, days: ClosedRange<Int32>) -> [Sample] {
        var read = segments(of: stream, days: days)
        if summary.hasLong(stream) { read.append(segments.index(of: StateKey(.long, stream: stream))) }
        if read.count == 1 { return segments.list[read[0]].segment.shown }
        var rows: [Sample] = []
        rows.reserveCapacity(read.reduce(0) { $0 + segments.list[$1].segment.rows.count })
        for index in read { rows += segments.list[index].segment.shown }
        return rows
    }

    /// Adds the samples of a stream that start on the given UTC days, without long samples.
    mutating func addRows(of stream: DataType, days: ClosedRange<Int32>, to rows: inout [Sample]) {
        for index in segments(of: stream, days: days) { rows += segments.list[index].segment.shown }
    }

    private mutating func segments(of stream: DataType, days: ClosedRange<Int32>) -> [Int] {
        var read: [Int] = []
        for day in days {
            let range = StateKey.range(.segment, day: day, stream: stream)
            for stateKey in segments.stateKeys(in: range) { read.append(segments.index(of: stateKey)) }
        }
        return read
    }

    /// Returns the samples of a stream that start within a time span, and all its long samples, as slices of their
    /// segments.
    mutating func rows(of stream: DataType, from: Double, to: Double) -> [ArraySlice<Sample>] {
        var read: [ArraySlice<Sample>] = []
        // Enough for the segments of the day and of the day before, plus the long samples.
        read.reserveCapacity(8)
        for day in Instant.utcDay(from)...max(Instant.utcDay(from), Instant.utcDay(to)) {
            let range = StateKey.range(.segment, day: day, stream: stream)
            for stateKey in segments.stateKeys(in: range) where stateKey.canHold(from: from, to: to) {
                let index = segments.index(of: stateKey)
                let rows = segments.list[index].segment.shown(from: from, to: to)
                if !rows.isEmpty { read.append(rows) }
            }
        }
        let long = long(of: stream)
        if !long.isEmpty { read.append(long[...]) }
        return read
    }

    /// Returns the samples of one hour of a stream that is stored by the hour, and its long samples.
    package mutating func rows(of stream: DataType, day: Int32, hour: UInt8) -> [Sample] {
        let rows = segments.shown(StateKey(.segment, day: day, stream: stream, hour: hour))
        let long = long(of: stream)
        return long.isEmpty ? rows : rows + long
    }

    /// Returns the samples that may overlap a time span, of all streams with quantity samples, as slices of their
    /// segments.
    mutating func rowsWithQuantities(from: Double, to: Double) -> [ArraySlice<Sample>] {
        let days = Instant.utcDay(from - summary.longestSeconds)...Instant.utcDay(to)
        var read: [ArraySlice<Sample>] = []
        for stream in streamsWithQuantities(days: days) {
            // Samples that start before the span can overlap it. No sample of the stream is longer than the longest
            // known duration.
            read += rows(of: stream, from: from - summary.longestSeconds(of: stream), to: to)
        }
        return read
    }

    /// Returns the quantity samples of all streams that start on the given UTC days, without long samples.
    mutating func segmentQuantities(days: ClosedRange<Int32>) -> [Sample] {
        var rows: [Sample] = []
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: days)) {
            guard DataType.withQuantities.contains(stateKey.stream) else { continue }
            rows += segments.shown(stateKey)
        }
        return rows.filter { Catalogue.sampleType(at: $0.type)?.kind == .quantity }
    }

    /// Returns the long quantity samples of all streams.
    mutating func longQuantities() -> [Sample] {
        var rows: [Sample] = []
        for stream in DataType.allCases where DataType.withQuantities.contains(stream.rawValue) {
            rows += long(of: stream)
        }
        return rows.filter { Catalogue.sampleType(at: $0.type)?.kind == .quantity }
    }

    /// Returns the streams that have long samples, and those that may have quantity samples on the given UTC days.
    package func streamsWithQuantities(days: ClosedRange<Int32>) -> [DataType] {
        var found: UInt64 = summary.longStreams
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: days)) {
            found |= 1 << UInt64(stateKey.stream)
        }
        return DataType.allCases.filter {
            found >> UInt64($0.rawValue) & 1 == 1 && DataType.withQuantities.contains($0.rawValue)
        }
    }

    /// Returns the stored copy of a workout.
    package mutating func workout(_ id: UUID128) -> Sample? {
        guard let entry = directory.entry(id) else { return nil }
        let index = segments.index(of: StateKey.segment(stream: .workouts, start: entry.start, end: entry.end))
        // Binary search by key, because a day can have many workouts.
        let key = SampleKey(id: id, start: entry.start, type: SampleType.workout.index)
        let position = segments.list[index].segment.position(of: key)
        return position.isHeld ? segments.list[index].segment.rows[position.index] : nil
    }

    /// Returns the long samples of a stream.
    mutating func long(of stream: DataType) -> [Sample] {
        summary.hasLong(stream) ? segments.shown(StateKey(.long, stream: stream)) : []
    }
}

extension Pool {
    func names(_ sample: Sample, _ workout: UUID128) -> Bool {
        sample.flags.contains(.namesWorkout) && Extra(extra(sample)).workout == workout
    }
}

extension DataType {
    /// The data types whose streams contain quantity samples, by raw value.
    static let withQuantities: Set<UInt8> = Set(
        Catalogue.sampleTypes.filter { $0.kind == .quantity }.map(\.document.rawValue)
    )
}
