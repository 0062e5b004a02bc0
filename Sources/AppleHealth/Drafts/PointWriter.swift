import JSON
import Vocabulary

/// The points of a route, as JSON.
struct PointWriter {
    /// One point of the file; missing values are nil.
    struct Point {
        var time: Double?
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var speed: Double?
        var course: Double?
        var horizontalAccuracy: Double?
        var verticalAccuracy: Double?
    }

    /// The largest size of the list of points, in bytes; workers refuse an upload with a longer list.
    private static let longest = 12 << 20

    private var writer = Writer()
    private(set) var isTooLong = false
    private(set) var leftOut = 0
    /// The number of altitudes, speeds and other values of points that are not numbers.
    var figuresLeftOut = 0

    private(set) var isEmpty = true
    var json: [UInt8] { writer.bytes }

    /// Adds a point; a point without time or place is only counted.
    mutating func add(_ point: Point) {
        guard let time = point.time, let latitude = point.latitude, let longitude = point.longitude,
            Instant.isDate(time)
        else {
            leftOut += 1
            return
        }
        if writer.bytes.count > Self.longest {
            isTooLong = true
            return
        }
        writer.raw(isEmpty ? "{\"timestamp\":" : ",{\"timestamp\":")
        isEmpty = false
        writer.number(time)
        for (name, number) in [
            ("latitude", latitude), ("longitude", longitude), ("altitude", point.altitude), ("speed", point.speed),
            ("course", point.course), ("horizontal_accuracy", point.horizontalAccuracy),
            ("vertical_accuracy", point.verticalAccuracy),
        ] as [(StaticString, Double?)] {
            guard let number else { continue }
            writer.raw(",")
            writer.string(name)
            writer.raw(":")
            writer.number(number)
        }
        writer.raw("}")
    }

    /// Closes the list of points and the sample, because the list is the last member of the sample.
    mutating func end() { writer.raw("]}") }
}
