/// What became of a sample that an upload brought.
package enum Fate {
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
extension Overlay {
    /// Takes a sample, whose origin and extra are in the pool already.
    package mutating func merge(
        _ sample: Sample,
        _ type: SampleType,
        upload: Int,
        state: some State,
        context: inout Context
    ) -> Fate {
        var sample = sample
        sample.upload = Int32(upload)
        let place = Place.segment(stream: type.document, start: sample.start, end: sample.end)
        let slot = slot(place, state, &context)
        let position = slots[slot].segment.position(of: sample.key, expected: slots[slot].expected)
        slots[slot].expected = position.index + 1
        let held =
            position.isHeld
            ? (slot: slot, row: position.index) : findElsewhere(sample, type, place, state, &context)
        if let held {
            let row = slots[held.slot].segment.rows[held.row]
            guard pool.replaces(sample, row) else { return .duplicate }
            slots[held.slot].segment.rows.remove(at: held.row)
            slots[held.slot].isDirty = true
            note(removed: row, type, upload: upload)
            insert(sample, type, place, slot, at: slots[slot].segment.position(of: sample.key).index, state)
            return .replaced
        }
        // What is held was not deleted, so only what is new need be looked for.
        if deletedIDs.contains(sample.id, connection, state) { return .deletedBeforeArrival }
        insert(sample, type, place, slot, at: position.index, state)
        return .new
    }

    /// Deletes ids for good.
    ///
    /// A sample from before the horizon, which is in the state until the commit ends, stays as it is.
    package mutating func delete(
        _ ids: [UUID128],
        upload: Int,
        state: some State,
        context: inout Context
    ) {
        var wanted: Set<UUID128> = []
        for id in ids where deletedIDs.insert(id, connection, state) { wanted.insert(id) }
        if wanted.isEmpty { return }
        header.deletedCount += wanted.count
        let horizonDay = horizonDay(context.rules)
        for place in placesHolding(wanted, state) {
            let slot = slot(place, state, &context)
            let expires = place.stream != DataType.characteristic.rawValue
            func goes(_ row: Sample) -> Bool { wanted.contains(row.id) && !(expires && row.utcDay < horizonDay) }
            for row in slots[slot].segment.rows where goes(row) {
                guard let type = Catalogue.sampleType(at: row.type) else { continue }
                note(removed: row, type, upload: upload)
                if type.kind == .workout { directory.remove(row.id) }
            }
            let count = slots[slot].segment.rows.count
            slots[slot].segment.rows.removeAll(where: goes)
            if slots[slot].segment.rows.count < count { slots[slot].isDirty = true }
        }
    }

    /// The places of segments that hold one of the ids, from the newest day back.
    ///
    /// All of them are looked at: one id can be that of several samples, which differ in type or start.
    private func placesHolding(_ ids: Set<UUID128>, _ state: some State) -> [Place] {
        let days = Int32.min...Int32.max
        var places = slots.filter { $0.segment.rows.contains { ids.contains($0.id) } }.map(\.place)
        for kind in [Place.Kind.segment, .standing] {
            state.scan(Place.range(kind, days: days), of: connection) { place, value in
                if place.isOrigins || slotIndex[place] != nil { return }
                if Segment.hasAny(of: ids, in: value) { places.append(place) }
            }
        }
        return places.sorted(by: >)
    }

    private mutating func insert(
        _ sample: Sample,
        _ type: SampleType,
        _ place: Place,
        _ slot: Int,
        at index: Int,
        _ state: some State
    ) {
        if slots[slot].segment.rows.isEmpty { slots[slot].segment.rows.reserveCapacity(16) }
        if index == slots[slot].segment.rows.count {
            slots[slot].segment.rows.append(sample)
        } else {
            slots[slot].segment.rows.insert(sample, at: index)
        }
        slots[slot].isDirty = true
        if notedOrigins.insert(sample.origin) { header.note(zone: pool.zone(sample).name) }
        if place.kind == .standing {
            header.standingStreams |= 1 << UInt64(type.document.rawValue)
        } else {
            header.note(durationSeconds: sample.duration, of: type.document)
        }
        if sample.flags.contains(.namesWorkout), let workout = Extra(pool.extra(sample)).workout {
            note(naming: workout, at: place, state)
        }
        if type.kind == .workout { directory.insert(sample, sourceKey: pool.origin(sample).sourceKey) }
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
        _ place: Place,
        _ state: some State,
        _ context: inout Context
    ) -> (slot: Int, row: Int)? {
        if type.kind == .workout { return findWorkout(sample.id, state, &context) }
        let stream = type.document
        let standing = Place(.standing, stream: stream)
        if place != standing, header.hasStanding(stream), let found = find(sample.key, standing, state, &context) {
            return found
        }
        if place != standing, sample.startMilliseconds % 3_600_000 != 0 { return nil }
        var starts: [Double] = []
        if place == standing, stream != .characteristic { starts.append(sample.start) }
        if sample.startMilliseconds % 3_600_000 == 0 { starts += [sample.start - 0.001, sample.start + 0.001] }
        for start in starts {
            let other = Place.segment(stream: stream, start: start, end: start)
            if other != place, let found = find(sample.key, other, state, &context) { return found }
        }
        return nil
    }

    private mutating func find(
        _ key: SampleKey,
        _ place: Place,
        _ state: some State,
        _ context: inout Context
    ) -> (slot: Int, row: Int)? {
        let slot = slot(place, state, &context)
        let position = slots[slot].segment.position(of: key)
        return position.isHeld ? (slot, position.index) : nil
    }

    private mutating func findWorkout(
        _ id: UUID128,
        _ state: some State,
        _ context: inout Context
    ) -> (slot: Int, row: Int)? {
        guard let entry = directory.entries[id] else { return nil }
        let slot = slot(Place.segment(stream: .workouts, start: entry.start, end: entry.end), state, &context)
        return slots[slot].segment.rows.firstIndex { $0.id == id }.map { (slot, $0) }
    }
}
