/// Retention: what starts before the horizon leaves the state, and documents made from it are frozen, without ever
/// being deleted.
extension ConnectionState {
    /// The longest that a sample can reach beyond its start, in days: 40, and one for zones.
    private static let reachDays: Int32 = 41

    /// Whether the last upload moved the horizon past samples: then they are dropped, and what they made freezes.
    ///
    /// Without such samples nothing freezes, and what was frozen before can wait for the commit's end to be forgotten.
    mutating func hasExpired() -> Bool {
        let day = horizonDay
        return day > summary.horizonDay && hasSamples(before: day)
    }

    /// Lets what was changed so far count as what was there before.
    mutating func settle() {
        removed = [:]
        segments.settle()
    }

    /// Freezes and drops, when an upload has moved the horizon to another day.
    mutating func freeze(_ rules: Rules) {
        let day = horizonDay
        guard day > summary.horizonDay else { return }
        finishMerge()
        freezeDays(day)
        freezeSleep(day, thresholdSeconds: rules.sleepThresholdSeconds)
        freezeWorkouts(day)
        drop(before: day)
        dropMentions(before: day)
        if summary.indexedBefore > .min { heldIDs.drop(before: day) }
        summary.horizonDay = day
    }

    /// The UTC days before a horizon: what lay before the one as it was has been dropped.
    private func droppedDays(before day: Int32) -> ClosedRange<Int32> { min(summary.horizonDay, day - 1)...day - 1 }

    /// Whether there are samples that start before a UTC day, other than characteristics.
    private mutating func hasSamples(before day: Int32) -> Bool {
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: droppedDays(before: day))) {
            if !segments.isLoaded(stateKey) || !segments.rows(stateKey).isEmpty { return true }
        }
        return DataType.allCases.contains { stream in
            stream != .characteristic && long(of: stream).contains { $0.utcDay < day }
        }
    }

    /// Documents of days and hours: forgotten where nothing can come any more, else marked.
    private mutating func freezeDays(_ day: Int32) {
        // What could not change any more when the horizon moved the last time was forgotten then.
        let first = summary.horizonDay == .min ? .min : summary.horizonDay - 2
        for entry in published.entries(ofDays: first...day + Self.reachDays) {
            let stateKey = entry.stateKey
            if stateKey.stream == DataType.sleep.rawValue { continue }
            if stateKey.stream == DataType.heart.rawValue {
                if stateKey.day < day { forget(entry) }
            } else if stateKey.day + 2 <= day {
                forget(entry)
            } else if entry.document.firstSampleDay < day, !entry.document.isFrozen {
                published[stateKey]?.isFrozen = true
                summary.frozenCount += 1
            }
        }
    }

    /// Forgets a document that nothing can change any more.
    private mutating func forget(_ entry: PublishedDocuments.Entry) {
        if !entry.document.isFrozen { summary.frozenCount += 1 }
        published[entry.stateKey] = nil
    }

    /// Sessions of sleep: remembered for as long as a sample after the horizon could join them.
    ///
    /// What has joined a frozen session without making one, and is dropped now, has lengthened it.
    private mutating func freezeSleep(_ day: Int32, thresholdSeconds: Double) {
        let horizon = Double(day) * Instant.day
        var dropped: [ByteString: [Sample]]?
        // The first sample of one that is kept on the horizon's own day can start a fraction of a millisecond before it.
        for entry in published.entries(ofDays: Int32.min...day)
        where entry.stateKey.stream == DataType.sleep.rawValue && entry.document.firstSampleDay < day {
            var known = entry.document
            if known.isFrozen {
                let bySource = dropped ?? droppedSleep(before: day)
                dropped = bySource
                for row in bySource[ByteString(known.sourceKey)] ?? [] where row.start < known.end + thresholdSeconds {
                    known.end = max(known.end, row.end)
                }
            } else {
                known.isFrozen = true
                summary.frozenCount += 1
                summary.hasNewlyFrozenSleep = true
            }
            let isOver = known.end + thresholdSeconds <= horizon
            if isOver || known != entry.document { published[entry.stateKey] = isOver ? nil : known }
        }
    }

    /// The samples of sleep that are to be dropped, by the keys of their sources, ascending.
    private mutating func droppedSleep(before day: Int32) -> [ByteString: [Sample]] {
        let rows = rows(of: .sleep, days: droppedDays(before: day)).filter { $0.utcDay < day }
        return Dictionary(grouping: Sample.sorted(rows)) { ByteString(segments.pool.origin($0).sourceKey) }
    }

    /// Workouts: the directory remembers which are frozen.
    private mutating func freezeWorkouts(_ day: Int32) {
        for id in directory.freeze(before: day) {
            let stateKey = StateKey(.published, stream: .workouts, id: id)
            guard published[stateKey] != nil else { continue }
            published[stateKey] = nil
            summary.frozenCount += 1
        }
    }

    /// Drops the samples that start before a UTC day; characteristics stay.
    private mutating func drop(before day: Int32) {
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: droppedDays(before: day))) {
            let index = segments.index(of: stateKey)
            segments.list[index].segment.rows = []
            segments.list[index].isDirty = true
        }
        for stream in DataType.allCases where stream != .characteristic && summary.hasLong(stream) {
            let index = segments.index(of: StateKey(.long, stream: stream))
            if segments.list[index].segment.rows.allSatisfy({ $0.utcDay >= day }) { continue }
            segments.list[index].segment.rows.removeAll { $0.utcDay < day }
            segments.list[index].isDirty = true
        }
    }

    /// Forgets where samples that name a workout lay, when those that start before a UTC day have been dropped.
    private mutating func dropMentions(before day: Int32) {
        for workout in mentions.workouts {
            for stateKey in mentions.segments(naming: workout) where stateKey.kind == .long || stateKey.day < day {
                if segments.rows(stateKey).contains(where: { segments.pool.names($0, workout) }) { continue }
                mentions.remove(stateKey, naming: workout)
            }
        }
    }
}
