/// The kinds of samples that a made-up history has.
extension History {
    /// One sample of some kind, or a few that belong together.
    mutating func samplesOfOneKind() -> [PlainSample] {
        if mixes, !oneIn(6) { return mixture() }
        return switch number(0...26) {
        case 0...7: [cumulative()]
        case 8...10: [discrete()]
        case 11: [category()]
        case 12...15: sleep(around: instant(), count: number(1...4))
        case 16...17: workout()
        case 18: [mind(), characteristic()]
        case 19: [correlation()]
        case 20...22: mixture()
        case 23: [series()]
        case 24...25: motion()
        default: [rings()]
        }
    }

    /// What one device saw of a stream whose types are of both kinds, samples that add up and samples that do not, sent
    /// together from one zone, and what another device saw of it, mostly at the same times, from another zone.
    private mutating func mixture() -> [PlainSample] {
        let (adding, averaged) = mixed.types
        let times = (0..<number(1...3)).map { _ in
            (mixed.start + Double(number(-4...4)) * 900, oneIn(6) ? length() : Double(number(1...4)) * 900)
        }
        return zones.shuffled(using: &dice).flatMap { zone in
            let source = pick(Self.sources)
            return times.flatMap { start, length in
                [adding, averaged].filter { _ in !oneIn(4) }.map { type, unit in
                    let start = oneIn(4) ? start + Double(number(-4...4)) * 900 : start
                    var sample = plain("HKQuantityTypeIdentifier" + type, start, length)
                    sample.value = Double(number(1...90)) / (unit == "%" ? 200 : 10)
                    sample.unit = unit
                    if !oneIn(5) { (sample.source, sample.device, sample.isUserEntered) = (source, nil, false) }
                    if !oneIn(5) { (sample.claim.zone, sample.ownZone) = (zone, nil) }
                    return sample
                }
            }
        }
    }

    mutating func cumulative() -> PlainSample {
        let (type, unit) = pick([
            ("StepCount", "count"), ("StepCount", "count"), ("DistanceWalkingRunning", "km"),
            ("DistanceWalkingRunning", "m"), ("ActiveEnergyBurned", "kcal"), ("ActiveEnergyBurned", "kJ"),
            ("FlightsClimbed", "count"), ("DistanceCycling", "km"),
        ])
        var sample = plain("HKQuantityTypeIdentifier" + type, instant(), length())
        sample.value = Double(number(0...900)) / pick([1, 1, 10])
        sample.unit = unit
        if oneIn(8) { sample.count = number(2...9) }
        return sample
    }

    private mutating func discrete() -> PlainSample {
        let (type, unit) = pick([
            ("HeartRate", "count/min"), ("HeartRate", "Hz"), ("HeartRate", "count/min"),
            ("HeartRateVariabilitySDNN", "s"), ("BloodGlucose", "mg/dL"), ("BodyMass", "g"), ("OxygenSaturation", "%"),
            ("EnvironmentalAudioExposure", "dBASPL"),
        ])
        var sample = plain("HKQuantityTypeIdentifier" + type, instant(), oneIn(3) ? length() : 0)
        let value = Double(number(1...180)) / (unit == "%" ? 200 : 1)
        sample.value = value
        sample.unit = unit
        if oneIn(5) {
            sample.count = number(1...9)
            sample.minimum = value / 2
            sample.maximum = value * 1.5
            // Some that do not fit: zeros in place of nothing, and the one for the other.
            if sample.count == 3 { (sample.minimum, sample.maximum) = (0, 0) }
            if sample.count == 5 { swap(&sample.minimum, &sample.maximum) }
        }
        return sample
    }

    private mutating func category() -> PlainSample {
        let types = ["MindfulSession", "MindfulSession", "HighHeartRateEvent", "AppleStandHour"]
        var sample = plain("HKCategoryTypeIdentifier" + pick(types), instant(), length())
        sample.value = Double(number(0...1) * 7)
        return sample
    }

