/// Which workouts count, where several apps wrote one of them.
extension Oracle {
    /// The ids of the primary workouts.
    static func primaries(_ workouts: [PlainSample]) -> Set<String> {
        var primaries: [PlainSample] = []
        for workout in workouts.sorted(by: isBetterWorkout) {
            if primaries.contains(where: { isTheSame($0, workout) }) { continue }
            primaries.append(workout)
        }
        return Set(primaries.map(\.id))
    }

    /// Orders by class of source, then the longer first, then by source key and id.
    private static func isBetterWorkout(_ one: PlainSample, _ other: PlainSample) -> Bool {
        if one.rankClass != other.rankClass { return one.rankClass < other.rankClass }
        let (length, otherLength) = (one.end - one.start, other.end - other.start)
        if length != otherLength { return length > otherLength }
        return (one.sourceKey, one.id) < (other.sourceKey, other.id)
    }

    /// Whether two sources wrote workouts of one type that overlap for half of the shorter one.
    private static func isTheSame(_ one: PlainSample, _ other: PlainSample) -> Bool {
        guard one.sourceKey != other.sourceKey, one.workout?.activityType == other.workout?.activityType else {
            return false
        }
        let overlap = min(one.end, other.end) - max(one.start, other.start)
        let shorter = min(one.end - one.start, other.end - other.start)
        return overlap > 0 && overlap >= shorter / 2
    }
}
