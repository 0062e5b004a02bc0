import JSON
import Vocabulary

/// The zones of a workout by heart rate or power, which become metadata of the workout.
extension ExportReader {
    /// Reads the attributes of a group of zones.
    ///
    ///     <WorkoutZoneGroup type="HKQuantityTypeIdentifierHeartRate" source="system" unit="count/min">
    ///      <WorkoutZone maximum="132" duration="22.1" durationUnit="min"/>
    mutating func beginZones() {
        let type = scanner.string("type") ?? ""
        zones = (Array("WorkoutZoneGroup.\(type)".utf8), Self.members(of: scanner), 0)
        zones?.text.raw(",\"zones\":[")
    }

    mutating func addZone() {
        guard let group = zones, group.text.bytes.count < Self.longestGroup else { return }
        zones?.text.raw(group.count == 0 ? "{" : ",{")
        zones?.text.raw(Self.members(of: scanner).bytes.dropFirst())
        zones?.text.raw("}")
        zones?.count += 1
    }

    /// Adds the finished group to the metadata of its workout, as text.
    mutating func endZones() {
        guard var group = zones else { return }
        zones = nil
        group.text.raw("]}")
        workout?.own.metadata.add(group.key, group.text.bytes, &texts)
    }

    /// The longest text of a group; further zones are dropped.
    private static let longestGroup = 16 << 10

    /// Returns the attributes of the current tag as the members of a JSON object that is not closed.
    private static func members(of scanner: XMLScanner) -> Writer {
        var writer = Writer()
        writer.raw("{")
        for (place, attribute) in scanner.attributeTexts.enumerated() {
            if place > 0 { writer.raw(",") }
            writer.string(Array(attribute.name))
            writer.raw(":")
            writer.string(Array(attribute.value))
        }
        return writer
    }
}
