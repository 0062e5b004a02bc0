/// Workouts with all that their documents compute: kilometers, laps, climbs, and time without motion.
extension History {
    mutating func detailed() -> [PlainSample] {
        let start = instant()
        let length = Double(number(2...6)) * 600
        let code = pick([37, 37, 13, 46, 46, 82])
        var workout = plain("HKWorkoutTypeIdentifier", start, length)
        workout.source = pick([Self.watch, Self.phone])
        workout.workout = PlainWorkout(
            code: code,
            duration: oneIn(3) ? length / 2 : nil,
            events: moments(start, length),
            activities: [],
            statistics: []
        )
        if oneIn(2) {
            let half = start + length / 2
            workout.workout?.activities = [
                PlainActivity(
                    id: uuid(),
                    start: half,
                    end: start + length,
                    code: pick([46, 37, nil]),
                    events: moments(half, length / 2),
                    statistics: []
                )
            ]
        }
        if oneIn(2) { workout.figures["HKLapLength"] = PlainFigure(value: 25, unit: "m") }
        if oneIn(4) { workout.figures["HKElevationAscended"] = PlainFigure(value: 12.5, unit: "m") }
        if oneIn(6) { workout.figures["HKElevationDescended"] = PlainFigure(value: 7, unit: "m") }
        var all = [workout]
        for _ in 0..<number(0...8) { all.append(stretch(of: workout, code, length)) }
        for _ in 0..<pick([0, 0, 1, 1, 2, 3]) { all.append(track(of: workout, length)) }
        return all
    }

    /// Events of laps, pauses and motion.
    private mutating func moments(_ start: Double, _ length: Double) -> [PlainEvent] {
        // Distinct starts, so that their order is certain.
        var at = start + Double(number(-1...1)) * 30
        return (0..<number(0...6)).map { _ in
            at += Double(number(1...8)) * length / 32
            let lasts = [0, 30, length / 4, length / 4, length]
            var event = PlainEvent(type: pick([3, 3, 3, 5, 6, 5, 6, 1, 2]), start: at, end: at + pick(lasts))
            if event.type == 3, oneIn(2) {
                event.figures["HKSwimmingStrokeStyle"] = PlainFigure(value: Double(pick([2, 3, 99])))
            }
            if event.type == 3, oneIn(4) { event.figures["HKSWOLFScore"] = PlainFigure(value: 41.5) }
            return event
        }
    }

    /// A sample of a distance or of strokes, of one source mostly.
    private mutating func stretch(of workout: PlainSample, _ code: Int, _ length: Double) -> PlainSample {
        let own = [13: "DistanceCycling", 46: "DistanceSwimming"][code] ?? "DistanceWalkingRunning"
        let (type, unit) = pick([
            (own, "m"), (own, "km"), (own, "m"), ("DistanceWalkingRunning", "km"), ("SwimmingStrokeCount", "count"),
        ])
        let at = workout.start + Double(number(-2...16)) * length / 16
        var sample = plain("HKQuantityTypeIdentifier" + type, at, pick([0, 30, length / 16, length / 16, length / 4]))
        sample.value = Double(number(0...40)) * (unit == "km" ? 0.125 : unit == "m" ? 50 : 1)
        sample.unit = unit
        if oneIn(2) { (sample.source, sample.isUserEntered) = (workout.source, false) }
        if oneIn(2) { sample.workoutID = workout.id }
        return sample
    }

    /// A route that goes some way, with points that Core Location did not trust.
    private mutating func track(of workout: PlainSample, _ length: Double) -> PlainSample {
        let start = workout.start + Double(number(-1...6)) * length / 8
        var route = plain("HKWorkoutRouteTypeIdentifier", start, length / 4)
        route.workoutID = oneIn(8) ? uuid() : workout.id
        let step = pick([0, 0.0002, 0.002, 0.011])
        // Other than the points lie in the upload.
        route.points = (0..<number(0...12)).map { index in
            let place = Double((index * 5) % 12)
            var point = ["time": start + place * length / 32, "latitude": 54.5 + place * step]
            point["longitude"] = 25.25 + Double(number(0...1)) * step
            if !oneIn(5) { point["altitude"] = Double(number(100...140)) / 2 }
            point["vertical_accuracy"] = pick([nil, 3, 20, 20.25, 0, -1])
            point["horizontal_accuracy"] = pick([nil, 5, 5, 65, 0, -1])
            return point
        }
        return route
    }
}