    private mutating func mind() -> PlainSample {
        var sample = plain("HKDataTypeStateOfMind", instant(), 0)
        sample.fields = [
            "kind": .number(1), "labels": .list([.number(7), .text("calm")]), "nothing": .null,
            "place": .object(["name": .text("home"), "floor": .number(2)]),
            "length": .object(["value": .number(2.5), "unit": .text("min")]),
        ]
        return sample
    }

    private mutating func characteristic() -> PlainSample {
        var sample = plain(
            pick(["HKCharacteristicTypeIdentifierBloodType", "HKCharacteristicTypeIdentifierBiologicalSex"]),
            instant() + Double(number(0...1000)),
            0
        )
        sample.value = Double(number(0...3))
        return sample
    }

    private mutating func correlation() -> PlainSample {
        let isFood = oneIn(3)
        var sample = plain("HKCorrelationTypeIdentifier" + (isFood ? "Food" : "BloodPressure"), instant(), 0)
        let members =
            isFood
            ? [("DietaryWater", 0.25, "L"), ("DietaryWater", 30, "mL")]
            : [("BloodPressureSystolic", 120.0, "mmHg"), ("BloodPressureDiastolic", 80.0, "mmHg")]
        sample.memberSamples = members.map { name, value, unit in
            var member = plain("HKQuantityTypeIdentifier" + name, sample.start, 0)
            member.claim = sample.claim
            member.value = value
            member.unit = unit
            return member
        }
        return sample
    }

    /// A sample of many numbers: in an hour of `heart`, or on a day of its own.
    private mutating func series() -> PlainSample {
        var sample = plain("HKDataTypeIdentifierHeartbeatSeries", instant(), Double(number(0...2)) * 1800)
        if oneIn(2) {
            sample.fields["beats"] = .list(
                (0..<number(1...4)).map { .object(["time_since_start": .number(Double($0) + 0.5)]) }
            )
        } else {
            sample.type = "HKDataTypeIdentifierElectrocardiogram"
            sample.fields = [
                "classification": .text("sinusRhythm"), "sampling_frequency": .number(512),
                "average_heart_rate": .object(["value": .number(62.5), "unit": .text("count/min")]),
                "voltages": .list((0..<number(1...5)).map { .number(Double($0) - 2.5) }),
            ]
        }
        return sample
    }

    private mutating func rings() -> PlainSample {
        var sample = plain("HKActivitySummaryTypeIdentifier", instant(), pick([0, 0, 86_400]))
        sample.fields["active_energy_burned"] = .object(["value": .number(412.5), "unit": .text("kcal")])
        sample.fields["apple_stand_hours"] = .number(Double(number(0...24)))
        return sample
    }

    /// What a phone said of its motion for some time: in the order of time, the sample's length beyond any meaning.
    private mutating func motion() -> [PlainSample] {
        let source = pick([Self.watch, Self.phone, Self.phone])
        let lengths: [Double] = [
            0.04, 0.05, 30, 59.9, 60, 90, 119.9, 120, 200, 299.9, 300, 600, 3600, 10_799.9, 10_800, 40_000, 86_400,
            86_400.1, 90_000,
        ]
        let sets: [[String]] = [
            ["stationary"], ["stationary"], ["stationary"], ["walking"], ["walking"], ["automotive"], ["cycling"],
            ["running"], ["unknown"], [], ["automotive", "stationary"], ["automotive", "cycling"],
            ["walking", "unknown"], ["cycling", "walking"],
        ]
        var at = instant()
        return (0..<number(1...9)).map { _ in
            var sample = plain("CMMotionActivity", at, 0)
            sample.source = oneIn(8) ? sample.source : source
            sample.fields["activities"] = .list(pick(sets).map { .text($0) })
            if !oneIn(3) { sample.fields["confidence"] = .number(Double(number(0...2))) }
            at += pick(lengths)
            return sample
        }
    }

    // Sleep.

