import Vocabulary

/// Finds the samples that a workout borrows from other sources, for types that its own source did not measure.
///
/// For example, an app on the watch records the workout while the watch itself records the heart rate. HealthKit then
/// reports two sources.
enum Borrowing {
    /// Returns, for each type without own samples, the candidates of the best-ranked source.
    ///
    /// `candidates` are the samples of other sources that would belong to the workout by time. `own` are the samples
    /// that belong to the workout.
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

    /// Returns the candidates of the best-ranked source; all candidates have the same type.
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
    /// Whether workouts borrow samples of the type: only quantities that a workout can collect.
    var isBorrowed: Bool {
        guard kind == .quantity else { return false }
        return switch document {
        case .activity, .breathing, .calories, .distance, .diving, .flightsClimbed, .heart, .steps: true
        default: false
        }
    }
}

extension Interval {
    /// The maximum ratio of a sample's duration to the duration of a workout to which the sample belongs by time.
    static let lengthsMax = 4.0

    /// Whether a sample belongs to a workout by time, if the overlap limit is not exceeded.
    static func belongs(_ sample: Sample, from start: Double, to end: Double) -> Bool {
        overlap(sample.start, sample.end, start, end) && sample.duration <= lengthsMax * (end - start)
    }
}
