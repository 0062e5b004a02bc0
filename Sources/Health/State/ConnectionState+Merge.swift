package import Vocabulary

/// Merging into a two-phase set: an uploaded sample stays in the set until its id is deleted.
extension ConnectionState {
    /// The number of days before the newest upload that are not indexed yet, because most new samples are from these
    /// days.
    private static let openDays: Int32 = 1

    /// Merges a sample whose origin and extra are in the pool.
    ///
    /// Returns nil if the sample's day is full.
    package mutating func merge(
        _ sample: Sample,
        _ type: SampleType,
        upload: Int
    ) -> MergeResult? {
        // This commit has deleted the id, so the sample is not inserted. `finishMerge` removes stored copies.
        if pendingIDs.contains(sample.id) { return .deletedBeforeArrival }
        var sample = sample
        sample.upload = Int32(upload)
        if sample.flags.contains(.namesWorkout), namesDeletedWorkout(sample) { sample.flags.remove(.namesWorkout) }
        let stateKey = StateKey.segment(stream: type.document, start: sample.start, end: sample.end)
        let index = segments.unmergedIndex(of: stateKey)
        let point = segments.list[index].point(of: sample.key)
        if let held = segments.list[index].sample(at: point) {
            guard let better = better(sample, than: held, type, at: (index, point)) else { return .duplicate }
            note(removed: held, upload: upload)
            insert(better, type, index, at: point)
            return .replaced
        }
        if let (other, place) = findElsewhere(sample, type, stateKey),
            let held = segments.list[other].sample(at: place)
        {
            guard let better = better(sample, than: held, type, at: (other, place)) else { return .duplicate }
            if held.utcDay != sample.utcDay, summary.isCrowded(type.document) {
                guard hasRoom(type.document, on: sample.utcDay) else { return nil }
                countSample(held, type.document, by: -1)
                countSample(sample, type.document, by: 1)
            }
            // Searched again, because `hasRoom` may have finished the merge and invalidated the point.
            let point = segments.list[other].point(of: held.key)
            segments.list[other].remove(at: point)
            segments.noteUnmerged(other)
            note(removed: held, upload: upload)
            insert(better, type, index, at: segments.list[index].point(of: sample.key))
            noteCopy(better, type, index)
            return .replaced
        }
        // The ids of stored samples are not deleted, so only new samples are checked.
        if deletedIDs.contains(sample.id) { return .deletedBeforeArrival }
        if summary.isCrowded(type.document) {
            guard hasRoom(type.document, on: sample.utcDay) else { return nil }
            insert(sample, type, index, at: segments.list[index].point(of: sample.key))
        } else {
            insert(sample, type, index, at: point)
        }
        noteCopy(sample, type, index)
        countSample(sample, type.document, by: 1)
        return .new
    }

    /// Returns a copy that replaces the stored one, with the better claim of both; nil if the stored one stays.
    ///
    /// The claim of a losing copy counts as well, so the stored copy may get another zone.
    private mutating func better(
        _ sample: Sample,
        than held: Sample,
        _ type: SampleType,
        at place: (index: Int, point: LoadedSegment.InsertionPoint)
    ) -> Sample? {
        var better = sample
        if segments.pool.replaces(sample, held) {
            if !segments.pool.isBetter(sample.claim, than: held.claim) { better.claim = held.claim }
            return better
        }
        guard segments.pool.isBetter(sample.claim, than: held.claim) else { return nil }
        better = held
        better.claim = sample.claim
        if segments.pool.zoneNumber(better) != segments.pool.zoneNumber(held) {
            note(removed: held, upload: Int(sample.upload))
            better.upload = sample.upload
            summary.note(zone: segments.pool.zone(better).name)
        }
        segments.list[place.index].put(better, at: place.point)
        segments.list[place.index].segment.stored = nil
        return nil
    }

    /// Deletes ids permanently.
    ///
    /// `finishMerge` removes the samples. It searches the connection's segments once for all deletions of the commit.
    package mutating func delete(
        _ ids: [UUID128],
        upload: Int
    ) {
        let horizonDay = horizonDay
        for id in ids where deletedIDs.insert(id) {
            pendingDeletions[id] = (upload, horizonDay)
            pendingIDs.insert(id)
            summary.deletedCount += 1
        }
    }

    /// Sorts all merged samples into their segments and removes deleted ones, so that segments can be read.
    package mutating func finishMerge() {
        segments.finishMerge()
        if pendingDeletions.isEmpty { return }
        for stateKey in stateKeys(holding: pendingIDs) {
            let index = segments.index(of: stateKey)
            let expires = stateKey.stream != DataType.characteristic.rawValue
            // A sample before the horizon is frozen. It stays unchanged until the next move of the horizon drops it.
            func upload(deleting row: Sample) -> Int? {
                guard pendingIDs.contains(row.id), let (upload, horizonDay) = pendingDeletions[row.id],
                    !(expires && row.utcDay < horizonDay)
                else { return nil }
                return upload
            }
            for row in segments.list[index].segment.rows {
                guard let upload = upload(deleting: row), let type = Catalogue.sampleType(at: row.type) else {
                    continue
                }
                note(removed: row, upload: upload)
                if type.kind == .workout { directory.remove(row.id) }
            }
            let count = segments.list[index].segment.rows.count
            segments.list[index].segment.rows.removeAll { upload(deleting: $0) != nil }
            if segments.list[index].segment.rows.count < count { segments.list[index].isDirty = true }
        }
        untieFromDeleted()
        pendingDeletions = [:]
        pendingIDs = SoughtIDs()
        dayCounts.removeAll()
    }

