/// The set of samples: which copy of each counts, and whose zone holds.
extension Oracle {
    /// The ids that were deleted.
    static func deleted(_ arrivals: [Arrival]) -> Set<String> {
        var deleted: Set<String> = []
        for case .deletion(let id) in arrivals { deleted.insert(id) }
        return deleted
    }

    /// The copy of each sample that counts, with the claim that counts, by key.
    static func set(_ arrivals: [Arrival]) -> [String: PlainSample] {
        let deleted = deleted(arrivals)
        var set: [String: PlainSample] = [:]
        for case .sample(let sample) in arrivals where !deleted.contains(sample.id) {
            guard let held = set[sample.key] else {
                set[sample.key] = sample
                continue
            }
            var counting = sample.counts(before: held) ? sample : held
            counting.claim = min(sample.claim, held.claim)
            set[sample.key] = counting
        }
        return set
    }
}

extension PlainSample {
    /// Whether this copy of a sample counts and not the other: it has the greater version, or says more.
    ///
    /// What remains follows from how the worker encodes samples. So no history that is compared with the oracle has
    /// two different copies of one sample that are equal in version and number of values.
    func counts(before other: PlainSample) -> Bool { (version, values) > (other.version, other.values) }

    /// The number of values that the normalized sample holds, at any depth, without its id and type, which all copies
    /// share.
    var values: Int {
        let texts: [String?] = [source?.name, source?.bundle, source?.version, source?.product, workoutID]
        var values = 2 + metadata.count + texts.compactMap { $0 }.count + (device?.count ?? 0)
        if value != nil { values += 1 }
        if isCondensed { values += 1 }
        if isCondensed, hasFittingBounds { values += [minimum, maximum].compactMap { $0 }.count }
        for field in fields.values { values += field.leaves }
        for point in points ?? [] { values += point.count }
        for member in memberSamples ?? [] { values += member.values }
        if let workout { values += workout.values }
        return values
    }
}

extension PlainWorkout {
    /// The number of values in it.
    fileprivate var values: Int {
        var values = 1 + oddStatistics.count + Self.count(events) + Self.count(statistics)
        if duration != nil { values += 1 }
        for activity in activities {
            values += 3 + Self.count(activity.events) + Self.count(activity.statistics)
            if activity.code != nil { values += 1 }
        }
        return values
    }

    private static func count(_ events: [PlainEvent]) -> Int {
        events.reduce(0) { $0 + 3 + $1.figures.count }
    }

    private static func count(_ statistics: [PlainStatistic]) -> Int {
        statistics.reduce(0) { $0 + $1.values.count }
    }
}

extension Tree {
    /// The number of values in it; lists, objects and null are none.
    fileprivate var leaves: Int {
        switch self {
        case .null: 0
        case .number, .text: 1
        case .list(let list): list.reduce(0) { $0 + $1.leaves }
        case .object(let members): members.values.reduce(0) { $0 + $1.leaves }
        }
    }
}
