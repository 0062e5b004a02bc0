import Vocabulary

/// Derives the sleep sessions around samples that were added, replaced or removed.
///
/// A change can extend, split or merge sessions. All sessions within the threshold before or after a change are derived
/// again. So are the sessions that overlap them, because overlapping sessions decide which one is primary. The result
/// is compared with the published sessions.
struct SleepDerivation {
    private let thresholdSeconds: Double
    /// The frozen sessions that samples can still join.
    ///
    /// Each source has at most one such session.
    private let frozen: [SleepSessions.Frozen]
    /// The stored sleep samples that were removed or replaced, ascending by start.
    private let removed: [SleepRevisions.Removed]

    init(_ state: inout ConnectionState, thresholdSeconds: Double) {
        self.thresholdSeconds = thresholdSeconds
        removed = state.removed.values
            .filter { $0.sample.isShown && Catalogue.sampleType(at: $0.sample.type)?.document == .sleep }
            .sorted { $0.sample.start < $1.sample.start }
        // All other published documents before the horizon were already removed from the state.
        let horizonDay = state.summary.horizonDay
        let before = horizonDay == Int32.min ? [] : Self.published(Int32.min...horizonDay, in: &state)
        frozen = before.filter(\.document.isFrozen).map {
            SleepSessions.Frozen(sourceKey: $0.document.sourceKey, start: $0.document.start, end: $0.document.end)
        }
    }

    /// Derives the sessions around the changes.
    ///
    /// The result for a session that no longer exists contains no document.
    func documents(
        around changes: [(start: Double, end: Double, upload: Int)],
        in state: inout ConnectionState
    ) -> [DerivedDocument] {
        guard let last = changes.map(\.upload).max() else { return [] }
        var seeds = changes.map { SleepSeed(start: $0.start, end: $0.end, upload: $0.upload) }
        if state.summary.hasNewlyFrozenSleep {
            // A session that overlaps a newly frozen one may have become primary.
            seeds += unfrozenParts(after: Double(state.summary.horizonDay) * Instant.day)
            state.summary.hasNewlyFrozenSleep = false
        }
        var rest = seeds.sorted { $0.start < $1.start }[...]
        var all: [DerivedDocument] = []
        while let window = window(&rest, in: &state) {
            var published = Self.published(within: window.reach, in: &state)[...]
            for cluster in SleepCluster.clusters(of: window, frozen: frozen) {
                let own = published.prefix { $0.start <= cluster.end }
                published = published.dropFirst(own.count)
                let uploads = cluster.uploads.isEmpty ? [last] : cluster.uploads
                var derived = derive(cluster, published: own, uploads: uploads, state)
                if cluster.uploads.count > 1 { attribute(&derived, cluster, state) }
                all += derived
            }
        }
        // A copy of a sample can have a start that differs by less than a millisecond. Two clusters can then have the
        // same session id.
        let made = Set(all.filter { $0.document != nil }.map(\.stateKey))
        return all.filter { $0.document != nil || !made.contains($0.stateKey) }
    }

    /// Returns the parts of frozen sessions after the horizon, where sessions that are not frozen can still change.
    private func unfrozenParts(after horizon: Double) -> [SleepSeed] {
        frozen.filter { $0.end > horizon }.map { SleepSeed(start: horizon, end: $0.end, upload: nil) }
    }

    /// Returns the next window of changes, with all samples that it needs loaded.
    private func window(_ seeds: inout ArraySlice<SleepSeed>, in state: inout ConnectionState) -> SleepWindow? {
        let long = state.long(of: .sleep)
        var found = SleepWindow(
            &seeds,
            long: long,
            frozen: frozen,
            thresholdSeconds: thresholdSeconds,
            longestSeconds: state.summary.longestSeconds(of: .sleep),
            firstDay: state.summary.horizonDay
        )
        while let missing = found?.missing, !missing.isEmpty {
            var rows: [Sample] = []
            for days in missing { state.addRows(of: .sleep, days: days, to: &rows) }
            found?.add(rows, &seeds, pool: state.segments.pool)
        }
        return found
    }

    /// Returns the published sessions that start on the given UTC days.
    private static func published(
        _ days: ClosedRange<Int32>,
        in state: inout ConnectionState
    ) -> [PublishedDocuments.Entry] {
        state.published.entries(ofDays: days).filter { $0.stateKey.stream == DataType.sleep.rawValue }
    }

    /// Returns the published sessions that start within the reach of a change, ascending by start.
    ///
    /// The result includes sessions that no longer exist: their first sample was removed, or an earlier sample has
    /// joined them.
    private static func published(
        within reach: ClosedSpans,
        in state: inout ConnectionState
    ) -> [(start: Double, stateKey: StateKey)] {
        var found: [(start: Double, stateKey: StateKey)] = []
        var next = state.summary.horizonDay
        for span in reach.spans {
            // The day of a session is computed from its start, rounded to milliseconds.
            let last = Instant.utcDay(span.end + 0.001)
            let first = max(next, Instant.utcDay(span.start))
            if first > last { continue }
            for entry in published(first...last, in: &state)
            where reach.touch(entry.document.start, entry.document.start) {
                found.append((entry.document.start, entry.stateKey))
            }
            next = last + 1
        }
        return found.sorted { $0.start < $1.start }
    }

    /// Returns the new sessions of a cluster, and the published ones that no longer exist.
    private func derive(
        _ cluster: SleepCluster,
        published: ArraySlice<(start: Double, stateKey: StateKey)>,
        uploads: [Int],
        _ state: borrowing ConnectionState
    ) -> [DerivedDocument] {
        let documents = SleepDocuments(connection: state.connection, pool: state.segments.pool)
        var derived: [DerivedDocument] = []
        var stateKeys: Set<StateKey> = []
        for session in sessions(cluster.samples, cluster, state.segments.pool) {
            let document = documents.document(session)
            let stateKey = StateKey(.published, day: session.day, stream: .sleep, id: documents.id(session))
            stateKeys.insert(stateKey)
            derived.append(
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
            let name = stateKey.id.textBytes
            derived.append(
                DerivedDocument(stateKey: stateKey, type: .sleep, name: name, document: nil, uploads: uploads)
            )
        }
        return derived
    }

    /// Assigns to each session of a cluster the uploads that changed it.
    private func attribute(
        _ derived: inout [DerivedDocument],
        _ cluster: SleepCluster,
        _ state: borrowing ConnectionState
    ) {
        let pool = state.segments.pool
        let documents = SleepDocuments(connection: state.connection, pool: pool)
        let first = removed.partitioningIndex { $0.sample.start >= cluster.start }
        let revisions = SleepRevisions(
            of: cluster.uploads,
            samples: cluster.samples,
            removed: removed[first...].prefix { $0.sample.start <= cluster.end }
        ) { samples in
            let sessions = sessions(samples, cluster, pool).map { (documents.id($0), $0) }
            return Dictionary(sessions) { $1 }
        }
        for index in derived.indices {
            derived[index].uploads = revisions.uploads[derived[index].stateKey.id] ?? cluster.uploads
        }
    }

    private func sessions(_ samples: [Sample], _ cluster: SleepCluster, _ pool: Pool) -> [SleepSession] {
        SleepSessions.split(
            samples,
            frozen: cluster.frozen,
            thresholdSeconds: thresholdSeconds,
            pool: pool
        )
    }
}
