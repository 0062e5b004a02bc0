import JSON

/// One connection's part of a commit: its samples as they become, and what is published of them.
struct ConnectionCommit {
    /// What was read of its state, and the changes over it.
    var state: ConnectionState
    /// Its settings, as they are now.
    var settings: ConnectionSettings?
    var settingsChanged = false
    var publication: Publication
    /// What the state has of it, to be removed, where the connection is forgotten: then nothing else is in it.
    var removals: [StateChange] = []
    /// Whether it begins anew after being forgotten in the same commit.
    var isRenewed = false
    /// What it brings, where that was derived before the commit ends and nothing has come of the connection since.
    var ahead: ConnectionOutcome?
    let hasStoredSettings: Bool
    /// What its uploads ask to be posted, in order.
    private var requests: [PostRequest] = []
    private let rules: Rules
    /// Where its documents have gone.
    private let storedRoute: Route

    /// Nothing merged yet of a connection.
    init(_ reader: StateReader, rules: Rules, zones: ZoneTable) {
        self.rules = rules
        state = ConnectionState(reader, rules: rules, zones: zones)
        // A closed connection must not be open because nobody can read that it is closed.
        let stored = reader.read(.settings, at: StateKey(.settings)) { ConnectionSettings($0) }
        settings = stored.meaning
        hasStoredSettings = stored.heldBytes != nil
        storedRoute = Route(rules.routing, appID: settings?.appID)
        publication = Publication(reader.connection, rules: rules)
    }

    var connection: ConnectionID { state.connection }

    /// Whether what it brings can be told before all records of the commit are there.
    var canBeClosed: Bool { !settingsChanged && !isRenewed && removals.isEmpty }

    /// In the order of ids; what begins anew comes after what is forgotten.
    func isDone(after other: borrowing ConnectionCommit) -> Bool {
        connection == other.connection ? isRenewed && !other.isRenewed : connection > other.connection
    }

    /// What of the connection's state can't be read: then nothing may come of the commit.
    var unreadable: UnreadableValue? { state.unreadable }

    /// Whether documents that are published go elsewhere from now on.
    var hasMoved: Bool {
        settingsChanged && state.isKnown && Route(rules.routing, appID: settings?.appID) != storedRoute
    }

    /// Merges an upload into the connection's samples; gives back what of it is refused.
    mutating func merge(
        _ head: UploadHead,
        _ place: RecordPlace,
        _ accounting: inout Accounting,
        _ units: inout UnitTable
    ) -> RefusedElements {
        let number = publication.causes.count
        publication.causes.append(Cause(head, at: place, settings: settings))
        state.summary.newestCollectedAt = max(state.summary.newestCollectedAt, head.collectedAt)
        if let time = place.judgedMilliseconds {
            state.summary.oldestUploadMilliseconds = min(state.summary.oldestUploadMilliseconds ?? .max, time)
        }
        var refused = RefusedElements()
        let deleted = DeletionReader.ids(head.deleted, &refused)
        accounting.deletions += deleted.count
        accounting.deletionsRefused += refused.count(.deleted)
        state.delete(deleted, upload: number)
        let zone = head.zone ?? settings?.timeZone.flatMap { state.segments.pool.zones.zone($0) } ?? .utc
        merge(head, number, zone, &accounting, &refused, &units)
        let hasCallback = settings?.callbackURL != nil
        requests += PostReader.requests(head, zone, upload: number, hasCallback: hasCallback, &refused)
        settleWhatExpired()
        return refused
    }

    private mutating func merge(
        _ head: UploadHead,
        _ number: Int,
        _ zone: Zone,
        _ accounting: inout Accounting,
        _ refused: inout RefusedElements,
        _ units: inout UnitTable
    ) {
        guard var elements = head.samples?.elements else { return }
        var reader = SampleReader(collectedAt: head.collectedAt, zone: zone)
        let horizon = Double(state.horizonDay) * Instant.day
        // Once, and not for each sample; settings do not judge what is older than they are.
        let timestamp = publication.causes[number].place.judgedMilliseconds
        let settings = settings.flatMap { $0.judges(timestamp) ? $0 : nil }
        var index = 0
        while let element = elements.next() {
            defer { index += 1 }
            let mark = state.segments.pool.mark
            do throws(Refusal) {
                let (sample, type) = try reader.read(element, pool: &state.segments.pool, units: &units)
                if sample.start < horizon, type.document != .characteristic {
                    throw Refusal(.tooLate, "The sample starts before the horizon of retention.")
                }
                if let settings, !settings.allows(type) {
                    throw Refusal(.unauthorized, "The connection does not allow samples of this type.")
                }
                guard let result = state.merge(sample, type, upload: number) else {
                    // What was read stays in the pool: segments that the merge has read may lie behind it.
                    refused.add(.dayIsFull(type.document, rules.samplesPerDayMax), of: .samples, at: index)
                    continue
                }
                accounting.count(result)
            } catch {
                reader.forget(since: mark)
                state.segments.pool.removeAll(since: mark)
                refused.add(error, of: .samples, at: index)
            }
        }
        accounting.refused += refused.count(.samples)
    }

