import Vocabulary

/// Retention: samples that start before the horizon leave the state, and documents made from them freeze.
///
/// A frozen document is never changed or deleted again.
extension ConnectionState {
    /// The maximum number of days from the start of a sample to the end of its documents: 40, and one for time zones.
    private static let reachDays: Int32 = 41

    /// Whether the last upload moved the horizon past stored samples, so that the commit must freeze and drop now.
    ///
    /// Otherwise freezing can wait until the end of the commit.
    mutating func hasExpired() -> Bool {
        let day = horizonDay
        return day > summary.horizonDay && hasSamples(before: day)
    }

    /// Makes the changes so far the baseline for later changes of the commit.
    mutating func settle() {
        removed = [:]
        regrouped = []
        segments.settle()
    }

    /// Freezes documents and drops samples, if an upload moved the horizon to another day.
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

    /// Returns the UTC days before a horizon that have not been dropped yet.
    private func droppedDays(before day: Int32) -> ClosedRange<Int32> { min(summary.horizonDay, day - 1)...day - 1 }

    /// Whether the state has samples that start before a UTC day, except characteristics.
    private mutating func hasSamples(before day: Int32) -> Bool {
        for stateKey in segments.stateKeys(in: StateKey.range(.segment, days: droppedDays(before: day))) {
            if !segments.isLoaded(stateKey) || !segments.rows(stateKey).isEmpty { return true }
        }
        return DataType.allCases.contains { stream in
            stream != .characteristic && long(of: stream).contains { $0.utcDay < day }
        }
    }

    /// Freezes documents of days and hours.
    ///
    /// Removes the entries of documents that no sample can change any more, and marks other documents as frozen.
    private mutating func freezeDays(_ day: Int32) {
        // The entries of earlier documents were removed when the horizon last moved.
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

    /// Removes the entry of a document that no sample can change any more.
    private mutating func forget(_ entry: PublishedDocuments.Entry) {
        if !entry.document.isFrozen { summary.frozenCount += 1 }
        published[entry.stateKey] = nil
    }

    /// Freezes sleep sessions.
    ///
    /// Keeps the entry of a session as long as a sample after the horizon could join the session.
    ///
    /// Dropped samples that joined a frozen session extend the session, although they made no document.
    private mutating func freezeSleep(_ day: Int32, thresholdSeconds: Double) {
        let horizon = Double(day) * Instant.day
        var dropped: [ByteString: [Sample]]?
        // The first sample of a session on the horizon's day can start less than a millisecond before the horizon.
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

    /// Returns the sleep samples that will be dropped, ascending, by source key.
    private mutating func droppedSleep(before day: Int32) -> [ByteString: [Sample]] {
        let rows = rows(of: .sleep, days: droppedDays(before: day)).filter { $0.utcDay < day }
        return Dictionary(grouping: Sample.sorted(rows)) { ByteString(segments.pool.origin($0).sourceKey) }
    }

    /// Freezes workouts.
    ///
    /// The directory keeps the ids of frozen workouts.
    private mutating func freezeWorkouts(_ day: Int32) {
        let horizon = Double(day) * Instant.day
        for workout in directory.freeze(before: day) {
            if workout.end > horizon {
                summary.frozenWorkoutsEnd = max(summary.frozenWorkoutsEnd ?? horizon, workout.end)
            }
            let stateKey = StateKey(.published, stream: .workouts, id: workout.id)
            guard published[stateKey] != nil else { continue }
            published[stateKey] = nil
            summary.frozenCount += 1
        }
    }

    /// Drops the samples that start before a UTC day, except characteristics.
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

    /// Removes segments from the list of workout mentions if all their samples that name the workout were dropped.
    private mutating func dropMentions(before day: Int32) {
        for workout in mentions.workouts {
            for stateKey in mentions.segments(naming: workout) where stateKey.kind == .long || stateKey.day < day {
                if segments.rows(stateKey).contains(where: { segments.pool.names($0, workout) }) { continue }
                mentions.remove(stateKey, naming: workout)
            }
        }
    }
}
