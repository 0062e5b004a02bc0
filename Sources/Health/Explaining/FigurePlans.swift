import JSON
import Vocabulary

/// The figures of one document of a connection, derived from its stored samples for an explanation.
///
/// The document and the shares come from the code that derives documents. `plans(of:)` returns the figures of a sample
/// type when the type is first needed.
struct FigurePlans {
    let connection: ConnectionID
    let document: Document
    /// The figures that the document shows, by pointer.
    let shown: [JSONPointer: ShownFigure]
    /// The stored state, which is only read.
    var state: ConnectionState
    private let asked: AskedDocument
    private let rules: Rules
    private var known: [UInt16: [FigurePlan]] = [:]
    /// The hashes of the stored copies of the samples around the document, of the types whose figures are known.
    private(set) var stored: [SampleIdentity: UInt64] = [:]
    private var rows: [DataType: [Sample]] = [:]
    /// The other documents around a sleep session, by their samples.
    private var sessions: [ShownFigure.Member: [UInt8]] = [:]
    private var workout: WorkoutFigures?

    /// Derives a document; nil if the state has no such document.
    init?(_ asked: AskedDocument, in state: consuming ConnectionState, rules: Rules) {
        guard let stateKey = asked.stateKey(in: state) else { return nil }
        var found: Document?
        switch asked {
        case .session:
            guard let published = state.published[stateKey] else { return nil }
            let change = (start: published.start, end: published.end, upload: 0)
            let derivation = SleepDerivation(&state, thresholdSeconds: rules.sleepThresholdSeconds)
            for derived in derivation.documents(around: [change], in: &state) {
                guard let document = derived.document else { continue }
                if stateKey == derived.stateKey { found = document }
                for sample in document.item.data[0].samples?.quantities ?? [] {
                    guard let id = sample.id else { continue }
                    sessions[ShownFigure.Member(id: id, start: sample.start)] = document.id
                }
            }
        case .window(let window, _):
            let times = WorkoutTimes(state)
            var derivation = Derivation(of: CollectionOfOne(window), workouts: times, rules: rules)
            found = derivation.document(of: window, by: [0], in: &state)?.document
            if case .workout(let id) = window { workout = WorkoutFigures(id, times, rules, in: &state) }
        }
        guard let found else { return nil }
        var encoded = EncodedDocument()
        found.encode(into: &encoded, connection: state.connection)
        let attribution = Attribution(connection: state.connection, userID: nil, collectedAt: 0)
        shown = ShownFigure.all(of: encoded[0].bytes(attribution))
        connection = state.connection
        document = found
        self.asked = asked
        self.rules = rules
        self.state = state
    }

    /// Returns the figures to which samples of a type can belong.
    mutating func plans(of type: SampleType) -> [FigurePlan] {
        if let known = known[type.index] { return known }
        let made = make(type)
        known[type.index] = made
        if made.isEmpty { return [] }
        for row in storedRows(of: type) { stored[row.identity] = state.segments.pool.copyHash(row) }
        return made
    }

    /// Returns the stored samples of a type around the document; a sample can occur twice.
    mutating func storedRows(of type: SampleType) -> [Sample] {
        (workout?.stored(type) ?? []) + (type.kind == .workout ? [] : rows(of: type))
    }

    /// Whether samples of a type can belong to a figure of the document; reads nothing.
    func concerns(_ type: SampleType) -> Bool {
        switch asked {
        case .session: type == .sleepAnalysis
        case .window(.motion, _): false
        case .window(.totals(let stream, _), _): type.document == stream && type.kind == .quantity
        case .window(.summary, _): type.kind == .quantity || type.document == .activitiesSummary
        case .window(.samples(let stream, _), _): type.document == stream
        case .window(.hour, _): type.document == .heart
        case .window(.characteristics, _): type.document == .characteristic
        case .window(.workout, _): workout != nil
        }
    }

    /// Returns the figures of a type without keeping them.
    mutating func make(_ type: SampleType) -> [FigurePlan] {
        guard concerns(type) else { return [] }
        switch asked {
        case .session: return [session()]
        case .window(.motion, _): return []
        case .window(.totals(_, let day), _): return [total(type, day, key: type.documentKey)]
        case .window(.summary(let day), _):
            return [type.kind == .quantity ? total(type, day, key: type.identifier) : list(type)]
        case .window(.samples, _), .window(.hour, _): return [list(type)]
        case .window(.characteristics, _): return [characteristic(type)]
        case .window(.workout, _):
            let near = type.kind == .workout ? [] : rows(of: type)
            return workout?.plans(of: type, near + (workout?.stored(type) ?? []), state.segments.pool) ?? []
        }
    }

    private var item: JSONPointer { JSONPointer.root.member("data").element(0) }

    /// Returns the total of a day, or the average of a discrete type.
    private mutating func total(_ type: SampleType, _ day: Day, key: String) -> FigurePlan {
        let rule: FigurePlan.Reach.Rule = type.isCumulative ? .overlap : .start
        let reach = FigurePlan.Reach(start: document.start, end: document.end, rule: rule)
        var plan = FigurePlan(type, item.member("data").member(key), reach)
        let rows = rows(of: type)
        let pool = state.segments.pool
        var bounds = DayBounds(day)
        if type.isCumulative {
            let totals = Totals(rows.filter(\.isShown), pool: pool, priority: rules.sourcePriority)
            plan.add(totals.parts { bounds.bounds($0, pool) }, pool)
        } else {
            for row in rows where row.isShown && bounds.holdsStart(row, pool) { plan.verdicts[row.identity] = .counts }
        }
        let others = rows.filter { plan.verdicts[$0.identity] == nil }
        plan.addOthers(others, HiddenSamples(rows, pool), pool) { ownDay($0) }
        return plan
    }

