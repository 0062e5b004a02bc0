/// The spans in which a commit changes whether too many workouts of a source overlap.
struct OverlapTransitions {
    typealias Bounds = (start: Double, end: Double)

    /// The spans, ascending, with both ends included.
    let spans: [Bounds]

    /// Compares the current workouts with the workouts before the changes.
    init(_ workouts: [WorkoutDay.Entry], _ changes: [WorkoutTimes.Change]) {
        let reach = changes.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1.start), max($0.1, $1.end)) }
        var steps: [Step] = []
        for workout in workouts where workout.end >= reach.0 && workout.start <= reach.1 {
            steps += Step.both(workout.start, workout.end, now: 1, before: 1)
        }
        for change in changes {
            // The current workouts already include the changes, so only the number before the commit is corrected.
            steps += Step.both(change.start, change.end, now: 0, before: -change.difference)
        }
        steps.sort { $0.at < $1.at }
        var spans: [Bounds] = []
        var now = 0
        var before = 0
        var isOpen = false
        var next = 0
        while next < steps.count {
            let at = steps[next].at
            var points = (now: 0, before: 0)
            while next < steps.count, steps[next].at == at {
                now += steps[next].now
                before += steps[next].before
                points.now += steps[next].pointNow
                points.before += steps[next].pointBefore
                next += 1
            }
            let isHere = Self.differ(now + points.now, before + points.before)
            let continues = Self.differ(now, before)
            if isOpen { spans[spans.count - 1].end = at }
            if !isOpen, isHere || continues { spans.append((at, at)) }
            isOpen = continues
        }
        self.spans = spans
    }

    private static func differ(_ now: Int, _ before: Int) -> Bool {
        (now > OverlapLimit.atOnceMax) != (before > OverlapLimit.atOnceMax)
    }

    /// The changes of both counts (now and before the commit) at an instant; points are workouts without length.
    private struct Step {
        var at: Double
        var now = 0
        var before = 0
        var pointNow = 0
        var pointBefore = 0

        static func both(_ start: Double, _ end: Double, now: Int, before: Int) -> [Step] {
            if start == end { return [Step(at: start, pointNow: now, pointBefore: before)] }
            return [Step(at: start, now: now, before: before), Step(at: end, now: -now, before: -before)]
        }
    }

    /// Merges spans in any order into disjoint ascending spans.
    static func union(_ spans: [Bounds]) -> [Bounds] {
        var union: [Bounds] = []
        for span in spans.sorted(by: { $0.start < $1.start }) {
            if let last = union.last, span.start <= last.end {
                union[union.count - 1].end = max(last.end, span.end)
            } else {
                union.append(span)
            }
        }
        return union
    }

    /// Returns the intersection of two ascending lists of spans.
    static func common(_ left: [Bounds], _ right: [Bounds]) -> [Bounds] {
        var common: [Bounds] = []
        var (one, other) = (0, 0)
        while one < left.count, other < right.count {
            let start = max(left[one].start, right[other].start)
            let end = min(left[one].end, right[other].end)
            if start <= end { common.append((start, end)) }
            if left[one].end < right[other].end { one += 1 } else { other += 1 }
        }
        return common
    }
}
