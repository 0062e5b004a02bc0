import Vocabulary

/// The content of a workout document that a track shows.
struct GPXWorkout {
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
    init?(_ json: [UInt8]) {
        guard let document = ForkDocument(json), document.type == .workouts, let item = document.items.first else {
            return nil
        }
        id = document.id
        name = item.name
        source = item.source?.name
        routes = item.items("workoutRoute").map { $0.points.compactMap(GPXPoint.init) }.filter { !$0.isEmpty }
        let samples = item.items("samples").first
        heartRates = NearestSamples(samples?.quantities("HKQuantityTypeIdentifierHeartRate") ?? [])
        cadences = NearestSamples(samples?.quantities("HKQuantityTypeIdentifierCyclingCadence") ?? [])
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
    init?(_ point: ForkDocument.Point) {
        guard abs(point.latitude) <= 90, abs(point.longitude) <= 180, point.horizontalAccuracy ?? 0 >= 0 else {
            return nil
        }
        time = point.time
        latitude = point.latitude
        // The schema excludes longitude 180, which is the same meridian as -180.
        longitude = point.longitude == 180 ? -180 : point.longitude
        altitude = point.altitude.flatMap { abs($0) <= Self.altitudeMax ? $0 : nil }
    }

    /// The time as text in UTC; nil if it is before 1900 or after 9999.
    var timeText: [UInt8]? {
        guard time >= Instant.of1900, Instant.isDate(time) else { return nil }
        return Instant.iso8601(unixMilliseconds: Instant.milliseconds(time) + Int64(Instant.secondsFrom1970) * 1_000)
    }
}