    /// The stages of a few samples of one source that follow each other, sometimes just at the threshold.
    private mutating func sleep(around start: Double, count: Int) -> [PlainSample] {
        let source = pick([Self.watch, Self.phone, Self.ring])
        var at = start
        return (0..<count).map { _ in
            at += pick([0, 0, 0, 3599.75, 3600, -600, 5400])
            // Longer than a day: stored apart.
            let length = oneIn(40) ? 97_200 : pick([0, 60, 300, 900, 1800, 7200])
            var sample = plain("HKCategoryTypeIdentifierSleepAnalysis", at, Double(length))
            sample.source = source
            sample.value = Double(number(0...6))
            at = sample.end
            return sample
        }
    }

    /// One night as three sources saw it.
    mutating func night() -> [PlainSample] {
        let start = instant()
        return (0..<3).flatMap { _ in sleep(around: start + Double(number(-3000...3000)), count: number(2...5)) }
    }

    // Workouts.

    private mutating func workout() -> [PlainSample] {
        let start = instant()
        let length = Double(number(0...5) * 600)
        var workout = plain("HKWorkoutTypeIdentifier", start, length)
        workout.source = pick([Self.watch, Self.phone, Self.watch, Self.phone, Self.ring, nil])
        workout.workout = PlainWorkout(
            code: pick([13, 37, 52, 12_345]),
            newName: oneIn(8) ? "Padel" : nil,
            duration: oneIn(4) ? 777 : nil,
            events: events(start, length),
            activities: (0..<number(0...2)).map { index in
                let from = start + Double(index) * length / 2
                return PlainActivity(
                    id: uuid(),
                    start: from,
                    end: from + length / 2,
                    code: oneIn(2) ? 37 : nil,
                    events: events(from, length / 2),
                    statistics: oneIn(2) ? statistics() : []
                )
            },
            statistics: oneIn(2) ? statistics() : []
        )
        if oneIn(4) { workout.workout?.oddStatistics = oddStatistics() }
        var all = [workout]
        for _ in 0..<number(0...3) { all.append(near(workout, start, length)) }
        if oneIn(2) { all.append(route(of: workout, start)) }
        return all
    }

    /// More workouts of one source at once than take samples, one with more activities at once, and samples of theirs.
    mutating func limit() -> [PlainSample] {
        let start = instant()
        // Of one source, where none takes anything, or of several, where none borrows.
        let isMixed = oneIn(2)
        var all = (0..<number(8...12)).map { _ in
            let from = start + Double(number(-3...3)) * 300
            var workout = plain("HKWorkoutTypeIdentifier", from, Double(number(0...4)) * 600)
            workout.source = isMixed ? pick([Self.watch, Self.ring, Self.phone]) : Self.watch
            workout.workout = PlainWorkout(code: 37, duration: nil, events: [], activities: [], statistics: [])
            return workout
        }
        all[0].workout?.activities = (0..<number(8...11)).map { _ in
            let from = start + Double(number(-2...4)) * 300
            let end = from + Double(number(0...4)) * 300
            return PlainActivity(id: uuid(), start: from, end: end, code: nil, events: [], statistics: [])
        }
        for _ in 0..<number(2...6) {
            let from = start + Double(number(-6...10)) * 300
            var sample = plain("HKQuantityTypeIdentifierStepCount", from, pick([0, 600, 1800]))
            sample.value = Double(number(60...180))
            sample.unit = "count"
            sample.source = isMixed ? pick([Self.watch, Self.otherPhone]) : Self.watch
            all.append(sample)
        }
        return all
    }

    /// A workout or two of an app, and what other sources measured meanwhile, some of it longer than the workouts.
    mutating func lending() -> [PlainSample] {
        let start = instant()
        var all = (0..<number(1...2)).map { index in
            let from = start + Double(index * number(0...3)) * 600
            var workout = plain("HKWorkoutTypeIdentifier", from, Double(number(1...4)) * 600)
            workout.source = pick([Self.ring, Self.nameless, Self.watch])
            workout.workout = PlainWorkout(code: 37, duration: nil, events: [], activities: [], statistics: [])
            if oneIn(3) {
                workout.workout?.activities = [
                    PlainActivity(id: uuid(), start: from, end: from + 300, code: nil, events: [], statistics: [])
                ]
            }
            if oneIn(3) { workout.workout?.statistics = statistics() }
            return workout
        }
        let types = [
            ("HeartRate", "count/min"), ("StepCount", "count"), ("ActiveEnergyBurned", "kcal"), ("RunningPower", "W"),
            ("BodyMass", "kg"),
        ]
        let workout = all[0]
        for _ in 0..<number(4...12) {
            let (type, unit) = pick(types)
            let at = start + Double(number(-2...8)) * 300
            let length = pick([0, 0, 300, 900, 2400, 9600, 9600.25, 90_000])
            var sample = plain("HKQuantityTypeIdentifier" + type, at, length)
            sample.value = Double(number(60...180))
            sample.unit = unit
            if oneIn(4) { sample.source = workout.source }
            if oneIn(6) { sample.workoutID = oneIn(3) ? uuid() : workout.id }
            all.append(sample)
        }
        return all
    }

