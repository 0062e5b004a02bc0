import JSON
import Vocabulary

/// Reads the uploads of a connection again, and finds the copies of samples that belong to a document.
///
/// Each copy is compared with the stored samples, which are the result of all uploads. Memory is needed only for copies
/// that belong to the document, and for deletions.
struct CopySearch {
    /// A copy of a sample, or a refused sample.
    private struct Copy {
        let type: SampleType
        let id: UUID128?
        /// What identifies the sample; nil for a refused one.
        let identity: SampleIdentity?
        let hash: UInt64
        let refusal: RefusalCode?
        let upload: UUID128?
        let source: [UInt8]
        let sourceName: [UInt8]
        let start: Double
        let end: Double
        let value: Double?
        let workout: UUID128?
    }

    private struct CopyKey: Hashable {
        let identity: SampleIdentity
        let hash: UInt64
    }

    private var plans: FigurePlans
    private let settings: ConnectionSettings?
    private let rules: Rules
    private let zones: ZoneTable
    /// The number of uploads before the document froze; later ones can only be refused.
    private let uploadsUntilFrozen: Int
    private var copies: [Copy] = []
    private var seen: Set<CopyKey> = []
    /// The first upload with the stored copy of each sample around the document.
    private var counting: [SampleIdentity: UUID128] = [:]
    /// The first upload that deletes each id.
    private var deletions: [UUID128: UUID128] = [:]
    private var unplaced: [RefusalCode: Int] = [:]
    private var uploads = 0
    private var newestCollectedAt = -Double.infinity
    private var units = UnitTable()

    init(_ plans: FigurePlans, settings: ConnectionSettings?, rules: Rules, zones: ZoneTable, untilFrozen: Int?) {
        self.plans = plans
        self.settings = settings
        self.rules = rules
        self.zones = zones
        uploadsUntilFrozen = untilFrozen ?? .max
    }

    /// Reads the next upload.
    mutating func take(_ place: RecordPlace, key: [UInt8]?, value: RawSpan?) {
        uploads += 1
        var parser = Parser()
        var record = InputRecord(place: place, key: key, bytes: value, rules: rules, zones: zones)
        do throws(Refusal) {
            let head = try record.upload(&parser)
            if try Batch.isForgotten(record.place, by: settings, rules) { return }
            read(head, record.place)
        } catch {
            if settings?.forgets(record.place.judgedMilliseconds) ?? false { return }
            refuse(parser.lastValue(), error.code, count: record.counted.samples)
        }
    }

    private mutating func read(_ head: UploadHead, _ place: RecordPlace) {
        newestCollectedAt = max(newestCollectedAt, head.collectedAt)
        let horizon = Double(Instant.utcDay(newestCollectedAt - rules.stateRetentionSeconds)) * Instant.day
        let isLate = uploads > uploadsUntilFrozen
        var refused = RefusedElements(head.places)
        let deleted = DeletionReader.ids(head.deleted, &refused)
        for id in deleted where !isLate && deletions[id] == nil { deletions[id] = head.id }
        guard var elements = head.samples?.elements else { return }
        var pool = Pool(zones: zones)
        var reader = SampleReader(collectedAt: head.collectedAt, claim: -1)
        let judging = settings.flatMap { $0.judges(place.judgedMilliseconds) ? $0 : nil }
        var index = 0
        while let element = elements.next() {
            defer { index += 1 }
            let mark = pool.mark
            do throws(Refusal) {
                let (sample, type) = try reader.read(element, pool: &pool, units: &units)
                try ConnectionCommit.check(sample, type, element, horizon: horizon, judging)
                if !isLate { keep(sample, type, pool, head.id) }
            } catch {
                reader.forget(since: mark)
                pool.removeAll(since: mark)
                refuse(element, head.places?.refusal(.samples, index)?.code ?? error.code, head.id)
            }
        }
    }

