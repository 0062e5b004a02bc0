import JSON
import Vocabulary

/// One figure of the document with the stored samples of one type that belong to it, and why they count or not.
struct FigurePlan {
    /// Why a figure contains a stored sample or not, and the share of it that the figure contains.
    struct Verdict: Sendable {
        let why: ExplainedSample.Why
        var share = 0.0
        /// The value to show instead of the sample's own, for a workout that states the figure.
        var stated: Double?

        static let counts = Verdict(why: .counts, share: 1)
    }

    /// Which samples that are not in the document would belong to the figure.
    struct Reach {
        /// How a sample belongs by time.
        enum Rule { case overlap, start, none }

        let start: Double
        let end: Double
        let rule: Rule
        /// The workouts whose names samples of the figure have; empty if the document is not a workout.
        var workouts: Set<UUID128> = []
        /// The source key to which samples that belong by time are limited; nil for all sources.
        var sourceKey: [UInt8]?
        /// The ids of the workouts whose copies belong to the figure.
        var copies: Set<UUID128> = []

        /// Whether a sample lies in the time of the figure, or names its workout.
        func holds(_ id: UUID128?, start: Double, end: Double, naming named: UUID128?, of source: [UInt8]) -> Bool {
            if let named, workouts.contains(named) { return true }
            if let id, copies.contains(id) { return true }
            if let sourceKey, sourceKey != source { return false }
            switch rule {
            case .overlap: return Interval.overlap(start, end, self.start, self.end)
            case .start: return self.start <= start && start < self.end
            case .none: return false
            }
        }
    }

    let type: SampleType
    let pointer: JSONPointer
    let reach: Reach
    /// The verdicts on stored samples, which are listed wherever they lie.
    var verdicts: [SampleIdentity: Verdict] = [:]

    init(_ type: SampleType, _ pointer: JSONPointer, _ reach: Reach) {
        self.type = type
        self.pointer = pointer
        self.reach = reach
    }
}

/// Names the samples that count instead of hidden ones.
struct HiddenSamples {
    private var twins: [Measurement: UUID128] = [:]
    private var versions: [SyncGroup: UUID128] = [:]

    /// Collects the samples that count among all stored samples of a type on some days.
    init(_ rows: [Sample], _ pool: Pool) {
        for row in rows where !row.flags.contains(.superseded) {
            if let group = SyncGroup(row, pool) { versions[group] = row.id }
        }
        if rows.allSatisfy({ !$0.flags.contains(.twin) }) { return }
        for row in rows where row.isShown {
            if let measurement = Measurement(row, pool) { twins[measurement] = row.id }
        }
    }

    /// Returns why a sample is hidden; nil if it counts for documents.
    func verdict(_ row: Sample, _ pool: Pool) -> FigurePlan.Verdict? {
        if row.flags.contains(.superseded) {
            return FigurePlan.Verdict(why: .newerVersion(SyncGroup(row, pool).flatMap { versions[$0] }))
        }
        if row.isShown { return nil }
        return FigurePlan.Verdict(why: .twin(of: Measurement(row, pool).flatMap { twins[$0] }))
    }
}

extension Pool {
    /// Returns a hash of everything in which copies of a sample can differ.
    func copyHash(_ sample: Sample) -> UInt64 {
        var hash = ContentHash()
        // Adding 0 turns −0 into 0.
        for number in [sample.start, sample.end, sample.value] { hash.add((number + 0).bitPattern) }
        hash.add(UInt64(bitPattern: sample.version))
        hash.add(canonicals[Int(sample.origin)])
        hash.add(Array(extra(sample)))
        return hash.value
    }
}
