/// What became of a sample that an upload brought.
package enum MergeResult {
    /// The state did not have it.
    case new
    /// The state has it, or a better copy.
    case duplicate
    /// It took the place of the copy that was held.
    case replaced
    /// Its id was deleted before it came.
    case deletedBeforeArrival
}

/// Merging into the two-phase set: a sample is in it from the first upload that carries it, until its id is deleted.
extension LoadedState {
    /// Takes a sample, whose origin and extra are in the pool already.
    package mutating func merge(
        _ sample: Sample,
        _ type: SampleType,
        upload: Int,
        state: some PartitionState,
        context: inout Context
    ) -> MergeResult {
        // Whatever the commit has of a sample whose id was deleted goes when the merge is finished.
        if !doomed.isEmpty, doomed[sample.id] != nil { return .deletedBeforeArrival }
        var sample = sample
        sample.upload = Int32(upload)
        let stateKey = StateKey.segment(stream: type.document, start: sample.start, end: sample.end)
        let slot = unmergedSlot(stateKey, state, &context)
        let seat = slots[slot].seat(of: sample.key)
        if let held = slots[slot].sample(at: seat) {
            guard pool.replaces(sample, held) else { return .duplicate }
            note(removed: held, type, upload: upload)
            insert(sample, type, slot, at: seat, state)
            return .replaced
        }
        if let (other, seat) = findElsewhere(sample, type, stateKey, state, &context),
            let held = slots[other].sample(at: seat)
        {
            guard pool.replaces(sample, held) else { return .duplicate }
            slots[other].remove(at: seat)
            noteUnmerged(other)
            note(removed: held, type, upload: upload)
            insert(sample, type, slot, at: slots[slot].seat(of: sample.key), state)
            return .replaced
        }
        // What is held was not deleted, so only what is new need be looked for.
        if deletedIDs.contains(sample.id, connection, state) { return .deletedBeforeArrival }
        insert(sample, type, slot, at: seat, state)
        return .new
    }

    /// Deletes ids for good.
    ///
    /// What is held of them goes when the merge is finished: then all that the connection has is looked through once,
    /// however many uploads of the commit delete something.
    package mutating func delete(
        _ ids: [UUID128],
        upload: Int,
        state: some PartitionState,
        context: inout Context
    ) {
        let horizonDay = horizonDay(context.rules)
        for id in ids where deletedIDs.insert(id, connection, state) {
            doomed[id] = (upload, horizonDay)
            header.deletedCount += 1
        }
    }

    /// Makes ready what was merged to be read: every sample in its place, and nothing left that was deleted.
    package mutating func finishMerge(_ state: some PartitionState, _ context: inout Context) {
        for slot in unmerged { slots[slot].finishMerge() }
        unmerged.removeAll(keepingCapacity: true)
        if doomed.isEmpty { return }
        for stateKey in stateKeysHolding(doomed, state) {
            let slot = slot(stateKey, state, &context)
            let expires = stateKey.stream != DataType.characteristic.rawValue
            // A sample from before the horizon, which is in the state until the commit ends, stays as it is.
            func upload(deleting row: Sample) -> Int? {
                guard let (upload, horizonDay) = doomed[row.id], !(expires && row.utcDay < horizonDay) else {
                    return nil
                }
                return upload
            }
            for row in slots[slot].segment.rows {
                guard let upload = upload(deleting: row), let type = Catalogue.sampleType(at: row.type) else {
                    continue
                }
                note(removed: row, type, upload: upload)
                if type.kind == .workout { directory.remove(row.id) }
            }
            let count = slots[slot].segment.rows.count
            slots[slot].segment.rows.removeAll { upload(deleting: $0) != nil }
            if slots[slot].segment.rows.count < count { slots[slot].isDirty = true }
        }
        doomed = [:]
    }

