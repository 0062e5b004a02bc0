/// The workouts of one source, or of all sources, that may go on at some time of a UTC day.
final class WorkoutGroup {
    /// How many of them go on at an instant of the day.
    let limit: OverlapLimit
    /// Ascending by start; frozen ones too, since they go on like others.
    private let workouts: [WorkoutDay.Entry]
    private let day: Int32
    private let index: SpanIndex
    /// Those of the day itself that begin while not too many go on, and how long a sample of each may be.
    private let free: [WorkoutDay.Entry]
    private let lengths: GreatestTree

    /// The workouts of a day, ascending by start.
    init(_ workouts: [WorkoutDay.Entry], of day: Int32) {
        self.workouts = workouts
        self.day = day
        let limit = OverlapLimit(workouts.lazy.map { ($0.start, $0.end) })
        self.limit = limit
        index = SpanIndex(workouts.lazy.map { ($0.start, $0.end) })
        free = workouts.filter {
            $0.start < $0.end && Instant.utcDay($0.start) == day && !limit.isExceeded(at: $0.start)
        }
        lengths = GreatestTree(free.map { Interval.lengthsMax * ($0.end - $0.start) })
    }

    /// The workouts that a sample belongs to by its time on the day, but for frozen ones: those change no more.
    ///
    /// One that goes on over several days is found on one of those on which the sample is.
    func each(taking sample: Sample, _ body: (WorkoutDay.Entry) -> Void) {
        if sample.utcDay == day, !limit.isExceeded(at: sample.start) {
            index.each(of: 0..<index.count(upTo: sample.start), endingAfter: sample.start) { number in
                let workout = workouts[number]
                let isShort = sample.duration <= Interval.lengthsMax * (workout.end - workout.start)
                if isShort, !workout.isFrozen { body(workout) }
            }
        }
        let first = free.partitioningIndex { $0.start > sample.start }
        let end = free.partitioningIndex { $0.start >= sample.end }
        if first >= end { return }
        // Those that are long enough, without looking at each that is not.
        lengths.each(in: first..<end, above: sample.duration.nextDown) { number in
            if !free[number].isFrozen { body(free[number]) }
        }
    }
}
