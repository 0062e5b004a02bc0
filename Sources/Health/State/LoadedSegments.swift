package import Vocabulary

/// The segments of one connection that a commit has read or created, with the pool that their samples share.
package struct LoadedSegments {
    /// The origins and extras of all samples.
    package var pool: Pool
    /// The number of bytes that were read or are held for the commit, which limits the size of the commit.
    private(set) var readBytes = 0
    let reader: StateReader
    /// The segments, in the order in which they were first needed.
    var list: [LoadedSegment] = []
    private var indices: [StateKey: Int] = [:]
    /// The state keys of segments that are not stored.
    private var fresh: [StateKey] = []
    /// The indices of segments that must be merged before they are read.
    private var unmerged: [Int] = []
    /// The index of the segment that was used last, by stream.
    private var last = [Int](repeating: -1, count: 64)
    /// The origins by UTC day.
    private var origins: [Int32: DayOrigins] = [:]
    /// The origins that were read for the last segment, because consecutive segments are usually of one day.
    ///
    /// The list may lack origins that the commit added since.
    private var lastOrigins: (day: Int32, list: OriginList)?
    /// The number of segments from which on room is reserved, and the number for which it is, enough for most commits.
    private static let (fewCount, usualCount) = (6, 32)

    package init(_ reader: StateReader, zones: ZoneTable) {
        self.reader = reader
        pool = Pool(zones: zones)
    }

    /// Whether there is a segment, stored or created.
    func holds(_ stateKey: StateKey) -> Bool { indices[stateKey] != nil || reader.heldBytes(at: stateKey) != nil }

    func isLoaded(_ stateKey: StateKey) -> Bool { indices[stateKey] != nil }

    /// Returns the samples of a segment, and reads and merges it if needed.
    mutating func rows(_ stateKey: StateKey) -> [Sample] { list[index(of: stateKey)].segment.rows }

    /// Returns the samples of a segment that count for documents, and reads and merges it if needed.
    mutating func shown(_ stateKey: StateKey) -> [Sample] { list[index(of: stateKey)].segment.shown }

    /// Returns the samples of a segment in any order, merged or not, and reads it if needed.
    mutating func allRows(_ stateKey: StateKey) -> [Sample] { list[unmergedIndex(of: stateKey)].allRows }

    /// Adds the ids of a segment to an index of copies, without reading the segment into the pool.
    mutating func addIDs(of stateKey: StateKey, to copies: inout CopyIndex) {
        let before = copies.bytes
        defer { readBytes += copies.bytes - before }
        if let index = indices[stateKey] {
            let number = copyNumber(ofSegment: index, in: &copies)
            copies.insert(list[index].allRows, in: number)
        } else if let bytes = reader.value(at: stateKey), !copies.insert(idsIn: bytes, of: stateKey) {
            reader.note(unreadable: .segment, bytes)
        }
    }

    /// Returns the number of a segment in an index of copies.
    mutating func copyNumber(ofSegment index: Int, in copies: inout CopyIndex) -> Int32 {
        if list[index].copyNumber < 0 { list[index].copyNumber = copies.begin(list[index].stateKey) }
        return list[index].copyNumber
    }

    /// Returns the index of a segment, and reads and merges it if needed.
    mutating func index(of stateKey: StateKey) -> Int {
        let index = unmergedIndex(of: stateKey)
        if !list[index].isMerged { list[index].finishMerge() }
        return index
    }

    /// Returns the index of a segment and reads it if needed.
    ///
    /// Samples of this commit may not be merged yet.
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
        // Not before, because a commit can have many connections with a few samples each.
        if list.count == Self.fewCount {
            list.reserveCapacity(Self.usualCount)
            indices.reserveCapacity(Self.usualCount)
        }
        indices[stateKey] = list.count
        if heldBytes == nil { fresh.append(stateKey) }
        list.append(LoadedSegment(stateKey: stateKey, heldBytes: heldBytes, segment: segment ?? Segment()))
        return list.count - 1
    }

    private mutating func readNaming(_ origins: OriginList, _ stateKey: StateKey) -> (Segment?, Int?) {
        reader.read(.segment, at: stateKey) { Segment($0, naming: origins, pool: &pool) }
    }

    /// Returns the origins of a day, and reads them if needed.
    private mutating func origins(ofDay day: Int32) -> OriginList {
        if let lastOrigins, lastOrigins.day == day { return lastOrigins.list }
        if let known = origins[day] { return known.list }
        let (list, heldBytes) = reader.read(.origins, at: .origins(day: day)) { OriginList($0, pool: &pool) }
        readBytes += heldBytes ?? 0
        let known = DayOrigins(list ?? OriginList(), heldBytes: heldBytes)
        origins[day] = known
        lastOrigins = (day, known.list)
        return known.list
    }

    /// Returns the state keys of stored and created segments within a range, ascending.
    func stateKeys(in range: ClosedRange<StateKey>) -> [StateKey] {
        var stateKeys = reader.stateKeys(in: range)
        let stored = stateKeys.count
        for stateKey in fresh where range.contains(stateKey) { stateKeys.append(stateKey) }
        if stateKeys.count > stored { stateKeys.sort() }
        stateKeys.removeAll(where: \.isOrigins)
        return stateKeys
    }

    /// Returns the state keys of loaded segments that contain any of the ids.
    func stateKeys(holding ids: SoughtIDs) -> [StateKey] {
        list.indices.filter { index in
            let rows = list[index].segment.rows
            return rows.indices.contains { ids.contains(rows[$0].id) }
        }
        .map { list[$0].stateKey }
    }

    /// The UTC days whose segments this commit has changed.
    var changedDays: Set<Int32> {
        var days: Set<Int32> = []
        // By index, because an iterator would copy each segment with its references.
        for index in list.indices where list[index].mustBeWritten && list[index].stateKey.kind == .segment {
            days.insert(list[index].stateKey.day)
        }
        return days
    }

    /// Notes a segment that must be merged before it is read.
    mutating func noteUnmerged(_ index: Int) {
        if !list[index].isMerged, !list[index].isListedUnmerged {
            list[index].isListedUnmerged = true
            unmerged.append(index)
        }
    }

    /// Merges all segments that have collected samples.
    mutating func finishMerge() {
        for index in unmerged { list[index].finishMerge() }
        unmerged.removeAll(keepingCapacity: true)
    }

    /// Adds bytes that are held until the commit ends to `readBytes`.
    mutating func hold(bytes: Int) { readBytes += bytes }

    /// Makes the changes so far the baseline for later changes of the commit.
    mutating func settle() {
        for index in list.indices where list[index].isDirty { list[index].settle() }
    }

    /// Returns the changes of segments, and of the origins of their days.
    mutating func changes() -> [StateChange] {
        var changes: [StateChange] = []
        for index in list.indices where list[index].mustBeWritten {
            let (stateKey, heldBytes) = (list[index].stateKey, list[index].heldBytes)
            if list[index].segment.rows.isEmpty {
                if heldBytes != nil { changes.append(reader.change(stateKey, to: nil, from: heldBytes)) }
            } else {
                changes.append(reader.change(stateKey, to: packed(index), from: heldBytes))
            }
        }
        return changes + originChanges()
    }

    private mutating func packed(_ index: Int) -> [UInt8] {
        if list[index].stateKey.kind != .segment { return list[index].segment.packed(pool) }
        // The origins were loaded together with the segment.
        let day = list[index].stateKey.day
        return list[index].segment.packed(pool, naming: &origins[day, default: DayOrigins(OriginList())].list)
    }

    /// Returns the changes of day origins.
    ///
    /// All segments must be packed before.
    ///
    /// If a day has no segments, its origins are deleted.
    private func originChanges() -> [StateChange] {
        var days: Set<Int32> = []
        for index in list.indices where list[index].stateKey.kind == .segment && !list[index].segment.rows.isEmpty {
            days.insert(list[index].stateKey.day)
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
