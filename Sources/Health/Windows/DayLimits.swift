/// How many workouts of one source go on at the instants of some days that follow each other.
struct DayLimits {
    private let first: Int32
    /// Of each day, nil where there are none.
    private let days: [OverlapLimit?]
    /// Whether there is an instant at which more go on than take samples.
    let isEverExceeded: Bool

    /// The limits of days from one on.
    init(_ first: Int32, _ days: [OverlapLimit?]) {
        self.first = first
        self.days = days
        isEverExceeded = days.contains { $0?.isEverExceeded ?? false }
    }

    /// Whether too many go on at an instant for any to take what begins then.
    func isExceeded(at instant: Double) -> Bool {
        if !isEverExceeded { return false }
        let index = Int(Instant.utcDay(instant)) - Int(first)
        return days.indices.contains(index) && days[index]?.isExceeded(at: instant) ?? false
    }

    /// Whether a sample and a workout that overlap belong together: it is asked at the later of their starts.
    func lets(_ start: Double, join workoutStart: Double) -> Bool { !isExceeded(at: max(start, workoutStart)) }
}
