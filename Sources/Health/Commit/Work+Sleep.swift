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
        var publications: [Publication] = []
        var rest = seeds.sorted { $0.start < $1.start }[...]
        while let seed = rest.first {
            let cluster = cluster(around: seed.start, seed.end, seeds, state, &context)
            var uploads: Set<Int> = []
            rest =
                rest.filter { next in
                    if next.start > cluster.end { return true }
                    uploads.insert(next.upload)
                    return false
                }[...]
            publications += derive(cluster, uploads.sorted(), state, context.rules)
        }
        return publications
    }

    private struct Cluster {
        var start: Double
        var end: Double
        var samples: [Sample] = []
        var frozen: [SleepSessions.Frozen] = []
    }

    private mutating func cluster(
        around start: Double,
        _ end: Double,
        _ seeds: [(start: Double, end: Double, upload: Int)],
        _ state: some State,
        _ context: inout Context
    ) -> Cluster {
        let threshold = context.rules.sleepThresholdSeconds
        var cluster = Cluster(start: start, end: end)
        while true {
            let before = (cluster.start, cluster.end)
            let days = Instant.utcDay(cluster.start - threshold) - 1...Instant.utcDay(cluster.end + threshold)
            let rows = overlay.rows(of: .sleep, days: days, state: state, context: &context)
            let frozen = self.frozen(days, state)
            var spans = rows.map { ($0.start, $0.end) }
            spans += frozen.map { ($0.start, $0.end) }
            spans += seeds.map { ($0.start, $0.end) }
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

    /// The frozen sessions that are still remembered and begin on these UTC days, or before them.
    private func frozen(_ days: ClosedRange<Int32>, _ state: some State) -> [SleepSessions.Frozen] {
        if overlay.header.horizonDay == Int32.min { return [] }
        let first = min(days.lowerBound, overlay.header.horizonDay - 41)
        return published(first...days.upperBound, state).compactMap { _, known in
            known.isFrozen
                ? SleepSessions.Frozen(sourceKey: known.sourceKey, start: known.start, end: known.end) : nil
        }
    }

    /// The sessions that were published with a start on these UTC days.
    private func published(_ days: ClosedRange<Int32>, _ state: some State) -> [(Place, PublishedDocument)] {
        overlay.publishedPlaces(in: Place.range(.published, days: days), state: state).compactMap { place in
            guard place.stream == DataType.sleep.rawValue else { return nil }
            return overlay.published(at: place, state: state).map { (place, $0) }
        }
    }

    private func derive(
        _ cluster: Cluster,
        _ uploads: [Int],
        _ state: some State,
        _ rules: Rules
    ) -> [Publication] {
        let documents = SleepDocuments(overlay.connection, pool: overlay.pool)
        var publications: [Publication] = []
        var places: Set<Place> = []
        let sessions = SleepSessions.split(
            cluster.samples,
            frozen: cluster.frozen,
            thresholdSeconds: rules.sleepThresholdSeconds,
            pool: overlay.pool
        )
        for session in sessions {
            let document = documents.document(session)
            let day = Instant.utcDay(session.start)
            let place = Place(.published, day: day, stream: .sleep, id: documents.id(session))
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
        for (place, known) in published(Instant.utcDay(cluster.start)...Instant.utcDay(cluster.end), state) {
            guard !places.contains(place), cluster.start <= known.start, known.start <= cluster.end else { continue }
            var name: [UInt8] = []
            place.id.append(to: &name)
            publications.append(
                Publication(place: place, type: .sleep, name: name, document: nil, uploads: uploads)
            )
        }
        return publications
    }
}
