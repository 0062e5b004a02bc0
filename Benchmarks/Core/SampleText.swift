import Randomness

/// A sample as a phone uploads it: about 470 bytes of JSON, most of them source and device.
struct SampleText {
    /// The full HealthKit identifier of the type.
    var type: String
    /// The start, in seconds since 2001.
    var start: Double
    /// The duration, in seconds.
    var duration = 0.0
    /// The value, as JSON.
    var value: String
    /// The unit of a quantity; nil for a category or a workout.
    var unit: String?
    /// Whether the watch recorded the sample, rather than the phone.
    var isOfWatch = true
    /// Further JSON members, each with a comma before it.
    var further = ""

    /// Returns the sample as JSON, with a new id.
    func json(_ draw: inout SeededRandom) -> String { json(id: draw.uuid()) }

    /// Returns the sample as JSON.
    func json(id: String) -> String {
        let unit = unit.map { ",\"unit\":\"\($0)\"" } ?? ""
        let end = duration > 0 ? ",\"end_date\":\"\(Self.date(start + duration))\"" : ""
        return "{\"id\":\"\(id)\",\"type\":\"\(type)\",\"start_date\":\"\(Self.date(start))\"\(end),"
            + "\"value\":\(value)\(unit)\(further)," + (isOfWatch ? Self.watch : Self.phone) + "}"
    }

    private static let watch = """
        "source":{"name":"Apple Watch","bundle_identifier":"com.apple.health.7D3F1C2A-9B1E-4A57-8E57-3B1F0A9C6D11",\
        "version":"10.4","product_type":"Watch6,7"},"device":{"name":"Apple Watch","manufacturer":"Apple Inc.",\
        "model":"Watch","hardwareVersion":"Watch6,7","softwareVersion":"10.4"}
        """

    private static let phone = """
        "source":{"name":"iPhone","bundle_identifier":"com.apple.health.0B0E6A86-6F0C-4E53-9B61-8C5F3B7A1D20",\
        "version":"17.4.1","product_type":"iPhone15,3"},"device":{"name":"iPhone","manufacturer":"Apple Inc.",\
        "model":"iPhone","hardwareVersion":"iPhone15,3","softwareVersion":"17.4.1"}
        """

    /// Formats seconds since 2001 as an ISO 8601 date in UTC, with milliseconds.
    static func date(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let days = milliseconds / 86_400_000
        let ofDay = milliseconds % 86_400_000
        // Howard Hinnant's algorithm for a civil date from days; 2001-01-01 is 11,323 days after 1970-01-01.
        let shifted = days + 11_323 + 719_468
        let era = shifted / 146_097
        let ofEra = shifted % 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * month + 2) / 5 + 1
        let ofCalendar = month < 10 ? month + 3 : month - 9
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let thousandths = String(1000 + ofDay % 1000).dropFirst()
        return "\(year + era * 400 + (ofCalendar <= 2 ? 1 : 0))-\(two(ofCalendar))-\(two(day))"
            + "T\(two(ofDay / 3_600_000)):\(two(ofDay / 60_000 % 60)):\(two(ofDay / 1000 % 60)).\(thousandths)Z"
    }
}
