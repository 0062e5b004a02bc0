/// The samples that workouts borrow: those of another source, where the own source measured nothing of a type.
///
/// An app on the watch records a workout, and the watch itself the heart rate: HealthKit names different sources.
enum Borrowing {
    /// The samples that a workout borrows: of each type that it has none of, all candidates of the source of the
    /// best-ranked one.
    ///
    /// `candidates` are the samples of other sources that it would have if they were of its own, `own` those that it has, by
    /// their time or because they name it.
    static func samples(
        of candidates: [Sample],
        besides own: [Sample],
        pool: borrowing Pool,
        priority: borrowing [String]
    ) -> [Sample] {
        if candidates.isEmpty { return [] }
        var types: Set<UInt16> = []
        for sample in own { types.insert(sample.type) }
        var borrowed: [Sample] = []
        for (type, candidates) in SampleGroups(candidates).groups where !types.contains(type) {
            borrowed += best(of: candidates, pool: pool, priority: priority)
        }
        return borrowed
    }

    /// The samples, of one type, that are of the source of the best-ranked of them.
    private static func best(
        of candidates: [Sample],
        pool: borrowing Pool,
        priority: borrowing [String]
    ) -> [Sample] {
        let ranks = RankTable(candidates, pool: pool, priority: priority)
        guard let best = candidates.min(by: { ranks.rank($0) < ranks.rank($1) }) else { return [] }
        let source = pool.sourceNumbers[Int(best.origin)]
        var borrowed: [Sample] = []
        for sample in candidates where pool.sourceNumbers[Int(sample.origin)] == source { borrowed.append(sample) }
        return borrowed
    }
}

extension SampleType {
    /// Whether a workout borrows samples of the type: they are of a kind that a workout can collect.
    var isBorrowed: Bool {
        guard kind == .quantity else { return false }
        return switch document {
        case .activity, .breathing, .calories, .distance, .diving, .flightsClimbed, .heart, .steps: true
        default: false
        }
    }
}

extension Interval {
    /// How many times as long as a workout a sample may be that belongs to it by its time.
    static let lengthsMax = 4.0

    /// Whether a sample belongs to a workout by its time, as far as it does not matter what else goes on.
    static func belongs(_ sample: Sample, from start: Double, to end: Double) -> Bool {
        overlap(sample.start, sample.end, start, end) && sample.duration <= lengthsMax * (end - start)
    }
}
