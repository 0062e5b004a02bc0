import JSON
import Vocabulary

/// The content of a workout document that a track shows.
struct GPXWorkout {
    private static let heartRate: StaticString = "HKQuantityTypeIdentifierHeartRate"
    private static let cadence: StaticString = "HKQuantityTypeIdentifierCyclingCadence"

    /// The name of the activity.
    let name: String
    /// The id of the document.
    let id: String
    /// The name of the workout's source; nil if it has none.
    let source: String?
    /// The valid points of each route, ordered by time; routes without valid points are left out.
    let routes: [[GPXPoint]]
    let heartRates: NearestSamples
    let cadences: NearestSamples

    /// Reads a document; nil if it is not a document of a workout.
    init?(_ document: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(document), let id = root.member("id")?.text?.string,
            root.member("type")?.text?.string == DataType.workouts.name, var items = root.member("data")?.elements,
            let item = items.next()
        else { return nil }
        self.id = id
        name = item.member("name")?.text?.string ?? ""
        source = item.member("source")?.member("name")?.text?.string
        let nested = item.member("nested_data")
        let routes = nested?.member("workoutRoute")?.elements?.map { route in
            (route.member("coordinates")?.elements?.map { GPXPoint($0) } ?? []).compactMap(\.self)
        }
        self.routes = (routes ?? []).filter { !$0.isEmpty }
        var samples = nested?.member("samples")?.elements
        let data = samples?.next()?.member("data")
        heartRates = NearestSamples(data?.member(Self.heartRate))
        cadences = NearestSamples(data?.member(Self.cadence))
    }
}

/// A valid point of a route.
struct GPXPoint {
    /// Altitudes above this limit, or below its negative, are left out; in meters.
    private static let altitudeMax = 100_000.0

    /// The time in seconds since 2001.
    let time: Double
    let latitude: Double
    let longitude: Double
    /// The altitude in meters; nil if it is unknown.
    let altitude: Double?

    /// Reads a point; nil if its coordinates are not on Earth, or if Core Location marked them as invalid.
    init?(_ point: Value) {
        guard let time = point.member("time")?.double, let latitude = point.member("latitude")?.double,
            let longitude = point.member("longitude")?.double, abs(latitude) <= 90, abs(longitude) <= 180,
            point.member("horizontal_accuracy")?.double ?? 0 >= 0
        else { return nil }
        self.time = time
        self.latitude = latitude
        // The schema excludes longitude 180, which is the same meridian as -180.
        self.longitude = longitude == 180 ? -180 : longitude
        altitude = point.member("altitude")?.double.flatMap { abs($0) <= Self.altitudeMax ? $0 : nil }
    }

    /// The time as text in UTC; nil if it is before 1900.
    var timeText: [UInt8]? {
        guard time >= Instant.of1900 else { return nil }
        return Instant.iso8601(unixMilliseconds: Instant.milliseconds(time) + Int64(Instant.secondsFrom1970) * 1_000)
    }
}
