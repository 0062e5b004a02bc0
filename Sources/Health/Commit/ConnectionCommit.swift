import JSON
import Vocabulary

/// One connection's part of a commit: its samples after the merge, and the changes to its published documents.
///
/// The steps run in this order:
///
/// 1. `merge` adds the samples of each upload to the connection's set and applies its deletions.
/// 2. `derive` derives the documents of all windows that changed, each once, and compares them with the published ones.
/// 3. `freeze` freezes documents and drops samples that are now before the horizon.
/// 4. `records` and `changes` return the records and the state changes of the commit.
///
/// If an upload moves the horizon past stored samples, steps 2 and 3 also run after that upload.
struct ConnectionCommit {
    /// The connection's stored state, with the changes of this commit.
    var state: ConnectionState
    private(set) var settingsChanged = false
    /// Whether the commit has uploads before settings that move documents to another topic, or change their forms.
    private var hasMovedAfterUploads = false
    var publication: Publication
    /// The deletions that remove the connection's state.
    ///
    /// If the list is not empty, the commit contains no other changes of the connection.
    var removals: [StateChange] = []
    /// Whether the connection was forgotten and reopened within this commit.
    var isRenewed = false
    /// The outcome that was derived before the end of the commit; nil if there is none, or if a later record has
    /// arrived.
    var ahead: ConnectionOutcome?
    let hasStoredSettings: Bool
    /// The documents that uploads request for the webhook, in the order of the uploads.
    private var requests: [PostRequest] = []
    private let rules: Rules
    /// The route and the forms of the stored settings.
    private let storedRoute: Route
    private let storedFormats: [String]
    /// The topics that refuse documents, each with the reason.
    private let refusals: [String: String]
    /// Whether documents can be in other topics than those of the stored settings, until a re-derivation is finished.
    private let isBehind: Bool
    /// The kinds of topics that have documents of earlier commits; read only if a topic refuses documents.
    private lazy var formerPlaces = state.published.places

    init(_ reader: StateReader, rules: Rules, zones: ZoneTable, refusals: [String: String], isBehind: Bool) {
        self.rules = rules
        self.refusals = refusals
        self.isBehind = isBehind
        state = ConnectionState(reader, rules: rules, zones: zones)
        // If the stored settings are unreadable, the commit fails. Otherwise a closed connection would be treated as
        // open.
        let stored = reader.read(.settings, at: StateKey(.settings)) { ConnectionSettings($0) }
        hasStoredSettings = stored.heldBytes != nil
        storedRoute = Route(rules.routing, appID: stored.meaning?.appID)
        storedFormats = stored.meaning?.formats ?? []
        publication = Publication(reader.connection, rules: rules)
        publication.settings = stored.meaning
    }

    /// The connection's current settings, including the changes of this commit.
    var settings: ConnectionSettings? {
        get { publication.settings }
        set { publication.settings = newValue }
    }

    var connection: ConnectionID { state.connection }

    /// Whether the outcome can be published before all records of the commit have arrived.
    var canBeClosed: Bool { !settingsChanged && !isRenewed && removals.isEmpty }

    /// Orders commits by descending connection id.
    ///
    /// For a reopened connection, the removal comes before the new data.
    func isDone(after other: borrowing ConnectionCommit) -> Bool {
        connection == other.connection ? isRenewed && !other.isRenewed : connection > other.connection
    }

    /// The first stored value of the connection that could not be read; if not nil, the commit must not be written.
    var unreadable: UnreadableValue? { state.unreadable }

    /// Applies new settings to later uploads.
    mutating func take(_ new: ConnectionSettings?) {
        let isMove =
            Route(rules.routing, appID: new?.appID) != Route(rules.routing, appID: settings?.appID)
            || (new?.formats ?? []) != (settings?.formats ?? [])
        if isMove, !publication.causes.isEmpty { hasMovedAfterUploads = true }
        settings = new
        settingsChanged = true
    }

    /// Whether the settings move documents of this or an earlier commit to another topic, or change their forms.
    var hasMoved: Bool {
        if hasMovedAfterUploads { return true }
        guard settingsChanged, state.isKnown else { return false }
        return Route(rules.routing, appID: settings?.appID) != storedRoute
            || (settings?.formats ?? []) != storedFormats
    }

    /// Whether the connection's documents must wait for a topic that refuses documents.
    ///
    /// If new settings move the documents to another topic, that topic is tried at once.
    var isOwed: Bool { mutating get { state.summary.isOwed && !hasMoved || refusal != nil } }

