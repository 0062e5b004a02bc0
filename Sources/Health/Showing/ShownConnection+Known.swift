package import Vocabulary

/// The documents that the state knows of.
extension ShownConnection {
    /// The longest time in days from the first sample of a workout's document to the start of the workout.
    private static let mentionDays: Int32 = 42
    /// The longest distance in days between a local day and the UTC days of its documents and samples.
    private static let nearDays: Int32 = 2

    /// Returns the published documents without deriving them, in the order of lists.
    ///
    /// Frozen documents are included as long as the state knows their ids: around the horizon.
    package func published() -> [KnownDocument] {
        var state = fresh()
        var found: [KnownDocument] = []
        state.published.each { entry in
            guard !budget.isSpent, let known = KnownDocument(entry) else { return }
            found.append(known)
            budget.use(KnownDocument.bytes)
        }
        found += frozenWorkouts(in: &state)
        if budget.isSpent { return [] }
        found.sort(by: KnownDocument.ascending)
        return found
    }

    /// Returns the documents that the samples make now, in the order of lists, and the frozen ones.
    ///
    /// Usually these are the published ones. While documents wait to be derived or published, each document that
    /// begins or ends on `days` (nil: any) is derived here to know it.
    package func current(on days: ClosedRange<Day>?) -> [KnownDocument] {
        let known = published()
        if !isPending { return known }
        var found: [StateKey: KnownDocument] = [:]
        for one in known where one.isFrozen { found[one.stateKey] = one }
        var state = fresh()
        let utcDays = days.map { $0.lowerBound.days - Self.nearDays...$0.upperBound.days + Self.nearDays }
        let all = state.days.filter { utcDays?.contains($0) ?? true }
        note(AffectedWindows(ofNoDay: &state), in: &state, &found)
        for day in all where !budget.isSpent {
            state.renew(ifNeeded: self)
            note(AffectedWindows(ofDay: day, in: &state), in: &state, &found)
        }
        return found.values.sorted(by: KnownDocument.ascending)
    }

    private func note(
        _ affected: AffectedWindows,
        in state: inout ConnectionState,
        _ found: inout [StateKey: KnownDocument]
    ) {
        let windows = affected.windows.map(\.window)
        var derivation = Derivation(of: windows, workouts: affected.workouts, rules: rules)
        for window in windows where !budget.isSpent {
            if let derived = derivation.document(of: window, by: [0], in: &state) { note(derived, &found) }
        }
        if affected.sleep.isEmpty || budget.isSpent { return }
        let sleep = SleepDerivation(&state, thresholdSeconds: rules.sleepThresholdSeconds)
        for derived in sleep.documents(around: affected.sleep, in: &state) { note(derived, &found) }
    }

    private func note(_ derived: DerivedDocument, _ found: inout [StateKey: KnownDocument]) {
        guard let document = derived.document, found[derived.stateKey]?.isFrozen != true else { return }
        budget.use(KnownDocument.bytes)
        found[derived.stateKey] = KnownDocument(
            derived.type,
            derived.stateKey,
            start: document.start,
            end: document.end,
            isFrozen: false
        )
    }

    /// Returns the frozen workouts around the horizon, whose published versions the state has forgotten.
    private func frozenWorkouts(in state: inout ConnectionState) -> [KnownDocument] {
        guard let horizon = horizonDay?.days else { return [] }
        return state.directory.entries(on: [horizon...horizon + Self.mentionDays], state.summary)
            .filter { $0.isFrozen && $0.shownBy == nil }
            .map { entry in
                let stateKey = StateKey(.published, stream: .workouts, id: entry.id)
                return KnownDocument(.workouts, stateKey, start: entry.start, end: entry.end, isFrozen: true)
            }
    }
}

extension ConnectionState {
    /// The number of bytes of samples after which a reader drops what it has read.
    private static let readMax = 4 << 20

    /// Drops everything that was read, if it has become much.
    mutating func renew(ifNeeded connection: ShownConnection) {
        if segments.readBytes > Self.readMax { self = connection.fresh() }
    }
}
