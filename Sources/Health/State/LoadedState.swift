/// One connection during one commit: what was read of its state, and the changes that lie over it.
package struct LoadedState {
    package let connection: ConnectionID
    /// Origins and extras of all samples here.
    package var pool = Pool()
    /// What is known of the connection as a whole.
    package var header: ConnectionHeader
    /// The first value of the state that was found and can't be read: then nothing may come of the commit.
    private(set) var unreadable: UnreadableValue?
    /// The header as the state has it.
    let storedHeader: ConnectionHeader
    package var directory: WorkoutDirectory
    /// Samples as they were before the commit that are gone or were replaced, each with the upload that did the last
    /// of it; those that came are told by their `upload`.
    package var removed: [SampleKey: (sample: Sample, upload: Int)] = [:]
    /// What is known of published documents, ascending by where it is kept.
    var published: [Published] = []
    var slots: [LoadedSegment] = []
    var slotIndex: [StateKey: Int] = [:]
    /// The slots that must be merged before they are read.
    var unmerged: [Int] = []
    /// The ids that were deleted since the last merge was finished, each with the upload that did it, and the horizon then.
    var doomed: [UUID128: (upload: Int, horizonDay: Int32)] = [:]
    /// The state keys of segments that the state does not have.
    private(set) var freshStateKeys: [StateKey] = []
    /// What was read of the state.
    private var cache = RangeCache()
    /// The length of the segments, and their origins, that were read, to bound a commit.
    var readBytes = 0
    /// The slot that was last looked for in each stream.
    private var lastSlots = [Int](repeating: -1, count: 64)
    /// The origins whose zones the header has.
    var notedOrigins = OriginSet()
    /// The origins of the segments of each day that was looked at.
    var dayOrigins: [Int32: DayOrigins] = [:]
    var deletedIDs: DeletedIDs
    var named: [UUID128: Set<StateKey>] = [:]
    var dirtyNames: Set<UUID128> = []

    /// What the state knows of a connection.
    package init(_ connection: ConnectionID, state: some PartitionState) {
        self.connection = connection
        let held = cache.value(at: StateKey(.header), of: connection, state)
        let known = held.flatMap(ConnectionHeader.init)
        header = known ?? ConnectionHeader()
        storedHeader = header
        let workouts = cache.value(at: StateKey(.workouts), of: connection, state)
        let entered = workouts.flatMap(WorkoutDirectory.init)
        directory = entered ?? WorkoutDirectory()
        deletedIDs = DeletedIDs(count: header.deletedCount)
        check(known != nil, held, .header)
        check(entered != nil, workouts, .workouts)
    }

    /// Takes note of a value that is there and was not understood.
    mutating func check(_ isRead: Bool, _ bytes: [UInt8]?, _ format: StateFormat) {
        if let bytes, !isRead, unreadable == nil { unreadable = UnreadableValue(format, bytes, of: connection) }
    }

    /// The UTC day that the horizon lies in: what starts on an earlier day is too late.
    ///
    /// It never goes back, not even when retention is made longer: what is frozen is no longer known, and would be
    /// published again from the few samples that come again.
    func horizonDay(_ rules: Rules) -> Int32 {
        max(header.horizonDay, Instant.utcDay(header.newestCollectedAt - rules.stateRetentionSeconds))
    }

    /// The slot of a segment, read when it was not, with all samples in their places.
    mutating func slot(_ stateKey: StateKey, _ state: some PartitionState, _ context: inout Context) -> Int {
        let slot = unmergedSlot(stateKey, state, &context)
        if !slots[slot].isMerged { slots[slot].finishMerge() }
        return slot
    }

    /// The slot of a segment, read when it was not; what this commit brought of it may not be in its place yet.
    mutating func unmergedSlot(_ stateKey: StateKey, _ state: some PartitionState, _ context: inout Context) -> Int {
        let stream = Int(stateKey.stream & 63)
        if lastSlots[stream] >= 0, slots[lastSlots[stream]].stateKey == stateKey { return lastSlots[stream] }
        if let known = slotIndex[stateKey] {
            lastSlots[stream] = known
            return known
        }
        let bytes = held(at: stateKey, state)
        let origins = stateKey.kind == .segment ? origins(ofDay: stateKey.day, state, &context) : nil
        let known = bytes.flatMap { bytes in
            origins.map { Segment(bytes, naming: $0, pool: &pool) }
                ?? Segment(bytes, pool: &pool, zones: &context.zones)
        }
        check(known != nil, bytes, stateKey.kind == .segment ? .segment : .segmentAlone)
        let segment = known ?? Segment()
        readBytes += bytes?.count ?? 0
        let new = slots.count
        slots.append(LoadedSegment(stateKey: stateKey, heldBytes: bytes?.count, segment: segment))
        slotIndex[stateKey] = new
        if bytes == nil { freshStateKeys.append(stateKey) }
        lastSlots[stream] = new
        return new
    }

    /// The value that the state has under a state key, nil when there is none.
    mutating func held(at stateKey: StateKey, _ state: some PartitionState) -> [UInt8]? {
        cache.value(at: stateKey, of: connection, state)
    }

    /// The length of the value that the state has under a state key, nil when there is none.
    mutating func heldBytes(at stateKey: StateKey, _ state: some PartitionState) -> Int? {
        cache.heldBytes(at: stateKey, of: connection, state)
    }

    /// The state keys of segments or published documents within a range, those of this commit included, ascending.
    mutating func stateKeys(in range: ClosedRange<StateKey>, _ state: some PartitionState) -> [StateKey] {
        var stateKeys = cache.stateKeys(in: range, of: connection, state)
        let stored = stateKeys.count
        for stateKey in freshStateKeys where range.contains(stateKey) { stateKeys.append(stateKey) }
        if stateKeys.count > stored { stateKeys.sort() }
        return stateKeys
    }

    /// The zones in which the connection's samples were taken; nil when they are too many to look at each.
    package func zones(_ context: inout Context) -> [Zone]? {
        if header.hasManyZones { return nil }
        return header.zones.compactMap { context.zones.zone($0) }
    }
}