    /// Returns the state keys of the segments that contain any of the ids, newest first.
    ///
    /// Samples with different types or starts can have the same id, so the search does not stop at the first match.
    private mutating func stateKeys(holding ids: SoughtIDs) -> [StateKey] {
        var stateKeys = segments.stateKeys(holding: ids)
        var ranges = candidateDays(ids.all).map { StateKey.range(.segment, days: $0) }
        if summary.longStreams != 0 { ranges.append(StateKey.range(.long, days: Int32.min...Int32.max)) }
        for range in ranges {
            reader.scan(range) { stateKey, value in
                if stateKey.isOrigins || segments.isLoaded(stateKey) { return }
                if Segment.hasAny(of: ids, in: value) { stateKeys.append(stateKey) }
            }
        }
        return stateKeys.sorted(by: >)
    }

    /// Returns the UTC days on which the state may have a sample with one of the ids.
    private mutating func candidateDays(_ ids: Set<UUID128>) -> [ClosedRange<Int32>] {
        if ids.count > SampleIDIndex.soughtMax || !summary.newestCollectedAt.isFinite { return [Int32.min...Int32.max] }
        // The newest days are not indexed, because more of their samples will arrive.
        let isOver = Instant.utcDay(summary.newestCollectedAt) - Self.openDays
        summary.indexedBefore = heldIDs.index(
            upTo: isOver,
            // Days dropped by this commit are still in the state, and must not be indexed.
            from: max(summary.indexedBefore, summary.horizonDay),
            touched: segments.changedDays
        )
        return heldIDs.days(of: ids).map { $0...$0 } + [summary.indexedBefore...Int32.max]
    }

    private mutating func insert(
        _ sample: Sample,
        _ type: SampleType,
        _ index: Int,
        at point: LoadedSegment.InsertionPoint
    ) {
        segments.list[index].put(sample, at: point)
        segments.noteUnmerged(index)
        noteSize(of: segments.list[index], type.document)
        noteZone(of: sample)
        let stateKey = segments.list[index].stateKey
        if stateKey.kind == .long {
            summary.longStreams |= 1 << UInt64(type.document.rawValue)
        } else {
            summary.note(durationSeconds: sample.duration, of: type.document)
            if stateKey.day < summary.indexedBefore { heldIDs.noteSample(on: stateKey.day) }
        }
        if sample.flags.contains(.namesWorkout), let workout = Extra(segments.pool.extra(sample)).workout {
            mentions.insert(stateKey, naming: workout)
        }
        if type.kind == .workout {
            let activityType = Workout.activityType(of: Extra(segments.pool.extra(sample)).payload)
            directory.insert(sample, segments.pool.origin(sample), activityType)
        }
    }

    /// Adds the zone of a sample to the summary.
    private mutating func noteZone(of sample: Sample) {
        if lastNotedClaim == sample.claim, !notedOrigins.insert(sample.origin) { return }
        notedOrigins.insert(sample.origin)
        lastNotedClaim = sample.claim
        summary.note(zone: segments.pool.zone(sample).name)
    }

    /// Notes a stored sample that was removed or replaced.
    ///
    /// Copies that arrived in this commit are not noted. If such a copy has replaced a stored sample and is removed
    /// too, the removal is attributed to the later upload.
    mutating func note(removed row: Sample, upload: Int) {
        if row.upload < 0 { removed[row.identity] = (row, upload) } else { removed[row.identity]?.upload = upload }
        let isListed = Catalogue.sampleType(at: row.type)?.isListed ?? false
        if isListed || row.type == SampleType.workout.index { unsettled.append((row, upload)) }
    }

    /// Inserts a sample that is new at its place into the index of copies.
    private mutating func noteCopy(_ sample: Sample, _ type: SampleType, _ index: Int) {
        if type.kind == .workout { return }
        let stateKey = segments.list[index].stateKey
        if stateKey.kind == .long { return copies.insert(long: sample, of: stateKey.stream) }
        copies.insert(sample, in: segments.copyNumber(ofSegment: index, in: &copies))
    }

    /// Finds the stored copy of a sample that starts or ends at another time.
    private mutating func findElsewhere(
        _ sample: Sample,
        _ type: SampleType,
        _ stateKey: StateKey
    ) -> (index: Int, point: LoadedSegment.InsertionPoint)? {
        if type.kind == .workout { return findWorkout(sample) }
        readCopies(of: type.document, on: sample.utcDay)
        let places = copies.places(of: sample.identity, type.document) { segments.allRows($0) }
        for place in places {
            let key = SampleKey(id: sample.id, start: place.start, type: sample.type)
            if let found = find(key, place.stateKey) { return found }
        }
        return nil
    }

    /// Reads the ids of a stream's day, and of its long samples, into the index of copies.
    private mutating func readCopies(of stream: DataType, on day: Int32) {
        if copies.mustRead(stream, day: day) {
            for stateKey in segments.stateKeys(in: StateKey.range(.segment, day: day, stream: stream)) {
                segments.addIDs(of: stateKey, to: &copies)
            }
        }
        if summary.hasLong(stream), copies.mustReadLong(stream) {
            copies.insert(long: segments.allRows(StateKey(.long, stream: stream)), of: stream)
        }
    }

    private mutating func find(
        _ key: SampleKey,
        _ stateKey: StateKey
    ) -> (index: Int, point: LoadedSegment.InsertionPoint)? {
        let index = segments.unmergedIndex(of: stateKey)
        let point = segments.list[index].point(of: key)
        return segments.list[index].sample(at: point) == nil ? nil : (index, point)
    }

    private mutating func findWorkout(
        _ sample: Sample
    ) -> (index: Int, point: LoadedSegment.InsertionPoint)? {
        guard let entry = directory.entry(sample.id) else { return nil }
        let key = SampleKey(id: sample.id, start: entry.start, type: sample.type)
        return find(key, StateKey.segment(stream: .workouts, start: entry.start, end: entry.end))
    }
}
