extension Batch.ConnectionCommit {
    /// Derives the sessions around the samples of sleep that came, changed or went.
    ///
    /// What a change reaches is all that can have been joined by it, before or now; with what overlaps that, all of it is
    /// derived whole and compared with what was published.
    mutating func deriveSleep(
        _ changes: [(start: Double, end: Double, upload: Int)],
        _ state: some PartitionState,
        _ context: inout Context
    ) -> [DerivedDocument] {
        guard let last = changes.map(\.upload).max() else { return [] }
        let frozen = frozen(state)
        var seeds = changes.map { SleepSeed(start: $0.start, end: $0.end, upload: $0.upload) }
        if loaded.header.hasNewlyFrozenSleep {
            // What a session that has frozen since overlaps may be primary now.
            seeds += unfrozenParts(of: frozen)
            loaded.header.hasNewlyFrozenSleep = false
        }
        let removed = removedSleep
        var rest = seeds.sorted { $0.start < $1.start }[...]
        var all: [DerivedDocument] = []
        while let stretch = stretch(&rest, frozen, state, &context) {
            var published = published(within: stretch.reach, state)[...]
            for cluster in SleepCluster.clusters(of: stretch, frozen: frozen) {
                let own = published.prefix { $0.start <= cluster.end }
                published = published.dropFirst(own.count)
                var publications = derive(
                    cluster,
                    own,
                    uploads: cluster.uploads.isEmpty ? [last] : cluster.uploads,
                    context.rules
                )
                if cluster.uploads.count > 1 { attribute(&publications, cluster, removed, context.rules) }
                all += publications
            }
        }
        // A copy whose start differs by less than a millisecond can make the session of the same id in another cluster.
        let made = Set(all.filter { $0.document != nil }.map(\.stateKey))
        return all.filter { $0.document != nil || !made.contains($0.stateKey) }
    }

    /// The time of frozen sessions in which there are sessions that are not.
    private func unfrozenParts(of frozen: [SleepSessions.Frozen]) -> [SleepSeed] {
        let horizon = Double(loaded.header.horizonDay) * Instant.day
        return frozen.filter { $0.end > horizon }.map { SleepSeed(start: horizon, end: $0.end, upload: nil) }
    }

    /// The next stretch of changes, read as far as it goes.
    private mutating func stretch(
        _ seeds: inout ArraySlice<SleepSeed>,
        _ frozen: [SleepSessions.Frozen],
        _ state: some PartitionState,
        _ context: inout Context
    ) -> SleepStretch? {
        let long = loaded.long(of: .sleep, state, &context)
        var found = SleepStretch(
            &seeds,
            long: long,
            frozen: frozen,
            thresholdSeconds: context.rules.sleepThresholdSeconds,
            longestSeconds: loaded.header.longestSeconds(of: .sleep),
            firstDay: loaded.header.horizonDay
        )
        while let missing = found?.missing, !missing.isEmpty {
            var rows: [Sample] = []
            for days in missing { loaded.addRows(of: .sleep, days: days, to: &rows, state: state, context: &context) }
            found?.add(rows, &seeds, pool: loaded.pool)
        }
        return found
    }

    /// The frozen sessions that are still remembered: one for each source at most, however long it is.
    ///
    /// All else that was published of the days before the horizon is forgotten.
    private mutating func frozen(_ state: some PartitionState) -> [SleepSessions.Frozen] {
        let horizonDay = loaded.header.horizonDay
        if horizonDay == Int32.min { return [] }
        return published(Int32.min...horizonDay, state).compactMap { entry in
            let known = entry.document
            return known.isFrozen
                ? SleepSessions.Frozen(sourceKey: known.sourceKey, start: known.start, end: known.end) : nil
        }
    }

    /// The sessions that were published with a start on these UTC days.
    private mutating func published(_ days: ClosedRange<Int32>, _ state: some PartitionState) -> [PublishedDocuments
        .Entry]
    {
        loaded.published(days: days, state: state).filter { $0.stateKey.stream == DataType.sleep.rawValue }
    }

    /// The sessions that were published and begin where something changed, ascending by start.
    ///
    /// Those that are gone do: the first sample is gone, or something new comes before it and joins it.
    private mutating func published(
        within reach: ClosedSpans,
        _ state: some PartitionState
    ) -> [(start: Double, stateKey: StateKey)] {
        var found: [(start: Double, stateKey: StateKey)] = []
        var next = loaded.header.horizonDay
        for span in reach.spans {
            // A start is rounded to the millisecond before its day is taken.
            let last = Instant.utcDay(span.end + 0.001)
            let first = max(next, Instant.utcDay(span.start))
            if first > last { continue }
            for entry in published(first...last, state) where reach.touch(entry.document.start, entry.document.start) {
                found.append((entry.document.start, entry.stateKey))
            }
            next = last + 1
        }
        return found.sorted { $0.start < $1.start }
    }

    /// What was published of a cluster, and what is to be.
    private func derive(
        _ cluster: SleepCluster,
        _ published: ArraySlice<(start: Double, stateKey: StateKey)>,
        uploads: [Int],
        _ rules: Rules
    ) -> [DerivedDocument] {
        let documents = SleepDocuments(loaded.connection, pool: loaded.pool)
        var publications: [DerivedDocument] = []
        var stateKeys: Set<StateKey> = []
        for session in sessions(cluster.samples, cluster, rules) {
            let document = documents.document(session)
            let stateKey = StateKey(.published, day: session.day, stream: .sleep, id: documents.id(session))
            stateKeys.insert(stateKey)
            publications.append(
                DerivedDocument(
                    stateKey: stateKey,
                    type: .sleep,
                    name: document.name,
                    document: document,
                    sourceKey: session.sourceKey,
                    uploads: uploads
                )
            )
        }
        for (_, stateKey) in published where !stateKeys.contains(stateKey) {
            var name: [UInt8] = []
            stateKey.id.append(to: &name)
            publications.append(
                DerivedDocument(stateKey: stateKey, type: .sleep, name: name, document: nil, uploads: uploads)
            )
        }
        return publications
    }

    /// The samples of sleep that are gone or were replaced, ascending by start.
    private var removedSleep: [SleepCourse.Removed] {
        loaded.removed.values.filter { Catalogue.sampleType(at: $0.sample.type)?.document == .sleep }
            .sorted { $0.sample.start < $1.sample.start }
    }

    /// Leaves each of the sessions of a cluster the uploads that had a hand in it.
    private func attribute(
        _ publications: inout [DerivedDocument],
        _ cluster: SleepCluster,
        _ removed: [SleepCourse.Removed],
        _ rules: Rules
    ) {
        let documents = SleepDocuments(loaded.connection, pool: loaded.pool)
        let first = removed.partitioningIndex { $0.sample.start >= cluster.start }
        let course = SleepCourse(
            of: cluster.uploads,
            samples: cluster.samples,
            removed: removed[first...].prefix { $0.sample.start <= cluster.end }
        ) { samples in
            let sessions = sessions(samples, cluster, rules).map { (documents.id($0), $0) }
            return Dictionary(sessions) { $1 }
        }
        for index in publications.indices {
            publications[index].uploads = course.uploads[publications[index].stateKey.id] ?? cluster.uploads
        }
    }

    private func sessions(_ samples: [Sample], _ cluster: SleepCluster, _ rules: Rules) -> [SleepSession] {
        SleepSessions.split(
            samples,
            frozen: cluster.frozen,
            thresholdSeconds: rules.sleepThresholdSeconds,
            pool: loaded.pool
        )
    }
}