    /// Returns a list of a day or an hour.
    private mutating func list(_ type: SampleType) -> FigurePlan {
        let reach = FigurePlan.Reach(start: document.start, end: document.end, rule: .start)
        var plan = FigurePlan(type, item.member(type.isListed ? "data" : "nested_data").member(type.listKey), reach)
        let rows = rows(of: type)
        let pool = state.segments.pool
        let others = plan.addShown(rows, shown)
        plan.addOthers(others, HiddenSamples(rows, pool), pool) { document.type == .heart ? ownHour($0) : ownDay($0) }
        return plan
    }

    /// Returns the list of a characteristic, which shows one sample of each type.
    private mutating func characteristic(_ type: SampleType) -> FigurePlan {
        let reach = FigurePlan.Reach(start: -.infinity, end: .infinity, rule: .start)
        var plan = FigurePlan(type, item.member("nested_data").member(type.listKey), reach)
        let rows = plan.addShown(rows(of: type), shown)
        let newest = shown[plan.pointer]?.members.first?.id
        for row in rows { plan.verdicts[row.identity] = FigurePlan.Verdict(why: .newerVersion(newest)) }
        return plan
    }

    private mutating func session() -> FigurePlan {
        // Samples within the threshold would join the session.
        let threshold = rules.sleepThresholdSeconds
        let reach = FigurePlan.Reach(start: document.start - threshold, end: document.end + threshold, rule: .overlap)
        var plan = FigurePlan(.sleepAnalysis, item.member("data").member("sleep"), reach)
        let rows = rows(of: .sleepAnalysis)
        let pool = state.segments.pool
        let others = plan.addShown(rows, shown).filter {
            !$0.isShown || Interval.overlap($0.start, $0.end, document.start, document.end)
        }
        plan.addOthers(others, HiddenSamples(rows, pool), pool) {
            sessions[ShownFigure.Member(id: $0.id, start: $0.start)]
        }
        return plan
    }

    /// Returns the document of the local day of a sample.
    private func ownDay(_ row: Sample) -> [UInt8]? {
        Document.id(document.type, state.segments.pool.zone(row).localDay(row.start).bytes)
    }

    private func ownHour(_ row: Sample) -> [UInt8]? {
        Document.id(.heart, HourDocuments.name(Instant.utcHour(row.start)))
    }

    /// Returns all stored samples of a type around the document, including hidden ones.
    private mutating func rows(of type: SampleType) -> [Sample] {
        let stream = type.document
        let found = rows[stream] ?? read(stream)
        rows[stream] = found
        return found.filter { $0.type == type.index }
    }

    private mutating func read(_ stream: DataType) -> [Sample] {
        let long = state.summary.hasLong(stream) ? state.segments.rows(StateKey(.long, stream: stream)) : []
        if stream == .characteristic { return long }
        // A sample of the day before can overlap the document, and a session's neighbors lie within the threshold.
        let before = max(state.summary.longestSeconds(of: stream), rules.sleepThresholdSeconds)
        var days = Set(Instant.utcDay(document.start - before)...Instant.utcDay(document.end + before))
        // What counts instead of a hidden sample starts on the same day.
        for row in long where !row.isShown { days.insert(row.utcDay) }
        return days.sorted().reduce(into: long) { rows, day in
            for stateKey in state.segments.stateKeys(in: StateKey.range(.segment, day: day, stream: stream)) {
                rows += state.segments.rows(stateKey)
            }
        }
    }
}

extension FigurePlan {
    /// Adds the parts of a total.
    mutating func add(_ parts: [Totals.Part], _ pool: Pool) {
        for part in parts {
            let why = part.cover.map { ExplainedSample.Why.covered(by: pool.origin($0).sourceKey) } ?? .counts
            verdicts[part.sample.identity] = Verdict(why: why, share: part.share)
        }
    }

    /// Adds the stored samples that the list shows, and returns the others.
    fileprivate mutating func addShown(_ rows: [Sample], _ shown: [JSONPointer: ShownFigure]) -> [Sample] {
        let members = shown[pointer]?.members ?? []
        var others: [Sample] = []
        for row in rows {
            if members.contains(ShownFigure.Member(id: row.id, start: row.start)) {
                verdicts[row.identity] = .counts
            } else {
                others.append(row)
            }
        }
        return others
    }

    /// Adds the stored samples that lie in the figure's time and do not count; `other` returns their document.
    mutating func addOthers(_ rows: [Sample], _ hidden: HiddenSamples, _ pool: Pool, _ other: (Sample) -> [UInt8]?) {
        for row in rows {
            let named = row.flags.contains(.namesWorkout) ? Extra(pool.extra(row)).workout : nil
            let source = pool.origin(row).sourceKey
            guard reach.holds(row.id, start: row.start, end: row.end, naming: named, of: source) else { continue }
            verdicts[row.identity] = hidden.verdict(row, pool) ?? Verdict(why: .outside(other(row)))
        }
    }
}

extension SampleType {
    /// The key of the samples in `data` or `nested_data`.
    var listKey: String { kind == .workoutRoute ? DataType.workoutRoute.name : identifier }
}
