import Vocabulary

/// A file of the time zone database is refused, or has days that can be reckoned with.
enum ZoneFiles {
    /// From 1900 to 9999, in seconds since 2001.
    private static let instants = [
        -3.1e9, -1e9, -86_400, 0, 0.5, 7.3e8, 7.34e8, 7.35e8, 1.5e9, 1.6e9, 5e9, 2.5e11,
    ]

    static func check(_ bytes: [UInt8]) throws(Fault) {
        // Names are what a table of zones asks for; the list of links is the other file it reads.
        let table = ZoneTable { $0 == "tzdata.zi" ? bytes : nil }
        _ = table.zone("Europe/Vilnius")
        guard let zone = try? Zone(name: "Made/Up", tzif: bytes) else { return }
        for instant in instants {
            let offset = zone.offset(atSecondsSince2001: instant)
            try expect(abs(offset) < 2 * 86_400, "the offset at \(instant) is \(offset) s")
            let day = zone.localDay(instant)
            let bounds = zone.bounds(of: day)
            try expect(bounds.start <= bounds.end, "the day \(day.text) ends before it starts")
            let length = bounds.end - bounds.start
            try expect(length < 5 * 86_400, "the day \(day.text) has \(length) s")
        }
    }
}
