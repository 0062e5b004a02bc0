import Vocabulary

/// The overlap limit of one source's workouts over consecutive days.
struct DayLimits {
    private let first: Int32
    /// The limit of each day; nil if the day has no workouts.
    private let days: [OverlapLimit?]
    /// Whether the limit is exceeded at any instant.
    let isEverExceeded: Bool

    init(_ first: Int32, _ days: [OverlapLimit?]) {
        self.first = first
        self.days = days
        isEverExceeded = days.contains { $0?.isEverExceeded ?? false }
    }

    /// Whether too many workouts overlap at an instant, so that samples that start then belong to none of them.
    func isExceeded(at instant: Double) -> Bool {
        if !isEverExceeded { return false }
        let index = Int(Instant.utcDay(instant)) - Int(first)
        return days.indices.contains(index) && days[index]?.isExceeded(at: instant) ?? false
    }

    /// Whether the overlap limit, checked at the later of the two starts, allows a sample to belong to a workout.
    func allows(_ start: Double, joining workoutStart: Double) -> Bool { !isExceeded(at: max(start, workoutStart)) }
}
