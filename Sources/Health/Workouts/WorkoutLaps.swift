import Vocabulary

/// The laps of a workout: one for each lap event, which is one length of the pool in a swim.
struct WorkoutLaps {
    /// A lap event, with the pool length of its activity or workout.
    private struct Lap {
        let event: Workout.Event
        /// The length of the pool in meters; nil if the lap is not a swim in a pool.
        let poolLength: Double?
    }

    /// The number of `HKWorkoutEventType.lap`.
    private static let lapEvent: Int64 = 3
    /// The number of `HKWorkoutActivityType.swimming`.
    private static let swimming: Int64 = 46

    private let laps: [Lap]

    /// Collects the lap events of a workout and its activities, ascending.
    ///
    /// If several lap events have the same bounds, only one counts, preferably an event of an activity.
    init(_ workout: Workout, metadata: ArraySlice<UInt8>) {
        let isLap = { (event: Workout.Event) in event.type.number == Self.lapEvent }
        guard
            workout.events.contains(where: isLap)
                || workout.activities.contains(where: { $0.events.contains(where: isLap) })
        else {
            laps = []
            return
        }
        var shown = ShownMetadata()
        let poolLength = shown.number("HKLapLength", unit: "m", in: metadata)
        func found(in events: [Workout.Event], _ type: Workout.Code, poolLength: Double?) -> [Lap] {
            let length = type.number == Self.swimming ? poolLength : nil
            // Events also ascend by their metadata. In reverse order, an event with metadata comes before an equal
            // event without metadata.
            return events.reversed().filter(isLap).map { Lap(event: $0, poolLength: length) }
        }
        var all: [Lap] = []
        for activity in workout.activities where activity.events.contains(where: isLap) {
            let own = shown.number("HKLapLength", unit: "m", in: activity.metadata[...])
            let type = activity.activityType ?? workout.activityType
            all += found(in: activity.events, type, poolLength: own ?? poolLength)
        }
        all += found(in: workout.events, workout.activityType, poolLength: poolLength)
        self.laps = Self.distinct(all)
    }

    /// Sorts laps by their bounds, and keeps only the first of several laps with the same bounds.
    private static func distinct(_ laps: [Lap]) -> [Lap] {
        let order = laps.indices.sorted { left, right in
            let (one, other) = (laps[left].event, laps[right].event)
            return (one.start, one.end, left) < (other.start, other.end, right)
        }
        var kept: [Lap] = []
        for lap in order.lazy.map({ laps[$0] }) {
            if let last = kept.last, last.event.start == lap.event.start, last.event.end == lap.event.end { continue }
            kept.append(lap)
        }
        return kept
    }

    var isEmpty: Bool { laps.isEmpty }

    /// Returns an item for each lap, with its known values.
    func items(distance: CumulativeCurve, strokes: CumulativeCurve) -> [Item] {
        var shown = ShownMetadata()
        return laps.map { lap in
            let (event, metadata) = (lap.event, lap.event.metadata[...])
            let strokes = strokes.amount(from: event.start, to: event.end)
            // The start of a lap without length is unknown.
            let duration = event.end > event.start ? event.end - event.start : nil
            var swolf = shown.number("HKSWOLFScore", unit: "count", in: metadata)
            if let duration, let strokes, swolf == nil { swolf = duration + strokes }
            let meters = lap.poolLength ?? distance.amount(from: event.start, to: event.end)
            var item = Item(id: nil, name: Array("laps".utf8), start: event.start, end: event.end)
            item.metadata.computed = [
                ("duration", duration, "TimeInterval"), ("distance", meters, "m"), ("strokes", strokes, "count"),
                ("swolf", swolf, "count"),
            ].compactMap { key, value, unit in value.map { (key, $0, unit) } }
            let style = shown.number("HKSwimmingStrokeStyle", unit: "count", in: metadata)
            if let code = style.flatMap({ Int64(exactly: $0) }) {
                item.metadata.codes = [("stroke_style", code, Catalogue.strokeStyleName(code))]
            }
            return item
        }
    }
}
