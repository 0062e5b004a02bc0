/// Reading the windows that derivations need.
extension LoadedState {
    /// The samples of a stream that start on these UTC days, and its long ones.
    package mutating func rows(
        of stream: DataType,
        days: ClosedRange<Int32>,
        state: some PartitionState,
        context: inout Context
    ) -> [Sample] {
        var read = slots(of: stream, days: days, state, &context)
        if header.hasLong(stream) { read.append(slot(StateKey(.long, stream: stream), state, &context)) }
        if read.count == 1 { return slots[read[0]].segment.rows }
        var rows: [Sample] = []
        rows.reserveCapacity(read.reduce(0) { $0 + slots[$1].segment.rows.count })
        for slot in read { rows += slots[slot].segment.rows }
        return rows
    }

    /// Adds the samples of a stream that start on these UTC days, without its long ones.
    mutating func addRows(
        of stream: DataType,
        days: ClosedRange<Int32>,
        to rows: inout [Sample],
        state: some PartitionState,
        context: inout Context
    ) {
        for slot in slots(of: stream, days: days, state, &context) { rows += slots[slot].segment.rows }
    }

    private mutating func slots(
        of stream: DataType,
        days: ClosedRange<Int32>,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> [Int] {
        var read: [Int] = []
        for day in days {
            let range = StateKey.range(.segment, day: day, stream: stream)
            for stateKey in stateKeys(in: range, state) { read.append(slot(stateKey, state, &context)) }
        }
        return read
    }

    /// The samples of a stream that start within a span of time, and its long ones, as they lie in their segments.
    mutating func rows(
        of stream: DataType,
        from: Double,
        to: Double,
        state: some PartitionState,
        context: inout Context
    ) -> [ArraySlice<Sample>] {
        var read: [ArraySlice<Sample>] = []
        // The segments of a day, the one before and what is long.
        read.reserveCapacity(8)
        for day in Instant.utcDay(from)...max(Instant.utcDay(from), Instant.utcDay(to)) {
            let range = StateKey.range(.segment, day: day, stream: stream)
            for stateKey in stateKeys(in: range, state) where stateKey.canHold(from: from, to: to) {
                let rows = slots[slot(stateKey, state, &context)].segment.rows(from: from, to: to)
                if !rows.isEmpty { read.append(rows) }
            }
        }
        let long = long(of: stream, state, &context)
        if !long.isEmpty { read.append(long[...]) }
        return read
    }

    /// The samples of a stream that is kept by the hour, and its long ones.
    package mutating func rows(
        of stream: DataType,
        day: Int32,
        hour: UInt8,
        state: some PartitionState,
        context: inout Context
    ) -> [Sample] {
        let slot = slot(StateKey(.segment, day: day, stream: stream, hour: hour), state, &context)
        let long = long(of: stream, state, &context)
        return long.isEmpty ? slots[slot].segment.rows : slots[slot].segment.rows + long
    }

    /// Drops the samples that start before a UTC day; characteristics stay.
    package mutating func drop(before day: Int32, state: some PartitionState, context: inout Context) {
        // What lay before the horizon as it was has been dropped.
        let days = min(header.horizonDay, day - 1)...day - 1
        for stateKey in stateKeys(in: StateKey.range(.segment, days: days), state) where !stateKey.isOrigins {
            let slot = slot(stateKey, state, &context)
            slots[slot].segment.rows = []
            slots[slot].isDirty = true
        }
        for stream in DataType.allCases where stream != .characteristic && header.hasLong(stream) {
            let slot = slot(StateKey(.long, stream: stream), state, &context)
            if slots[slot].segment.rows.allSatisfy({ $0.utcDay >= day }) { continue }
            slots[slot].segment.rows.removeAll { $0.utcDay < day }
            slots[slot].isDirty = true
        }
    }

    /// The samples of quantity types that start on these UTC days, and the long ones, of all streams.
    package mutating func quantities(
        days: ClosedRange<Int32>,
        state: some PartitionState,
        context: inout Context
    ) -> [Sample] {
        segmentQuantities(days: days, state: state, context: &context)
            + longQuantities(state: state, context: &context)
    }

    /// The samples of quantity types that start on these UTC days, of all streams, without long ones.
    mutating func segmentQuantities(
        days: ClosedRange<Int32>,
        state: some PartitionState,
        context: inout Context
    ) -> [Sample] {
        var rows: [Sample] = []
        for stateKey in stateKeys(in: StateKey.range(.segment, days: days), state) {
            guard DataType.withQuantities.contains(stateKey.stream) else { continue }
            rows += slots[slot(stateKey, state, &context)].segment.rows
        }
        return rows.filter { Catalogue.sampleType(at: $0.type)?.kind == .quantity }
    }

    /// The long samples of quantity types, of all streams.
    mutating func longQuantities(state: some PartitionState, context: inout Context) -> [Sample] {
        var rows: [Sample] = []
        for stream in DataType.allCases where DataType.withQuantities.contains(stream.rawValue) {
            rows += long(of: stream, state, &context)
        }
        return rows.filter { Catalogue.sampleType(at: $0.type)?.kind == .quantity }
    }

    /// The streams that have quantity samples which start on these UTC days, or long ones.
    package mutating func streamsWithQuantities(days: ClosedRange<Int32>, _ state: some PartitionState) -> [DataType] {
        var found: UInt64 = header.longStreams
        for stateKey in stateKeys(in: StateKey.range(.segment, days: days), state) {
            found |= 1 << UInt64(stateKey.stream)
        }
        return DataType.allCases.filter {
            found >> UInt64($0.rawValue) & 1 == 1 && DataType.withQuantities.contains($0.rawValue)
        }
    }

    /// The copy of a workout that counts.
    package mutating func workout(_ id: UUID128, state: some PartitionState, context: inout Context) -> Sample? {
        guard let entry = directory.entries[id] else { return nil }
        let slot = slot(StateKey.segment(stream: .workouts, start: entry.start, end: entry.end), state, &context)
        // There can be many workouts on a day.
        let milliseconds = Instant.milliseconds(entry.start)
        let key = SampleKey(id: id, startMilliseconds: milliseconds, type: SampleType.workout.index)
        let position = slots[slot].segment.position(of: key)
        return position.isHeld ? slots[slot].segment.rows[position.index] : nil
    }

    /// The long samples of a stream.
    mutating func long(
        of stream: DataType,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> [Sample] {
        guard header.hasLong(stream) else { return [] }
        return slots[slot(StateKey(.long, stream: stream), state, &context)].segment.rows
    }
}

extension DataType {
    /// The streams in which quantity samples lie, by raw value.
    static let withQuantities: Set<UInt8> = Set(
        Catalogue.sampleTypes.filter { $0.kind == .quantity }.map(\.document.rawValue)
    )
}
