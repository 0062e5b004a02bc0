/// The origins of a day's segments, kept once for all of them: most are of the same watch and phone, and a source and a
/// device take as many bytes as twenty samples.
extension LoadedState {
    /// The origins that the segments of one UTC day name by number.
    struct DayOrigins {
        /// The length of what the state has of them, nil when it has nothing.
        var heldBytes: Int?
        /// How many the state has.
        var heldCount = 0
        /// Those that samples are named with, this commit's included.
        var list = OriginList()
    }

    /// The origins of a day, read when they were not.
    mutating func origins(ofDay day: Int32, _ state: some PartitionState, _ context: inout Context) -> OriginList {
        if let known = dayOrigins[day] { return known.list }
        let bytes = held(at: .origins(day: day), state)
        let known = bytes.flatMap { OriginList($0, pool: &pool, zones: &context.zones) }
        check(known != nil, bytes, .origins)
        readBytes += bytes?.count ?? 0
        let list = known ?? OriginList()
        dayOrigins[day] = DayOrigins(heldBytes: bytes?.count, heldCount: list.origins.count, list: list)
        return list
    }

    /// The changes of what is kept for whole days, once all segments are packed.
    ///
    /// A day without a segment keeps nothing.
    mutating func originChanges(_ state: some PartitionState) -> [StateChange] {
        var changes: [StateChange] = []
        var days: Set<Int32> = []
        for slot in slots where slot.stateKey.kind == .segment && !slot.segment.rows.isEmpty {
            days.insert(slot.stateKey.day)
        }
        for (day, origins) in dayOrigins {
            let stateKey = StateKey.origins(day: day)
            if !days.contains(day), !hasOtherSegments(day, state) {
                guard let held = origins.heldBytes else { continue }
                changes.append(StateChange(connection: connection, stateKey: stateKey, value: nil, heldBytes: held))
            } else if origins.list.origins.count > origins.heldCount {
                let value = origins.list.packed(pool)
                changes.append(
                    StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: origins.heldBytes)
                )
            }
        }
        return changes
    }

    private mutating func hasOtherSegments(_ day: Int32, _ state: some PartitionState) -> Bool {
        let stateKeys = stateKeys(in: StateKey.range(.segment, days: day...day), state)
        return stateKeys.contains { !$0.isOrigins && slotIndex[$0] == nil }
    }
}

extension StateKey {
    private static let originsStream: UInt8 = 0xFF

    /// Where the origins of a day's segments are kept: beside these, so that they are read together.
    package static func origins(day: Int32) -> StateKey {
        StateKey(head: StateKey(.segment, day: day).head | UInt64(originsStream) << 16)
    }

    /// Whether origins are kept here, no samples.
    package var isOrigins: Bool { kind == .segment && stream == Self.originsStream }
}