    /// Keeps a copy that belongs to the document, unless an earlier upload contains the same copy.
    private mutating func keep(_ sample: Sample, _ type: SampleType, _ pool: Pool, _ upload: UUID128) {
        let plans = plans.plans(of: type)
        if plans.isEmpty { return }
        let identity = sample.identity
        let source = pool.origin(sample).sourceKey
        let workout = sample.flags.contains(.namesWorkout) ? Extra(pool.extra(sample)).workout : nil
        let belongs = plans.contains {
            $0.verdicts[identity] != nil
                || $0.reach.holds(sample.id, start: sample.start, end: sample.end, naming: workout, of: source)
        }
        let stored = self.plans.stored[identity]
        if !belongs, stored == nil { return }
        let hash = pool.copyHash(sample)
        if stored == hash, counting[identity] == nil { counting[identity] = upload }
        if !belongs || !seen.insert(CopyKey(identity: identity, hash: hash)).inserted { return }
        let copy = Copy(
            type: type,
            id: sample.id,
            identity: identity,
            hash: hash,
            refusal: nil,
            upload: upload,
            source: source,
            sourceName: Self.name(ofSource: pool.origin(sample).source),
            start: sample.start,
            end: sample.end,
            value: type.isListed ? sample.value : nil,
            workout: workout
        )
        copies.append(copy)
    }

    private static func name(ofSource source: [UInt8]) -> [UInt8] {
        var parser = Parser()
        return (try? parser.parse(source).member("name")?.text?.bytes) ?? []
    }

    /// Keeps the samples of a refused upload; `count` is the number of its samples, as far as they could be counted.
    private mutating func refuse(_ upload: Value?, _ code: RefusalCode, count: Int) {
        guard let upload, var elements = upload.member("samples")?.elements else {
            unplaced[code, default: 0] += max(1, count)
            return
        }
        let id = try? FieldReader.uuid(upload.field("upload_id"), "upload_id")
        while let element = elements.next() { refuse(element, code, id) }
    }

    /// Keeps a refused sample that belongs to the document, as far as it can be read.
    private mutating func refuse(_ element: Value, _ code: RefusalCode, _ upload: UUID128?) {
        let name = element.field("type")?.text?.string
        let instant = try? DateReader.instant(element.field("start_date"), "start_date")
        guard let type = name.flatMap({ Catalogue.sampleType(named: $0) }), let start = instant else {
            unplaced[code, default: 0] += 1
            return
        }
        let end = (try? DateReader.instant(element.field("end_date"), "end_date")) ?? start
        let workout = try? FieldReader.uuid(element.field("workout_id"), "workout_id")
        let origin = element.field("source")
        let source = origin?.field("bundle_identifier", or: "name")?.text?.bytes ?? []
        let id = try? FieldReader.uuid(element.field("id"), "id")
        let belongs = plans.plans(of: type).contains {
            $0.reach.holds(id, start: start, end: max(start, end), naming: workout, of: source)
        }
        if !belongs { return }
        let copy = Copy(
            type: type,
            id: id,
            identity: nil,
            hash: 0,
            refusal: code,
            upload: upload,
            source: source,
            sourceName: origin?.field("name")?.text?.bytes ?? [],
            start: start,
            end: max(start, end),
            value: nil,
            workout: workout
        )
        copies.append(copy)
    }
}