    private mutating func events(_ start: Double, _ length: Double) -> [PlainEvent] {
        // Distinct starts, so that their order is certain.
        var at = start
        return (0..<number(0...4)).map { _ in
            at += length / 8 + 1
            var event = PlainEvent(type: pick([1, 2, 1, 2, 3, 7, 55]), start: at, end: at + Double(number(0...1)) * 5)
            if oneIn(9) { (event.type, event.newName) = (0, "Dance") }
            return event
        }
    }

    private mutating func statistics() -> [PlainStatistic] {
        let identifier = "HKQuantityTypeIdentifier"
        return [
            PlainStatistic(type: identifier + "ActiveEnergyBurned", unit: "kcal", values: ["sum": 250, "average": 3]),
            PlainStatistic(
                type: identifier + "StepCount",
                unit: "count",
                values: oneIn(2) ? ["maximum": 9] : ["sum": 5, "minimum": 1]
            ),
            PlainStatistic(
                type: identifier + "HeartRate",
                unit: "Hz",
                values: oneIn(2) ? ["most_recent": 2] : ["average": 2, "minimum": 1, "maximum": 3, "most_recent": 2.5]
            ),
        ]
    }

    /// Statistics of a type that nobody knows, in a wrong unit, with an impossible value and with none, that are not shown.
    private mutating func oddStatistics() -> [String: String] {
        let all = [
            ("New", #"{"sum":1,"unit":"count"}"#), ("PushCount", #"{"sum":1,"unit":"m"}"#),
            ("RunningPower", #"{"average":-1,"unit":"W"}"#), ("FlightsClimbed", #"{"unit":"count"}"#),
        ]
        let some = all.filter { _ in oneIn(2) }
        return Dictionary(uniqueKeysWithValues: some.map { ("HKQuantityTypeIdentifier" + $0, $1) })
    }

    /// A sample in a workout's time, or one that names it.
    mutating func near(_ workout: PlainSample, _ start: Double, _ length: Double) -> PlainSample {
        let at = start + Double(number(-1...5)) * 600
        if oneIn(5) {
            var sample = pick([category(), correlation(), mind(), discrete(), cumulative(), series()])
            sample.move(to: at)
            sample.workoutID = workout.id
            return sample
        }
        var sample = plain("HKQuantityTypeIdentifier" + pick(["HeartRate", "StepCount"]), at, oneIn(2) ? 0 : 900)
        sample.value = Double(number(60...180))
        sample.unit = sample.type.hasSuffix("HeartRate") ? "count/min" : "count"
        if oneIn(2) { sample.source = workout.source }
        if oneIn(3) { sample.workoutID = oneIn(4) ? uuid() : workout.id }
        return sample
    }

    private mutating func route(of workout: PlainSample, _ start: Double) -> PlainSample {
        var route = plain("HKWorkoutRouteTypeIdentifier", start, 60)
        route.workoutID = oneIn(8) ? uuid() : workout.id
        route.points = (0..<number(0...5)).map { index in
            var point = ["time": start + Double((index * 7) % 5) * 10, "latitude": 54.5, "longitude": 25.25]
            if index > 1 { point["altitude"] = Double(number(0...200)) }
            if index == 2 { point["horizontal_accuracy"] = 5 }
            return point
        }
        return route
    }
}
