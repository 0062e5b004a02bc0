extension Workout {
    /// The types of the two events that begin and end a pause.
    private struct PauseKind {
        let begin: Int64
        let end: Int64

        /// The wearer or an app paused the workout.
        static let paused = PauseKind(begin: 1, end: 2)
        /// The watch detected no motion.
        static let motionPaused = PauseKind(begin: 5, end: 6)
    }

    /// Returns the seconds between two instants, without the pauses of the workout and its activities.
    ///
    /// A pause without a resume lasts to the end of its workout or activity.
    package func activeSeconds(from start: Double, to end: Double) -> Double {
        end - start - spans(.paused, from: start, to: end).length
    }

    /// Returns the seconds in which the watch detected motion; nil if workout and activities have no motion events.
    ///
    /// `duration` does not include pauses.
    package func movingSeconds(of duration: Double, from start: Double, to end: Double) -> Double? {
        guard hasEvents(.motionPaused) else { return nil }
        let still = spans(.motionPaused, from: start, to: end)
        // Time without motion during a pause is not a part of the duration.
        return max(0, duration - still.subtracting(spans(.paused, from: start, to: end)).length)
    }

    private func hasEvents(_ kind: PauseKind) -> Bool {
        let isOfKind = { (event: Event) in event.type.number == kind.begin || event.type.number == kind.end }
        return events.contains(where: isOfKind) || activities.contains { $0.events.contains(where: isOfKind) }
    }

    /// Returns the union of pauses of the workout and its activities.
    private func spans(_ kind: PauseKind, from start: Double, to end: Double) -> Spans {
        var paused = Self.spans(kind, events, end: end)
        for activity in activities { paused += Self.spans(kind, activity.events, end: activity.end) }
        return Spans(paused.map { (start: max($0.start, start), end: min($0.end, end)) })
    }

    private static func spans(_ kind: PauseKind, _ events: [Event], end: Double) -> [(start: Double, end: Double)] {
        var spans: [(start: Double, end: Double)] = []
        var since: Double?
        for event in events.sorted(by: { ($0.start, $0.type.number) < ($1.start, $1.type.number) }) {
            if event.type.number == kind.begin, since == nil { since = event.start }
            if event.type.number == kind.end, let begun = since {
                spans.append((begun, event.start))
                since = nil
            }
        }
        if let since { spans.append((since, end)) }
        return spans
    }
}
