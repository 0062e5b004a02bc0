/// The segments of one connection that a commit has read or made, with what their samples share.
package struct LoadedSegments {
    /// Origins and extras of all samples here.
    package var pool: Pool
    /// The length of the segments, and their origins, that were read, to bound a commit.
    private(set) var readBytes = 0
    let reader: StateReader
    /// In the order in which they were looked for.
    var list: [LoadedSegment] = []
    private var indices: [StateKey: Int] = [:]
    /// The state keys of segments that the state does not have.
    private var fresh: [StateKey] = []
    /// Those that must be merged before they are read.
    private var unmerged: [Int] = []
    /// The segment that was last looked for in each stream.
    private var last = [Int](repeating: -1, count: 64)
    /// The origins of the segments of each day that was looked at.
    private var origins: [Int32: DayOrigins] = [:]

    package init(_ reader: StateReader, zones: ZoneTable) {
        self.reader = reader
        pool = Pool(zones: zones)
    }

    /// Whether a segment was read or made.
    func isLoaded(_ stateKey: StateKey) -> Bool { indices[stateKey] != nil }

    /// The samples of a segment, read when it was not.
    mutating func rows(_ stateKey: StateKey) -> [Sample] { list[index(of: stateKey)].segment.rows }

    /// The index of a segment, read when it was not, with all samples in their places.
    mutating func index(of stateKey: StateKey) -> Int {
        let index = unmergedIndex(of: stateKey)
        if !list[index].isMerged { list[index].finishMerge() }
        return index
    }

    /// The index of a segment, read when it was not; what this commit brought of it may not be in its place yet.
    mutating func unmergedIndex(of stateKey: StateKey) -> Int {
        let stream = Int(stateKey.stream & 63)
        if last[stream] >= 0, list[last[stream]].stateKey == stateKey { return last[stream] }
        let index = indices[stateKey] ?? read(stateKey)
        last[stream] = index
        return index
    }

    private mutating func read(_ stateKey: StateKey) -> Int {
        let (segment, heldBytes) =
            stateKey.kind == .segment
            ? readNaming(origins(ofDay: stateKey.day), stateKey)
            : reader.read(.segmentAlone, at: stateKey) { Segment($0, pool: &pool) }
        readBytes += heldBytes ?? 0
        indices[stateKey] = list.count
        if heldBytes == nil { fresh.append(stateKey) }
        list.append(LoadedSegment(stateKey: stateKey, heldBytes: heldBytes, segment: segment ?? Segment()))
        return list.count - 1
    }

    private mutating func readNaming(_ origins: OriginList, _ stateKey: StateKey) -> (Segment?, Int?) {
        reader.read(.segment, at: stateKey) { Segment($0, naming: origins, pool: &pool) }
    }

    /// The origins of a day, read when they were not.
    private mutating func origins(ofDay day: Int32) -> OriginList {
        if let known = origins[day] { return known.list }
        let (list, heldBytes) = reader.read(.origins, at: .origins(day: day)) { OriginList($0, pool: &pool) }
        readBytes += heldBytes ?? 0
        let known = DayOrigins(list ?? OriginList(), heldBytes: heldBytes)
        origins[day] = known
        return known.list
    }

    /// The state keys of segments within a range, those of this commit included, ascending.
    func stateKeys(in range: ClosedRange<StateKey>) -> [StateKey] {
        var stateKeys = reader.stateKeys(in: range)
        let stored = stateKeys.count
        for stateKey in fresh where range.contains(stateKey) { stateKeys.append(stateKey) }
        if stateKeys.count > stored { stateKeys.sort() }
        stateKeys.removeAll(where: \.isOrigins)
        return stateKeys
    }

    /// The state keys of loaded segments that hold one of some ids.
    func stateKeys(holding ids: Set<UUID128>) -> [StateKey] {
        list.filter { $0.segment.rows.contains { ids.contains($0.id) } }.map(\.stateKey)
    }

    /// The days that the commit has changed.
    var changedDays: Set<Int32> {
        var days: Set<Int32> = []
        for segment in list where segment.mustBeWritten && segment.stateKey.kind == .segment {
            days.insert(segment.stateKey.day)
        }
        return days
    }

    /// Takes note of a segment that must be merged before it is read.
    mutating func noteUnmerged(_ index: Int) {
        if !list[index].isMerged, !list[index].isListedUnmerged {
            list[index].isListedUnmerged = true
            unmerged.append(index)
        }
    }

    /// Puts all samples into their places.
    mutating func finishMerge() {
        for index in unmerged { list[index].finishMerge() }
        unmerged.removeAll(keepingCapacity: true)
    }

    /// Counts what is held until the commit ends and was not read.
    mutating func hold(bytes: Int) { readBytes += bytes }

    /// Lets what was changed so far count as what was there before.
    mutating func settle() {
        for index in list.indices where list[index].isDirty { list[index].settle() }
    }

    /// What of them must be written, and of the origins of their days.
    mutating func changes() -> [StateChange] {
        var changes: [StateChange] = []
        for segment in list where segment.mustBeWritten {
            if segment.segment.rows.isEmpty {
                if segment.heldBytes == nil { continue }
                changes.append(reader.change(segment.stateKey, to: nil, from: segment.heldBytes))
            } else {
                changes.append(reader.change(segment.stateKey, to: packed(segment), from: segment.heldBytes))
            }
        }
        return changes + originChanges()
    }

    private mutating func packed(_ segment: LoadedSegment) -> [UInt8] {
        if segment.stateKey.kind != .segment { return segment.segment.packed(pool) }
        // They were read with the segment.
        let day = segment.stateKey.day
        return segment.segment.packed(pool, naming: &origins[day, default: DayOrigins(OriginList())].list)
    }

    /// The changes of what is kept for whole days, once all segments are packed.
    ///
    /// A day without a segment keeps nothing.
    private func originChanges() -> [StateChange] {
        var days: Set<Int32> = []
        for segment in list where segment.stateKey.kind == .segment && !segment.segment.rows.isEmpty {
            days.insert(segment.stateKey.day)
        }
        return origins.compactMap { day, origins in
            let stateKey = StateKey.origins(day: day)
            if !days.contains(day), !hasOtherSegments(day) {
                return origins.heldBytes == nil ? nil : reader.change(stateKey, to: nil, from: origins.heldBytes)
            }
            if !origins.hasNew { return nil }
            return reader.change(stateKey, to: origins.list.packed(pool), from: origins.heldBytes)
        }
    }

    private func hasOtherSegments(_ day: Int32) -> Bool {
        stateKeys(in: StateKey.range(.segment, days: day...day)).contains { indices[$0] == nil }
    }
}
