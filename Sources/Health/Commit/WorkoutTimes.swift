/// When a connection's workouts are, so that a sample finds those that it overlaps without looking at each.
struct WorkoutTimes {
    /// The workouts that can change, ascending by start.
    private let workouts: [WorkoutDirectory.Entry]
    /// The greatest end of each and all before it.
    private let reaches: [Double]

    /// The workouts of a directory; what is frozen changes no more.
    init(_ directory: WorkoutDirectory) {
        workouts = directory.entries.values.filter { !$0.isFrozen }.sorted { $0.start < $1.start }
        var reach = -Double.infinity
        reaches = workouts.map {
            reach = max(reach, $0.end)
            return reach
        }
    }

    /// Whether there is none.
    var isEmpty: Bool { workouts.isEmpty }

    /// The workouts that a sample overlaps, of any source; a point must lie in [start, end).
    func eachOverlapping(_ sample: Sample, _ body: (WorkoutDirectory.Entry) -> Void) {
        var index = workouts.partitioningIndex { $0.start > sample.end }
        while index > 0, reaches[index - 1] >= sample.start {
            index -= 1
            let workout = workouts[index]
            if Interval.overlap(sample.start, sample.end, workout.start, workout.end) { body(workout) }
        }
    }
}
