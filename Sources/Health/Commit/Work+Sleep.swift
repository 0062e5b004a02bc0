extension Batch.Work {
    /// Derives the sessions around the samples of sleep that came, changed or went.
    ///
    /// All sources together fall into clusters, stretches of time between which nothing can join; a session, and what
    /// decides which of several is primary, never reaches beyond its cluster. So each affected cluster is derived whole
    /// and compared with the sessions that were published in it. A cluster is drawn around the samples of before and of
    /// now, because what is gone may have held sessions together.
    mutating func deriveSleep(
        _ seeds: [(start: Double, end: Double, upload: Int)],
        _ state: some State,
        _ context: inout Context
    ) -> [Publication] {
        guard let last = seeds.map(\.upload).max() else { return [] }
        var publications: [Publication] = []
        // What a session that has frozen since overlaps may be primary now.
        let frozen = frozen(state)
        var all = frozen.map { Seed(start: $0.start, end: $0.end, upload: nil) }
        all += seeds.map { Seed(start: $0.start, end: $0.end, upload: $0.upload) }
        var rest = all.sorted { $0.start < $1.start }[...]
        while let seed = rest.first {
            let cluster = cluster(around: seed, rest, frozen, state, &context)
            let reached = rest.prefix { $0.start <= cluster.end }
            rest = rest.dropFirst(reached.count)
            let uploads = Set(reached.compactMap(\.upload)).sorted()
            publications += derive(cluster, uploads.isEmpty ? [last] : uploads, state, context.rules)
        }
        return publications
    }

    /// A stretch of time in which sleep may have changed, and by which upload.
    private struct Seed {
        var start: Double
        var end: Double
        var upload: Int?
    }

    private struct Cluster {
        var start: Double
        var end: Double
        var samples: [Sample] = []
        var frozen: [SleepSessions.Frozen] = []
    }

    private mutating func cluster(
        around seed: Seed,
        _ seeds: ArraySlice<Seed>,
        _ frozen: [SleepSessions.Frozen],
        _ state: some State,
        _ context: inout Context
    ) -> Cluster {
        let threshold = context.rules.sleepThresholdSeconds
        var cluster = Cluster(start: seed.start, end: seed.end)
        while true {
            let before = (cluster.start, cluster.end)
            let days = Instant.utcDay(cluster.start - threshold) - 1...Instant.utcDay(cluster.end + threshold)
            let rows = overlay.rows(of: .sleep, days: days, state: state, context: &context)
            var spans = rows.map { ($0.start, $0.end) }
            spans += frozen.map { ($0.start, $0.end) }
            // Ascending, and those of earlier clusters can't join: so what follows within a day is enough to go on.
            let reach = cluster.end + threshold + Instant.day
            spans += seeds.prefix { $0.start < reach }.map { ($0.start, $0.end) }
            func joins(_ start: Double, _ end: Double) -> Bool {
                start < cluster.end + threshold && cluster.start < end + threshold
            }
            // Ascending, so that one pass mostly finds all that follows.
            for (start, end) in spans.sorted(by: { $0.0 < $1.0 }) where joins(start, end) {
                cluster.start = min(cluster.start, start)
                cluster.end = max(cluster.end, end)
            }
            if before == (cluster.start, cluster.end) {
                cluster.samples = rows.filter { joins($0.start, $0.end) }
                cluster.frozen = frozen.filter { joins($0.start, $0.end) }
                return cluster
            }
        }
    }

    /// The frozen sessions that are still remembered.
    ///
    /// They begin before the horizon, by no more than a session is long, and end where something can still join them.
    private mutating func frozen(_ state: some State) -> [SleepSessions.Frozen] {
        let horizonDay = overlay.header.horizonDay
        if horizonDay == Int32.min { return [] }
        return published(horizonDay - 41...horizonDay - 1, state).compactMap { entry in
            let known = entry.document
            return known.isFrozen
                ? SleepSessions.Frozen(sourceKey: known.sourceKey, start: known.start, end: known.end) : nil
        }
    }

    /// The sessions that were published with a start on these UTC days.
    private mutating func published(_ days: ClosedRange<Int32>, _ state: some State) -> [PublishedDocuments.Entry] {
        overlay.published(days: days, state: state).filter { $0.place.stream == DataType.sleep.rawValue }
    }

    private mutating func derive(
        _ cluster: Cluster,
        _ uploads: [Int],
        _ state: some State,
        _ rules: Rules
    ) -> [Publication] {
        let documents = SleepDocuments(overlay.connection, pool: overlay.pool)
        var publications: [Publication] = []
        var places: Set<Place> = []
        for session in sessions(cluster.samples, cluster, rules) {
            let document = documents.document(session)
            let place = Place(.published, day: Instant.utcDay(session.start), stream: .sleep, id: documents.id(session))
            places.insert(place)
            publications.append(
                Publication(
                    place: place,
                    type: .sleep,
                    name: document.name,
                    document: document,
                    sourceKey: session.sourceKey,
                    uploads: uploads
                )
            )
        }
        for entry in published(Instant.utcDay(cluster.start)...Instant.utcDay(cluster.end), state) {
            let (place, known) = (entry.place, entry.document)
            guard !places.contains(place), cluster.start <= known.start, known.start <= cluster.end else { continue }
            var name: [UInt8] = []
            place.id.append(to: &name)
            publications.append(
                Publication(place: place, type: .sleep, name: name, document: nil, uploads: uploads)
            )
        }
        if uploads.count > 1, publications.count > 1 { attribute(&publications, cluster, uploads, rules) }
        return publications
    }

    /// Leaves each of several sessions the uploads that had a hand in it.
    private func attribute(
        _ publications: inout [Publication],
        _ cluster: Cluster,
        _ uploads: [Int],
        _ rules: Rules
    ) {
        let documents = SleepDocuments(overlay.connection, pool: overlay.pool)
        let removed = overlay.removed.values.filter { sample, _ in
            Catalogue.sampleType(at: sample.type)?.document == .sleep
                && cluster.start <= sample.start && sample.start <= cluster.end
        }
        let course = SleepCourse(of: uploads, samples: cluster.samples, removed: removed) { samples in
            let sessions = sessions(samples, cluster, rules).map { (documents.id($0), $0) }
            return Dictionary(sessions) { $1 }
        }
        for index in publications.indices {
            publications[index].uploads = course.uploads[publications[index].place.id] ?? uploads
        }
    }

    private func sessions(_ samples: [Sample], _ cluster: Cluster, _ rules: Rules) -> [SleepSession] {
        SleepSessions.split(
            samples,
            frozen: cluster.frozen,
            thresholdSeconds: rules.sleepThresholdSeconds,
            pool: overlay.pool
        )
    }
}