    /// Whether the connection's published documents cannot be deleted, because one of their topics refuses documents.
    var refusesDeletions: Bool {
        mutating get { state.summary.isOwed || !refusals.isEmpty && refusing(formerPlaces) != nil }
    }

    /// The reason why the connection's documents must wait; nil if all topics that the commit can write to accept
    /// documents.
    private var refusal: OwedConnection? {
        mutating get {
            if refusals.isEmpty { return nil }
            let formats = settings?.formats ?? []
            let forms = rules.forms.map(\.name).filter { formats.contains($0) }
            let route = publication.route
            let places = [FormRoute(route)] + forms.map { FormRoute(route, form: $0) }
            // Former topics matter only if documents must be deleted there.
            guard let found = refusing(places) ?? (isBehind || hasMoved ? refusing(formerPlaces) : nil) else {
                return nil
            }
            var owed = OwedConnection(connection, topic: found.topic, reason: found.reason)
            owed.republished = publication.republished.filter { $0.route == route }
            return owed
        }
    }

    /// Returns the first topic of these kinds that refuses documents, with the reason.
    private func refusing(_ places: [FormRoute]) -> (topic: String, reason: String)? {
        for place in places {
            let topic = place.topic(of: connection, prefix: rules.topicPrefix)
            if let reason = refusals[topic] { return (topic, reason) }
        }
        return nil
    }

    /// Keeps the merged samples, and leaves the documents unchanged until the topic accepts documents.
    ///
    /// No document freezes in the meantime: a document that was never published would be lost with its samples.
    ///
    /// - Returns: The new marker; nil if the connection already has one.
    mutating func owe() -> OwedConnection? {
        state.finishMerge()
        state.settleShown()
        let isNew = !state.summary.isOwed || hasMoved
        guard isNew, state.isKnown || !publication.causes.isEmpty, let refusal else { return nil }
        state.summary.isOwed = true
        return refusal
    }

    /// Ends the wait of a connection whose documents move to another topic.
    ///
    /// - Returns: Whether the connection was waiting.
    mutating func release() -> Bool {
        defer { state.summary.isOwed = false }
        return state.summary.isOwed
    }

