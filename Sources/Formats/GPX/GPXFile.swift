/// A file in GPX 1.1 with the routes of workouts as tracks.
///
/// ```swift
/// print(GPXFile.start)
/// for document in documents { if let track = GPXFile.track(of: document) { print(track) } }
/// print(GPXFile.end)
/// ```
package enum GPXFile {
    /// The lines before the tracks.
    package static let start = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="fork-worker" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd \
        http://www.garmin.com/xmlschemas/TrackPointExtension/v1 \
        http://www.garmin.com/xmlschemas/TrackPointExtensionv1.xsd">
        """.utf8
    )
    /// The line after the tracks.
    package static let end = Array("</gpx>".utf8)

    /// Returns the track of a workout; nil if the workout has no route with a valid point.
    ///
    /// Each route becomes a segment. `document` is the JSON of a whole workout document, with its parts joined.
    package static func track(of document: [UInt8]) -> [UInt8]? {
        guard let workout = GPXWorkout(document), !workout.routes.isEmpty else { return nil }
        var writer = XMLWriter()
        writer.raw("  <trk>\n")
        element("name", workout.name, &writer)
        element("desc", workout.id, &writer)
        if let source = workout.source { element("src", source, &writer) }
        element("type", workout.name, &writer)
        for route in workout.routes {
            writer.raw("    <trkseg>\n")
            var heartRates = workout.heartRates
            var cadences = workout.cadences
            for point in route {
                let heartRate = heartRates.next(at: point.time).flatMap { whole($0, in: 1...255) }
                let cadence = cadences.next(at: point.time).flatMap { whole($0, in: 0...254) }
                write(point, heartRate, cadence, &writer)
            }
            writer.raw("    </trkseg>\n")
        }
        writer.raw("  </trk>")
        return writer.bytes
    }

    private static func element(_ name: StaticString, _ text: String, _ writer: inout XMLWriter) {
        writer.raw("    <")
        writer.raw(name)
        writer.raw(">")
        writer.text(text)
        writer.raw("</")
        writer.raw(name)
        writer.raw(">\n")
    }

    /// Writes a point; the XML schemas prescribe the order of the elements.
    private static func write(_ point: GPXPoint, _ heartRate: Int?, _ cadence: Int?, _ writer: inout XMLWriter) {
        writer.raw("      <trkpt lat=\"")
        writer.decimal(point.latitude)
        writer.raw("\" lon=\"")
        writer.decimal(point.longitude)
        writer.raw("\">")
        if let altitude = point.altitude {
            writer.raw("<ele>")
            writer.decimal(altitude)
            writer.raw("</ele>")
        }
        if let time = point.timeText {
            writer.raw("<time>")
            writer.raw(time)
            writer.raw("</time>")
        }
        if heartRate != nil || cadence != nil {
            writer.raw("<extensions><gpxtpx:TrackPointExtension>")
            if let heartRate {
                writer.raw("<gpxtpx:hr>")
                writer.integer(heartRate)
                writer.raw("</gpxtpx:hr>")
            }
            if let cadence {
                writer.raw("<gpxtpx:cad>")
                writer.integer(cadence)
                writer.raw("</gpxtpx:cad>")
            }
            writer.raw("</gpxtpx:TrackPointExtension></extensions>")
        }
        writer.raw("</trkpt>\n")
    }

    /// Returns the nearest whole number; nil outside the range that the schema allows.
    private static func whole(_ number: Double, in range: ClosedRange<Int>) -> Int? {
        let rounded = (number + 0.5).rounded(.down)
        guard rounded >= Double(range.lowerBound), rounded <= Double(range.upperBound) else { return nil }
        return Int(rounded)
    }
}
