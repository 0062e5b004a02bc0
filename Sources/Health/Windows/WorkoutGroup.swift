import Vocabulary

/// The workouts of one source, or of all sources, that may overlap a UTC day.
final class WorkoutGroup {
    /// The number of overlapping workouts at each instant.
    let limit: OverlapLimit
    /// The workouts, ascending by start, including frozen workouts, which count for the overlap limit.
    private let workouts: [WorkoutDay.Entry]
    private let day: Int32
    private let index: SpanIndex
    /// The workouts that start on this day while the overlap limit is not exceeded.
    private let free: [WorkoutDay.Entry]
    private let lengths: GreatestTree

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

    /// Calls `body` for each workout that a sample belongs to by time, except frozen workouts.
    ///
    /// If a sample overlaps several days, the groups of these days call `body` only once for each workout.
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
        // Finds the workouts that are long enough, without visiting the others.
        lengths.each(in: first..<end, above: sample.duration.nextDown) { number in
            if !free[number].isFrozen { body(free[number]) }
        }
    }
}