    /// Merges an upload into the connection's samples and returns the refused elements.
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
        var refused = RefusedElements(head.places)
        let deleted = DeletionReader.ids(head.deleted, &refused)
        accounting.deletions += deleted.count
        accounting.deletionsRefused += refused.count(.deleted)
        state.delete(deleted, upload: number)
        let settingsZone = settings?.timeZone.flatMap { state.segments.pool.zones.zone($0) }
        let zone = head.zone ?? settingsZone ?? .utc
        let rank: Claim.Rank = head.zone != nil ? .named : settingsZone != nil ? .settings : .none
        let claim = state.segments.pool.intern(rank, collectedAt: head.collectedAt, zone: zone)
        merge(head, number, claim, &accounting, &refused, &units)
        let hasCallback = settings?.callbackURL != nil
        requests += PostReader.requests(head, zone, upload: number, hasCallback: hasCallback, &refused)
        freezeExpired()
        return refused
    }

    private mutating func merge(
        _ head: UploadHead,
        _ number: Int,
        _ claim: Int32,
        _ accounting: inout Accounting,
        _ refused: inout RefusedElements,
        _ units: inout UnitTable
    ) {
        guard var elements = head.samples?.elements else { return }
        var reader = SampleReader(collectedAt: head.collectedAt, claim: claim)
        let horizon = Double(state.horizonDay) * Instant.day
        // Checked once per upload. Settings do not apply to an upload that is older than the settings.
        let timestamp = publication.causes[number].place.judgedMilliseconds
        let settings = settings.flatMap { $0.judges(timestamp) ? $0 : nil }
        var index = 0
        while let element = elements.next() {
            defer { index += 1 }
            let mark = state.segments.pool.mark
            do throws(Refusal) {
                let (sample, type) = try reader.read(element, pool: &state.segments.pool, units: &units)
                try Self.check(sample, type, element, horizon: horizon, settings)
                guard let result = state.merge(sample, type, upload: number) else {
                    // The sample's bytes stay in the pool, because the merge may have loaded segments whose bytes
                    // follow them.
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

    /// Throws a refusal if a sample starts before the horizon, or if the settings do not allow its type.
    @inline(__always)
    static func check(
        _ sample: Sample,
        _ type: SampleType,
        _ element: Value,
        horizon: Double,
        _ settings: ConnectionSettings?
    ) throws(Refusal) {
        if sample.start < horizon, type.document != .characteristic {
            let hasNumber = element.field("start_date")?.text == nil
            let sentence = "The sample starts at %, before the horizon of retention, %."
            throw .dates(.tooLate, sentence, [sample.start, horizon], hasNumber)
        }
        if let settings, !settings.allows(type) {
            let sentence = "The connection does not allow samples of the type%."
            throw .about(.unauthorized, sentence, "\(type.identifier)")
        }
    }

    /// Derives, freezes and drops between two uploads, if the last upload moved the horizon past stored samples.
    ///
    /// Usually the commit does this once, at its end. Here, documents must freeze as they are after the uploads so far.
    /// Otherwise the result would depend on how uploads are divided into commits. Later changes of the commit are
    /// compared with this result.
    private mutating func freezeExpired() {
        guard state.hasExpired(), !isOwed else { return }
        // The derived records stay in memory until the commit ends, so they count against its limit like loaded state.
        state.segments.hold(bytes: derive())
        state.settle()
        state.freeze(rules)
    }

    /// Derives the windows that changed since the last call.
    ///
    /// Returns the approximate bytes of the changed documents.
    @discardableResult
    mutating func derive() -> Int {
        state.finishMerge()
        state.settleShown()
        let changed = ChangedWorkouts(in: &state, sourcePriority: rules.sourcePriority)
        return derive(AffectedWindows(state, changed))
    }

    /// Derives each window once and compares its document with the published one.
    ///
    /// Each document is encoded before the next one is derived, so that only one is in memory at a time.
    ///
    /// - Returns: The approximate number of bytes of the changed documents.
    mutating func derive(_ affected: AffectedWindows) -> Int {
        let windows = affected.windows.lazy.map(\.window)
        var derivation = Derivation(of: windows, workouts: affected.workouts, rules: rules)
        var encoded = EncodedDocument()
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

    /// Returns the records of the changed documents, and the webhook jobs for changed and requested documents.
    mutating func records() -> [OutputRecord] {
        let answers = rules.makesJobs ? answers() : []
        return publication.records(answers)
    }

    /// Returns the documents that uploads of the commit request, after all uploads are merged.
    ///
    /// The state stores only a hash of a published document, so the requested windows are derived again. A document
    /// that differs from its published version is published too.
    private mutating func answers() -> [ChangedRecord] {
        var answers: [ChangedRecord] = []
        var encoded = EncodedDocument()
        for type in DataType.allCases {
            let asked = requests.filter { $0.type == type }
            if asked.isEmpty { continue }
            for derived in documents(type, askedFor: asked) {
                publication.compare(derived, with: &state.published, by: &encoded)
                // Documents with samples before the horizon freeze in this commit. Frozen documents are not sent.
                guard let document = derived.document, document.firstSampleDay >= state.horizonDay,
                    state.published[derived.stateKey]?.isFrozen == false
                else { continue }
                let numbers = asked.filter { $0.covers(document.start, document.end) }.map(\.upload)
                answers += publication.answers(document, type, askedBy: numbers, by: &encoded)
            }
            publication.settle()
        }
        return answers
    }

    /// Derives the requested documents of a data type, each once.
    private mutating func documents(_ type: DataType, askedFor asked: [PostRequest]) -> [DerivedDocument] {
        if type == .sleep { return deriveSleep(asked.map { ($0.from, $0.to, $0.upload) }) }
        let windows = asked.windows(of: type, in: &state)
        var derivation = Derivation(of: windows, workouts: WorkoutTimes(state), rules: rules)
        return windows.compactMap { derivation.document(of: $0, by: [asked[0].upload], in: &state) }
    }

    /// Freezes documents and drops samples that are before the horizon.
    mutating func freeze() { state.freeze(rules) }

    /// Returns the changes of the connection's state, ascending by state key.
    mutating func changes() -> [StateChange] {
        if !removals.isEmpty { return removals }
        var changes = state.changes()
        // The state keeps no settings of a forgotten connection, only a partition-wide marker without its id.
        let kept = settings?.isForgotten ?? false ? nil : settings?.packed
        guard settingsChanged, kept != nil || hasStoredSettings else { return changes }
        let change = state.reader.change(StateKey(.settings), to: kept)
        changes.insert(change, at: changes.partitioningIndex { $0.stateKey > change.stateKey })
        return changes
    }
}