    /// Derives, freezes and drops, when the last upload has moved the horizon past samples.
    ///
    /// Once, at the commit's end, unless an upload before it moves the horizon: what freezes then must be as the uploads up
    /// to that one made it, however the commit was cut. What comes later of the commit is compared with that.
    private mutating func settleWhatExpired() {
        guard state.hasExpired() else { return }
        // They are held until the commit ends, and bound it like what is read.
        state.segments.hold(bytes: derive())
        state.settle()
        state.freeze(rules)
    }

    /// Derives what the uploads since the last time affected; gives back about how many bytes of documents changed.
    @discardableResult
    mutating func derive() -> Int {
        state.finishMerge()
        return derive(AffectedWindows(state))
    }

    /// Derives windows, each once, and compares them with what is published; gives back about how many bytes of documents
    /// changed.
    ///
    /// A document is compared and encoded as soon as it is made, so that there is but one at a time.
    mutating func derive(_ affected: AffectedWindows) -> Int {
        let windows = affected.windows.lazy.map(\.window)
        var derivation = Derivation(of: windows, workouts: affected.workouts, rules: rules)
        var encoded = EncodedPart()
        for one in affected.windows {
            guard let derived = derivation.document(of: one.window, by: one.uploads, perhaps: one.perhaps, in: &state)
            else { continue }
            publication.compare(derived, with: &state.published, by: &encoded)
        }
        for derived in deriveSleep(affected.sleep) {
            publication.compare(derived, with: &state.published, by: &encoded)
        }
        return publication.settle()
    }

    private mutating func deriveSleep(_ changes: [(start: Double, end: Double, upload: Int)]) -> [DerivedDocument] {
        if changes.isEmpty { return [] }
        let derivation = SleepDerivation(&state, thresholdSeconds: rules.sleepThresholdSeconds)
        return derivation.documents(around: changes, in: &state)
    }

    /// The documents that have changed, and the webhook jobs that tell of them and of what was asked for.
    mutating func records() -> [OutputRecord] {
        let answers = rules.makesJobs ? answers() : []
        return publication.records(answers)
    }

    /// The records that uploads of the commit ask for, as they are now, all of its uploads merged.
    ///
    /// What is stored of a published document is its hash, so the windows that were asked for are derived again; should one
    /// differ from what was published, it is published.
    private mutating func answers() -> [ChangedRecord] {
        var answers: [ChangedRecord] = []
        var encoded = EncodedPart()
        for type in DataType.allCases {
            let asked = requests.filter { $0.type == type }
            if asked.isEmpty { continue }
            for derived in documents(type, askedFor: asked) {
                publication.compare(derived, with: &state.published, by: &encoded)
                // What starts before the horizon freezes right after the upload that has moved it there.
                guard let document = derived.document, document.firstSampleDay >= state.horizonDay,
                    state.published[derived.stateKey]?.isFrozen == false
                else { continue }
                let numbers = asked.filter { $0.means(document.start, document.end) }.map(\.upload)
                answers += publication.answers(document, type, askedBy: numbers, by: &encoded)
            }
            publication.settle()
        }
        return answers
    }

    /// The documents of a type that uploads may mean, each once.
    private mutating func documents(_ type: DataType, askedFor asked: [PostRequest]) -> [DerivedDocument] {
        if type == .sleep { return deriveSleep(asked.map { ($0.from, $0.to, $0.upload) }) }
        let windows = asked.windows(of: type, in: &state)
        var derivation = Derivation(of: windows, workouts: WorkoutTimes(state), rules: rules)
        return windows.compactMap { derivation.document(of: $0, by: [asked[0].upload], in: &state) }
    }

    /// Freezes what the horizon has passed: its documents stay as they are, its samples go.
    mutating func freeze() { state.freeze(rules) }

    /// What is to be kept: the changes of the connection's state, its settings last.
    mutating func changes() -> [StateChange] {
        if !removals.isEmpty { return removals }
        let changes = state.changes()
        // Those of a forgotten connection are a mark in the partition's own state, without its id.
        let kept = settings?.isForgotten ?? false ? nil : settings?.packed
        guard settingsChanged, kept != nil || hasStoredSettings else { return changes }
        return changes + [state.reader.change(StateKey(.settings), to: kept)]
    }
}