    /// The state keys of segments that hold one of the ids, from the newest day back.
    ///
    /// All of them are looked at: one id can be that of several samples, which differ in type or start.
    private func stateKeysHolding(_ doomed: [UUID128: (upload: Int, horizonDay: Int32)], _ state: some PartitionState)
        -> [StateKey]
    {
        let days = Int32.min...Int32.max
        let ids = Set(doomed.keys)
        var stateKeys = slots.filter { $0.segment.rows.contains { ids.contains($0.id) } }.map(\.stateKey)
        for kind in [StateKey.Kind.segment, .long] {
            state.scan(StateKey.range(kind, days: days), of: connection) { stateKey, value in
                if stateKey.isOrigins || slotIndex[stateKey] != nil { return }
                if Segment.hasAny(of: ids, in: value) { stateKeys.append(stateKey) }
            }
        }
        return stateKeys.sorted(by: >)
    }

    private mutating func insert(
        _ sample: Sample,
        _ type: SampleType,
        _ slot: Int,
        at seat: LoadedSegment.Seat,
        _ state: some PartitionState
    ) {
        slots[slot].put(sample, at: seat)
        noteUnmerged(slot)
        if notedOrigins.insert(sample.origin) { header.note(zone: pool.zone(sample).name) }
        let stateKey = slots[slot].stateKey
        if stateKey.kind == .long {
            header.longStreams |= 1 << UInt64(type.document.rawValue)
        } else {
            header.note(durationSeconds: sample.duration, of: type.document)
        }
        if sample.flags.contains(.namesWorkout), let workout = Extra(pool.extra(sample)).workout {
            note(naming: workout, at: stateKey, state)
        }
        if type.kind == .workout { directory.insert(sample, sourceKey: pool.origin(sample).sourceKey) }
    }

    /// Takes note of a slot that must be merged before it is read.
    private mutating func noteUnmerged(_ slot: Int) {
        if !slots[slot].isMerged, !slots[slot].isListedUnmerged {
            slots[slot].isListedUnmerged = true
            unmerged.append(slot)
        }
    }

    /// Takes note of a sample that is no longer what it was.
    ///
    /// One that came in this commit leaves no trace of its own, but what it replaced is now gone by this upload.
    private mutating func note(removed row: Sample, _ type: SampleType, upload: Int) {
        var key = row.key
        if type.kind == .workout { key.startMilliseconds = 0 }
        if row.upload < 0 { removed[key] = (row, upload) } else { removed[key]?.upload = upload }
    }

    /// The copy of a sample that is held elsewhere than where this copy would lie.
    ///
    /// It does when it differs in its end, or by less than a millisecond in its start; a workout in anything.
    private mutating func findElsewhere(
        _ sample: Sample,
        _ type: SampleType,
        _ stateKey: StateKey,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> (slot: Int, seat: LoadedSegment.Seat)? {
        if type.kind == .workout { return findWorkout(sample, state, &context) }
        let stream = type.document
        let long = StateKey(.long, stream: stream)
        if stateKey != long, header.hasLong(stream), let found = find(sample.key, long, state, &context) {
            return found
        }
        if stateKey != long, sample.startMilliseconds % 3_600_000 != 0 { return nil }
        var starts: [Double] = []
        if stateKey == long, stream != .characteristic { starts.append(sample.start) }
        if sample.startMilliseconds % 3_600_000 == 0 { starts += [sample.start - 0.001, sample.start + 0.001] }
        for start in starts {
            let other = StateKey.segment(stream: stream, start: start, end: start)
            if other != stateKey, let found = find(sample.key, other, state, &context) { return found }
        }
        return nil
    }

    private mutating func find(
        _ key: SampleKey,
        _ stateKey: StateKey,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> (slot: Int, seat: LoadedSegment.Seat)? {
        let slot = unmergedSlot(stateKey, state, &context)
        let seat = slots[slot].seat(of: key)
        return slots[slot].sample(at: seat) == nil ? nil : (slot, seat)
    }

    private mutating func findWorkout(
        _ sample: Sample,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> (slot: Int, seat: LoadedSegment.Seat)? {
        guard let entry = directory.entries[sample.id] else { return nil }
        var key = sample.key
        key.startMilliseconds = Instant.milliseconds(entry.start)
        return find(key, StateKey.segment(stream: .workouts, start: entry.start, end: entry.end), state, &context)
    }
}
