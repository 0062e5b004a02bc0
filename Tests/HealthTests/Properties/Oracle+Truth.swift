/// One measurement once: what of the set shows, and which workouts it belongs to by name.
struct OracleTruth {
    private(set) var shown: [PlainSample] = []
    /// The ids of workouts by the key of the sample that belongs to them by name; nothing if it names none.
    private(set) var named: [String: Set<String>] = [:]
    private let deleted: Set<String>
    /// For each workout, the id of the workout that shows for it, mostly its own.
    private var shownIDs: [String: String] = [:]

    init(_ set: [PlainSample], deleted: Set<String>) {
        self.deleted = deleted
        // First, because samples name them.
        addWorkouts(set.filter { $0.workout != nil })
        addMeasurements(set.filter { $0.known.isListed })
        for sample in set where sample.workout == nil && !sample.known.isListed { show(sample, for: [sample]) }
    }

    private mutating func addWorkouts(_ workouts: [PlainSample]) {
        let groups = Dictionary(grouping: workouts) { sample -> [String] in
            guard let uuid = sample.externalUUID, !uuid.isEmpty else { return [sample.id] }
            return [sample.sourceKey, sample.workout?.activityType ?? "", "\(sample.utcDay)", uuid]
        }
        for group in groups.values {
            guard let least = group.min(by: { $0.id < $1.id }) else { continue }
            shown.append(least)
            for workout in group { shownIDs[workout.id] = least.id }
        }
    }

    /// Adds quantity and category samples.
    private mutating func addMeasurements(_ samples: [PlainSample]) {
        let groups = Dictionary(grouping: samples) { sample -> [String] in
            [sample.type, sample.sourceKey, "\(sample.utcDay)"]
        }
        for group in groups.values {
            for twins in Dictionary(grouping: Self.newest(group), by: { Measured($0) }).values {
                guard let least = twins.min(by: { $0.id < $1.id }) else { continue }
                show(least, for: twins)
            }
        }
    }

    private mutating func show(_ sample: PlainSample, for all: [PlainSample]) {
        shown.append(sample)
        var names: Set<String> = []
        for one in all {
            guard let id = one.workoutID, !deleted.contains(id) else { continue }
            names.insert(shownIDs[id] ?? id)
        }
        if !names.isEmpty { named[sample.key] = names }
    }

    /// Removes samples of which another one with the same identifier for synchronization is newer.
    private static func newest(_ samples: [PlainSample]) -> [PlainSample] {
        samples.filter { sample in
            guard let identifier = sample.syncIdentifier, !identifier.isEmpty else { return true }
            return !samples.contains { $0.syncIdentifier == identifier && isNewer($0, sample) }
        }
    }

    private static func isNewer(_ one: PlainSample, _ other: PlainSample) -> Bool {
        let (version, otherVersion) = (one.syncVersion ?? 0, other.syncVersion ?? 0)
        if version != otherVersion { return version > otherVersion }
        return one.start != other.start ? one.start > other.start : one.id < other.id
    }

    /// What samples agree in that are one measurement, beside type, source key and UTC day.
    private struct Measured: Hashable {
        let start: Int64
        let end: Int64
        let value: Double
        var count: Int?
        var minimum: Double?
        var maximum: Double?
        /// The id of a sample that is never a copy of another measurement.
        var id: String?

        init(_ sample: PlainSample) {
            start = PlainSample.milliseconds(sample.start)
            end = PlainSample.milliseconds(sample.end)
            value = sample.canonical
            if sample.isCondensed {
                count = sample.count
                if sample.hasFittingBounds {
                    minimum = sample.minimum.map { sample.canonical($0) }
                    maximum = sample.maximum.map { sample.canonical($0) }
                }
            }
            let isPoint = sample.known.kind == .cumulative && sample.start == sample.end
            if isPoint || sample.known.document == "nutrition" { id = sample.id }
        }
    }
}
