import Randomness

/// A sample as a phone uploads it: about 530 bytes of JSON, most of them source and device.
struct SampleText {
    /// HealthKit's identifier, without the part that all quantity types share.
    var type: String
    /// Start, in seconds since 2001.
    var start: Double
    /// How long it lasts, in seconds.
    var duration = 0.0
    /// The number, as JSON.
    var value: String
    /// Its unit; nil for a category.
    var unit: String?
    /// Whether the watch took it, rather than the phone.
    var isOfWatch = true
    /// Further members, each with a comma before it.
    var further = ""

    /// The sample's JSON, under a new id.
    func json(_ draw: inout SeededRandom) -> String { json(id: draw.uuid()) }

    /// The sample's JSON.
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

    /// An ISO 8601 text with milliseconds.
    static func date(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let days = milliseconds / 86_400_000
        let ofDay = milliseconds % 86_400_000
        // Civil date from days, after Howard Hinnant; 2001-01-01 is day 11,323 of 1970.
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
