import Testing
import Vocabulary

/// Fixed offsets are zones, as phones and libraries write them.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct OffsetRuleTests {
    private static let table = ZoneTable { _ in nil }

    @Test(arguments: [
        ("Z", "+00:00"), ("+00:00", "+00:00"), ("-00:00", "+00:00"), ("GMT+0000", "+00:00"), ("GMT+0300", "+03:00"),
        ("GMT+03:00", "+03:00"), ("GMT+3", "+03:00"), ("UTC+3", "+03:00"), ("UTC-03:30", "-03:30"), ("+03", "+03:00"),
        ("+3", "+03:00"), ("-0330", "-03:30"), ("+3:30", "+03:30"), ("+18:00", "+18:00"), ("-18", "-18:00"),
        ("GMT-1800", "-18:00"), ("UTC+05:45", "+05:45"),
    ])
    func `a fixed offset is a zone that has one name, whose days have 24 hours`(text: String, name: String) throws {
        let zone = try #require(Self.table.zone(text))
        #expect(zone.name == name)
        #expect(Self.table.zone(name) == zone)
        let bounds = zone.bounds(of: Day(days: 100))
        #expect(bounds.end - bounds.start == 86_400)
        let offset = zone.offset(atSecondsSince2001: 0)
        #expect(bounds.start == 8_640_000 - Double(offset))
        #expect(FixedText.seconds(name) == offset)
    }

    @Test(arguments: [
        "+18:01", "-18:01", "+1900", "+03:60", "+0360", "03:00", "GMT", "GMT3", "GMT+", "+", "-", "+030", "+03000",
        "+03:0", "+:30", "++3", "GMTZ", "ZZ", "z", "gmt+3", "Utc+3", "UTC +3", "GMT+03:00 ", "EST+3", "+03.00", "+3h",
        "+03:00:00", "GMT+GMT+3", "\u{2212}03:00", "+٣",
    ])
    func `what is no offset is no zone`(text: String) {
        #expect(Self.table.zone(text) == nil)
    }

    @Test(arguments: ["Etc/GMT+3", "GMT+0", "GMT-0", "GMT0", "EST5EDT"])
    func `a name of the database is no offset`(name: String) throws {
        let zone = try #require(ZoneTable(read: ZoneFiles.read).zone(name))
        #expect(zone.name == name)
    }

    private static let steps = Line.steps(1, "2024-04-25T23:30:00Z", "2024-04-25T23:40:00Z", 100)

    @Test func `an upload's offset and that of a sample decide the day`() {
        var journey = Journey()
        journey.commit(Line.upload(in: "GMT+0300", "2024-04-26T08:15:00Z", [Self.steps]))
        let document = journey.documents["steps/2024-04-26"]
        #expect(document?.contains(#""time_zone":"+03:00""#) == true, "\(journey.documents.keys)")
        var other = Journey()
        let origin = Line.Origin(zone: "GMT+0300")
        let own = Line.quantity(1, of: "BodyMass", "2024-04-25T23:30:00Z", "70", "kg", from: origin)
        other.commit(Line.upload(in: "UTC", "2024-04-26T08:15:00Z", [own]))
        let body = other.documents["body/2024-04-26"]
        #expect(body?.contains(#""time_zone":"+03:00""#) == true)
        #expect(body?.contains(#""HKTimeZone":{"quantity":0,"unit":"GMT+0300"}"#) == true, "as it came")
        let isNothing = journey.refusals.isEmpty && other.refusals.isEmpty
        #expect(isNothing)
    }

    @Test func `settings may name an offset`() {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","time_zone":"UTC+3"}"#)
        journey.commit(Line.upload("2024-04-26T08:15:00Z", [Self.steps]))
        #expect(journey.documents["steps/2024-04-26"]?.contains(#""time_zone":"+03:00""#) == true)
        journey.settings(#"{"connection_id":"c","time_zone":"UTC+33"}"#)
        #expect(journey.refusals == ["invalidValue"])
    }

    @Test func `two spellings of an offset are one zone`() {
        let spellings = ["GMT+0300", "+03:00"]
        let uploads = spellings.map { Line.upload(in: $0, "2024-04-26T08:15:00Z", [Self.steps]) }
        var journey = Journey()
        journey.commit(uploads)
        #expect(journey.accounting.new == 1 && journey.accounting.duplicates == 1)
        // And the day has one total.
        var both = Journey()
        let more = Line.steps(2, "2024-04-25T23:50:00Z", "2024-04-25T23:55:00Z", 11)
        both.commit(uploads[0], Line.upload(in: spellings[1], "2024-04-26T08:15:00Z", [more], id: 998))
        #expect(both.documents["steps/2024-04-26"]?.contains(#""quantity":111,"#) == true)
        #expect(both.documents.keys.filter { $0.hasPrefix("steps/") }.count == 1)
    }
}

/// Reads `+03:00` for itself.
private enum FixedText {
    static func seconds(_ name: String) -> Int? {
        let parts = name.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        return (name.hasPrefix("-") ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60)
    }
}