/// Explaining what was found.
extension CopySearch {
    /// Returns the figures of the document with all copies that were found.
    consuming func explanation() -> Explanation {
        var types: [JSONPointer: SampleType] = [:]
        var samples: [JSONPointer: [ExplainedSample]] = [:]
        for type in Catalogue.sampleTypes {
            for plan in plans.plans(of: type) { types[plan.pointer] = plan.type }
        }
        for copy in copies {
            for plan in plans.plans(of: copy.type) {
                guard let verdict = verdict(on: copy, plan) else { continue }
                let sample = ExplainedSample(
                    id: copy.id,
                    upload: copy.upload,
                    source: copy.source,
                    sourceName: copy.sourceName,
                    start: copy.start,
                    end: copy.end,
                    value: verdict.stated ?? copy.value,
                    share: verdict.share,
                    why: verdict.why
                )
                samples[plan.pointer, default: []].append(sample)
            }
        }
        let pointers = Set(samples.keys).union(plans.shown.keys)
        let figures = pointers.sorted { $0.description < $1.description }.map { pointer in
            let values = plans.shown[pointer]?.values ?? []
            return Explanation.Figure(pointer, types[pointer], values: values, samples: samples[pointer] ?? [])
        }
        return Explanation(
            id: String(decoding: plans.document.id, as: UTF8.self),
            start: plans.document.start,
            end: plans.document.end,
            zone: plans.document.zone,
            figures: figures,
            uploads: uploads,
            unplaced: unplaced.sorted { $0.key.rawValue < $1.key.rawValue }.map { (code: $0.key, count: $0.value) }
        )
    }

    /// Returns what a figure makes of a copy; nil if the copy does not belong to the figure.
    private func verdict(on copy: Copy, _ plan: FigurePlan) -> FigurePlan.Verdict? {
        let verdict = copy.identity.flatMap { plan.verdicts[$0] }
        let belongs = plan.reach.holds(
            copy.id,
            start: copy.start,
            end: copy.end,
            naming: copy.workout,
            of: copy.source
        )
        if verdict == nil, !belongs { return nil }
        guard let identity = copy.identity, let id = copy.id else {
            return copy.refusal.map { FigurePlan.Verdict(why: .refused($0)) }
        }
        if let stored = plans.stored[identity] {
            return stored == copy.hash ? verdict : FigurePlan.Verdict(why: .copy(upload: counting[identity]))
        }
        if let upload = deletions[id] { return FigurePlan.Verdict(why: .deleted(upload: upload)) }
        // An accepted sample that is neither stored nor deleted found its day full.
        return FigurePlan.Verdict(why: .refused(.tooLarge))
    }
}

extension Explanation.Figure {
    /// Creates a figure with all its samples, of which it lists the first ones.
    init(_ pointer: JSONPointer, _ type: SampleType?, values: [Explanation.Value], samples: [ExplainedSample]) {
        var counts: [String: Int] = [:]
        for sample in samples { counts[sample.why.word, default: 0] += 1 }
        self.init(pointer, type, values: values, counts: counts, samples: samples)
    }

    /// Creates a figure with the first of its samples, and the number of all by reason.
    init(
        _ pointer: JSONPointer,
        _ type: SampleType?,
        values: [Explanation.Value],
        counts: [String: Int],
        samples: [ExplainedSample]
    ) {
        self.pointer = pointer
        self.type = type
        self.values = values
        reasons = ExplainedSample.Why.words.compactMap { word in counts[word].map { (word: word, count: $0) } }
        let ascending = samples.sorted { left, right in
            if left.start != right.start { return left.start < right.start }
            if left.end != right.end { return left.end < right.end }
            guard let id = left.id, let other = right.id else { return left.id == nil && right.id != nil }
            return id < other
        }
        self.samples = Array(ascending.prefix(Explanation.samplesMax))
    }
}

extension Explanation {
    /// Adds the values of the live document where they differ; nil stands for a document that is not live.
    package mutating func compare(with live: [UInt8]?) {
        let shown = live.map { ShownFigure.all(of: $0) } ?? [:]
        for index in figures.indices {
            let values = shown[figures[index].pointer]?.values ?? []
            if values != figures[index].values { figures[index].live = values }
        }
        let known = Set(figures.map(\.pointer))
        for (pointer, figure) in shown where !known.contains(pointer) {
            var added = Figure(pointer, nil, values: [], samples: [])
            added.live = figure.values
            figures.append(added)
        }
        figures.sort { $0.pointer.description < $1.pointer.description }
    }
}
