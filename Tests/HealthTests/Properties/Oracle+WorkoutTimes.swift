/// Times of workouts in which nothing went on.
extension Oracle {
    /// The seconds of a workout in which nobody paused.
    static func active(_ workout: PlainWorkout, _ bounds: (start: Double, end: Double)) -> Double {
        let paused = halts(workout, bounds.end, 1, 2)
        return pieces(of: bounds, cutBy: paused).reduce(0.0) { sum, piece in
            has(paused, piece) ? sum : sum + piece.end - piece.start
        }
    }

    /// The duration without the time in which the watch saw no motion and nobody paused; nil if nothing tells of motion.
    static func moving(
        _ workout: PlainWorkout,
        _ bounds: (start: Double, end: Double),
        duration: Double
    ) -> Double? {
        let events = workout.events + workout.activities.flatMap(\.events)
        guard events.contains(where: { $0.type == 5 || $0.type == 6 }) else { return nil }
        let paused = halts(workout, bounds.end, 1, 2)
        let still = halts(workout, bounds.end, 5, 6)
        let lost = pieces(of: bounds, cutBy: paused + still).filter { has(still, $0) && !has(paused, $0) }
        return max(0, duration - lost.reduce(0.0) { $0 + $1.end - $1.start })
    }

    /// What lies between events of two types, of the workout and of each activity.
    private static func halts(
        _ workout: PlainWorkout,
        _ end: Double,
        _ begin: Int,
        _ finish: Int
    ) -> [(start: Double, end: Double)] {
        var halts: [(start: Double, end: Double)] = []
        for (events, end) in [(workout.events, end)] + workout.activities.map({ ($0.events, $0.end) }) {
            var since: Double?
            for event in events.sorted(by: { $0.start < $1.start }) {
                if event.type == begin, since == nil { since = event.start }
                if event.type == finish, let begun = since {
                    halts.append((begun, event.start))
                    since = nil
                }
            }
            if let since { halts.append((since, end)) }
        }
        return halts
    }

    /// The pieces of a span between all starts and ends in it.
    private static func pieces(
        of bounds: (start: Double, end: Double),
        cutBy spans: [(start: Double, end: Double)]
    ) -> [(start: Double, end: Double)] {
        let cuts = Set([bounds.start, bounds.end] + spans.flatMap { [$0.start, $0.end] })
            .filter { bounds.start <= $0 && $0 <= bounds.end }.sorted()
        return zip(cuts, cuts.dropFirst()).map { ($0, $1) }
    }

    private static func has(_ spans: [(start: Double, end: Double)], _ piece: (start: Double, end: Double)) -> Bool {
        spans.contains { $0.start <= piece.start && piece.end <= $0.end }
    }
}
