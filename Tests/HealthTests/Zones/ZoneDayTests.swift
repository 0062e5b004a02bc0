import Foundation
import Randomness
import Testing
import Vocabulary

@Suite(.enabled(if: ZoneFiles.areInstalled))
struct ZoneDayTests {
    @Test(arguments: ZoneDayCase.all)
    func `a day begins and ends where Python says`(expected: ZoneDayCase) throws {
        let zone = try ZoneFiles.zone(expected.zone)
        let day = try #require(Day(expected.day))
        let bounds = zone.bounds(of: day)
        #expect(bounds.start == expected.start)
        #expect(bounds.end == expected.end)
        #expect(zone.localDay(expected.end) > day)
        #expect(zone.localDay(expected.start - 0.001) < day)
        if expected.start < expected.end {
            #expect(zone.localDay(expected.start) == day)
            #expect(zone.localDay((expected.start + expected.end) / 2) == day)
            #expect(zone.localDay(expected.end - 0.001) == day)
        }
    }

    @Test(arguments: ZoneFiles.names)
    func `every instant lies in the day that is said to be its own, and days follow without a gap`(name: String) throws
    {
        let zone = try ZoneFiles.zone(name)
        var dice = SeededRandom(seed: UInt64(name.utf8.reduce(0) { ($0 &* 31) &+ UInt32($1) }))
        for round in 0..<150 {
            // From 1840, when clocks were local, to 2300; a third of them in the years that samples come from.
            let span = round % 3 == 0 ? 0...1_000_000_000.0 : -5_080_000_000...9_435_000_000.0
            let instant = Double.random(in: span, using: &dice)
            let day = zone.localDay(instant)
            let bounds = zone.bounds(of: day)
            #expect(bounds.start <= instant && instant < bounds.end, "\(name), \(instant)")
            let next = Day(days: day.days + 1)
            #expect(zone.bounds(of: next).start == bounds.end, "\(name), \(instant)")
            #expect(zone.localDay(bounds.start) == day, "\(name), \(instant)")
            #expect(zone.localDay(bounds.end) >= next, "\(name), \(instant)")
            #expect(zone.localDay(bounds.end - 1) == day, "\(name), \(instant)")
        }
    }

    @Test(arguments: ["Pacific/Apia", "America/St_Johns", "Pacific/Kwajalein", "Asia/Amman", "Africa/Cairo"])
    func `every minute around a strange day lies in its day`(name: String) throws {
        let zone = try ZoneFiles.zone(name)
        for expected in ZoneDayCase.all where expected.zone == name {
            var previous = zone.localDay(expected.start - 100_000)
            for instant in stride(from: expected.start - 100_000, to: expected.end + 100_000, by: 60) {
                let day = zone.localDay(instant)
                let bounds = zone.bounds(of: day)
                #expect(bounds.start <= instant && instant < bounds.end, "\(name), \(instant)")
                #expect(day >= previous, "\(name), \(instant)")
                previous = day
            }
        }
    }

    @Test(arguments: [
        "Europe/Vilnius", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Asia/Kolkata",
        "Australia/Lord_Howe", "Australia/Adelaide", "Pacific/Auckland", "Pacific/Chatham", "America/St_Johns",
        "Etc/GMT-14",
        "Africa/Johannesburg", "Asia/Kathmandu", "Europe/Lisbon", "America/Phoenix", "US/Hawaii", "Asia/Calcutta",
    ])
    func `days and offsets agree with Foundation's calendar`(name: String) throws {
        let zone = try ZoneFiles.zone(name)
        let other = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = other
        var dice = SeededRandom(seed: 3)
        for _ in 0..<300 {
            // From 2007 to 2040, where the two databases cannot differ much.
            let date = Date(
                timeIntervalSinceReferenceDate: Double.random(in: 189_302_400...1_230_768_000, using: &dice)
            )
            let instant = date.timeIntervalSinceReferenceDate
            #expect(zone.offset(atSecondsSince2001: instant) == other.secondsFromGMT(for: date), "\(instant)")
            let interval = try #require(calendar.dateInterval(of: .day, for: date))
            let day = zone.localDay(instant)
            #expect(zone.bounds(of: day).start == interval.start.timeIntervalSinceReferenceDate, "\(instant)")
            #expect(zone.bounds(of: day).end == interval.end.timeIntervalSinceReferenceDate, "\(instant)")
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day], "\(instant)")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e14, -1e14, .leastNonzeroMagnitude])
    func `an instant beyond any calendar crashes nothing`(instant: Double) throws {
        for name in ["UTC", "Europe/Vilnius", "Australia/Sydney"] {
            let zone = try ZoneFiles.zone(name)
            let bounds = zone.bounds(of: zone.localDay(instant))
            #expect(bounds.start < bounds.end)
            _ = zone.offset(atSecondsSince2001: instant)
        }
        for days in [Int32.min, .max] {
            let bounds = try ZoneFiles.zone("Australia/Sydney").bounds(of: Day(days: days))
            #expect(bounds.end - bounds.start >= 82_800)
        }
    }
}
