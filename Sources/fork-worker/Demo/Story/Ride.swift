/// Ben's workout: half an hour of cycling, a transition of three minutes, and half an hour of running.
enum Ride {
    private static let type = "HKWorkoutTypeIdentifier"
    private static let start = at(17, 0)
    private static let end = at(18, 5)

    private static func at(_ hour: Int, _ minute: Int) -> Double { Ben.person.at(17, hour, minute) }

    static let workout = Ben.watch.sample(type, start, end) { fields in
        fields.string("workout_activity_type", "HKWorkoutActivityTypeSwimBikeRun")
        fields.list("activities", [cycling, transition, running])
        fields.json("statistics", "{\(sum("ActiveEnergyBurned", 512, "kcal"))}")
        fields.json(
            "metadata",
            """
            {"HKTimeZone":"America/New_York","HKIndoorWorkout":false,"HKElevationAscended":{"value":8600,"unit":"cm"},\
            "HKWeatherTemperature":{"value":61,"unit":"degF"}}
            """
        )
    }

    private static let cycling = activity(
        13,
        (at(17, 0), at(17, 32)),
        events: [event(3, at(17, 0), at(17, 16)), event(3, at(17, 16), at(17, 32))],
        statistics: sum("DistanceCycling", 14.2, "km")
    )
    private static let transition = activity(83, (at(17, 32), at(17, 35)), events: [], statistics: "")
    private static let running = activity(
        37,
        (at(17, 35), end),
        events: [event(1, at(17, 48), at(17, 48)), event(2, at(17, 50), at(17, 50))],
        statistics: sum("DistanceWalkingRunning", 3.1, "mi")
    )

    private static func activity(
        _ code: Double,
        _ bounds: (start: Double, end: Double),
        events: [String],
        statistics: String
    ) -> String {
        var fields = JSONFields()
        fields.string("id", Person.id("activity", Ben.person.connection, bounds.start))
        fields.number("workout_activity_type", code)
        fields.number("start_date", bounds.start)
        fields.number("end_date", bounds.end)
        fields.list("events", events)
        fields.json("statistics", "{\(statistics)}")
        return fields.object
    }

    private static func event(_ code: Double, _ start: Double, _ end: Double) -> String {
        var fields = JSONFields()
        fields.number("type", code)
        fields.number("start_date", start)
        fields.number("end_date", end)
        return fields.object
    }

    private static func sum(_ type: String, _ value: Double, _ unit: String) -> String {
        "\"\(Gadget.quantityType(type))\":{\"sum\":\(value),\"unit\":\"\(unit)\"}"
    }

    /// The heart rate for each minute from 17:00.
    private static let rates: [Double] = [
        96, 108, 117, 123, 127, 131, 134, 136, 139, 141, 140, 143, 146, 149, 147, 144, 142, 145, 148, 151, 153, 150,
        147, 149, 152, 155, 153, 150, 146, 143, 139, 134, 126, 119, 116, 124, 137, 146, 152, 156, 159, 161, 163, 165,
        166, 168, 170, 169, 158, 139, 136, 149, 158, 163, 166, 168, 170, 171, 173, 174, 176, 175, 177, 172, 164,
    ]

    static let heart = rates.enumerated().map { minute, rate in
        let instant = start + Double(minute) * 60
        return Ben.watch.quantity("HeartRate", instant, instant, rate, "count/min")
    }

    /// The corners of the route; straight lines connect them.
    private static let corners: [(latitude: Double, longitude: Double, altitude: Double)] = [
        (40.6740, -73.9700, 42), (40.6706, -73.9636, 38), (40.6650, -73.9612, 33), (40.6588, -73.9628, 29),
        (40.6524, -73.9650, 22), (40.6508, -73.9716, 19), (40.6552, -73.9750, 24), (40.6600, -73.9796, 31),
        (40.6648, -73.9772, 36), (40.6692, -73.9722, 41), (40.6672, -73.9690, 44), (40.6630, -73.9714, 40),
        (40.6606, -73.9680, 35), (40.6640, -73.9650, 37), (40.6686, -73.9668, 40), (40.6740, -73.9700, 42),
    ]

    static let route = Ben.watch.sample("HKWorkoutRouteTypeIdentifier", start, end) { fields in
        fields.string("workout_id", Ben.watch.id(type, start))
        fields.list("locations", locations)
    }

    private static let locations: [String] = {
        let legs = corners.count - 1
        let perLeg = 9
        let step = (end - start) / Double(legs * perLeg)
        return (0...legs * perLeg).map { index in
            let from = corners[min(index / perLeg, legs)]
            let to = corners[min(index / perLeg + 1, legs)]
            let part = Double(index % perLeg) / Double(perLeg)
            var fields = JSONFields()
            fields.number("timestamp", start + Double(index) * step)
            fields.number("latitude", rounded(from.latitude + (to.latitude - from.latitude) * part, 1e6))
            fields.number("longitude", rounded(from.longitude + (to.longitude - from.longitude) * part, 1e6))
            fields.number("altitude", rounded(from.altitude + (to.altitude - from.altitude) * part, 10))
            fields.number("horizontal_accuracy", 4)
            return fields.object
        }
    }()

    private static func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
}
