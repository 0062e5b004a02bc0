import Randomness

/// Uploads in which the samples of a connection come again: under new ids, with other dates, from other zones or apps.
///
/// The samples have ids of their own, so that they do not meet those of `Uploads`.
struct RepeatedUploads {
    /// The samples that devices of each connection have stored, including deleted ones.
    private var stored: [Int: [StoredSample]] = [:]
    private var lastID = 500_000
    private var count = 0

    /// 2024-04-15, in seconds since 2001: after the end of every sample.
    private static let firstCollectedAt = 734_832_000
    private static let zones = ["+09:00", "-05:00", "+02:00", "UTC"]

    /// Returns an upload with one kind of repeat, and some samples that are new.
    mutating func next(_ connection: Int, _ kinds: [Repeat], _ random: inout SeededRandom) -> String {
        count += 1
        var sent: [StoredSample] = []
        for _ in 0...random.below(3) { sent.append(draw(connection, &random)) }
        var deleted: [Int] = []
        if random.below(5) == 0, let sample = pick(connection, &random, where: { _ in true }) {
            deleted.append(sample.id)
        }
        switch kinds[random.below(kinds.count)] {
        case .newIDs: sent += installedAgain(connection, &random)
        case .cutDates: sent += newest(connection, &random).map(\.cut)
        case .movedZone: sent += newest(connection, &random)
        case .secondApp: sent += secondWorkout(connection, &random)
        case .newVersions: sent += newVersion(connection, &random)
        case .externalIDs: sent += workoutAgain(connection, &random)
        case .deletedWorkout:
            let naming = pick(connection, &random) { $0.workout != nil }
            if let workout = naming?.workout { deleted.append(workout) }
        }
        return upload(connection, sent, deleted, &random)
    }

    private func upload(
        _ connection: Int,
        _ samples: [StoredSample],
        _ deleted: [Int],
        _ random: inout SeededRandom
    ) -> String {
        let collectedAt = Self.firstCollectedAt + 3_600 * random.below(240)
        // One in five uploads names no zone.
        let number = random.below(Self.zones.count + 1)
        let zone = number < Self.zones.count ? "\"time_zone\":\"\(Self.zones[number])\"," : ""
        let deletions = deleted.map { "{\"id\":\"\(Uploads.id($0))\"}" }
        return """
            {"upload_id":"\(Uploads.id(700_000 + count))","connection_id":"\(Uploads.connection(connection))",\
            "collected_at":\(collectedAt),\(zone)"samples":[\(samples.map(\.json).joined(separator: ","))],\
            "deleted":[\(deletions.joined(separator: ","))]}
            """
    }

    private mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    private mutating func keep(_ sample: StoredSample, _ connection: Int) {
        stored[connection, default: []].append(sample)
    }

    /// Returns a new sample, which may name a workout, and may have a sync identifier or an external id.
    private mutating func draw(_ connection: Int, _ random: inout SeededRandom) -> StoredSample {
        let kinds = StoredSample.Kind.allCases
        let kind = kinds[random.below(kinds.count)]
        let hour = [9, 10, 21, 23][random.below(4)]
        let start = StoredSample.firstDay + 86_400_000 * random.below(3) + 3_600_000 * hour
        var sample = StoredSample(
            id: newID(),
            kind: kind,
            start: start + 300_000 * random.below(9) + 730 * random.below(2),
            value: 1 + random.below(5),
            source: random.below(2)
        )
        if kind != .workout, random.below(2) == 0 {
            sample.workout = pick(connection, &random) { $0.kind == .workout }?.id
        }
        if random.below(2) == 0 { sample.identifier = random.below(3) }
        keep(sample, connection)
        return sample
    }

    /// Returns one of the stored samples that meet a condition; nil if there is none.
    private func pick(
        _ connection: Int,
        _ random: inout SeededRandom,
        where meets: (StoredSample) -> Bool
    ) -> StoredSample? {
        let found = (stored[connection] ?? []).filter(meets)
        return found.isEmpty ? nil : found[random.below(found.count)]
    }

    /// Returns about half of the newest stored samples.
    private func newest(_ connection: Int, _ random: inout SeededRandom) -> [StoredSample] {
        var taken: [StoredSample] = []
        for sample in (stored[connection] ?? []).suffix(10) where random.below(2) == 0 { taken.append(sample) }
        return taken
    }

    /// Returns stored samples under new ids.
    ///
    /// A sample names the new workout if its workout comes again too.
    private mutating func installedAgain(_ connection: Int, _ random: inout SeededRandom) -> [StoredSample] {
        var ids: [Int: Int] = [:]
        let former = newest(connection, &random)
        for sample in former { ids[sample.id] = newID() }
        let again = former.map { sample in
            var copy = sample
            copy.id = ids[sample.id] ?? sample.id
            copy.workout = sample.workout.map { ids[$0] ?? $0 }
            return copy
        }
        for sample in again { keep(sample, connection) }
        return again
    }

    /// Returns a workout that another app has recorded at the same time.
    private mutating func secondWorkout(_ connection: Int, _ random: inout SeededRandom) -> [StoredSample] {
        guard var sample = pick(connection, &random, where: { $0.kind == .workout }) else { return [] }
        sample.id = newID()
        sample.source = (sample.source + 1) % StoredSample.sources.count
        sample.start += 1_000 * random.below(3)
        keep(sample, connection)
        return [sample]
    }

    /// Returns another version of a sample that has a sync identifier: a greater, an equal or a lesser one.
    private mutating func newVersion(_ connection: Int, _ random: inout SeededRandom) -> [StoredSample] {
        let known = pick(connection, &random) { $0.identifier != nil && $0.kind != .workout }
        guard var sample = known else { return [] }
        sample.id = newID()
        sample.version += random.below(3) - 1
        sample.value = 1 + random.below(5)
        sample.start += 60_000 * random.below(3)
        keep(sample, connection)
        return [sample]
    }

    /// Returns a workout under a new id, with the same external id.
    private mutating func workoutAgain(_ connection: Int, _ random: inout SeededRandom) -> [StoredSample] {
        let known = pick(connection, &random) { $0.kind == .workout && $0.identifier != nil }
        guard var sample = known else { return [] }
        sample.id = newID()
        keep(sample, connection)
        return [sample]
    }
}
