import Foundation
import Randomness
import Testing
import Vocabulary

/// Rules at the end of zone files, on small files made up.
@Suite struct ZoneRuleTests {
    private func zone(_ rule: String) throws -> Zone {
        try Zone(name: "Test/Zone", tzif: ZoneFiles.file(before: 0, rule: rule))
    }

    private func instant(_ text: String) throws -> Double {
        try Date(text, strategy: .iso8601).timeIntervalSinceReferenceDate
    }

    /// A rule, the second of a change in UTC, and the offsets before and from then on.
    @Test(arguments: [
        ("EET-2EEST,M3.5.0/3,M10.5.0/4", "2024-03-31T01:00:00Z", 7200, 10800),
        ("EET-2EEST,M3.5.0/3,M10.5.0/4", "2024-10-27T01:00:00Z", 10800, 7200),
        ("EST5EDT,M3.2.0,M11.1.0", "2024-03-10T07:00:00Z", -18000, -14400),
        ("EST5EDT,M3.2.0,M11.1.0", "2077-11-07T06:00:00Z", -14400, -18000),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-04-06T16:00:00Z", 39600, 36000),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-10-05T16:00:00Z", 36000, 39600),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-03-31T01:00:00Z", 0, 3600),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-10-27T01:00:00Z", 3600, 0),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T01:00:00Z", -7200, -3600),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-10-27T01:00:00Z", -3600, -7200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2024-03-30T00:00:00Z", 7200, 10800),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2024-10-25T23:00:00Z", 10800, 7200),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2024-04-06T15:00:00Z", 39600, 37800),
        ("<+0330>-3:30<+0430>,J79/24,J263/24", "2023-03-20T20:30:00Z", 12600, 16200),
        ("<+0330>-3:30<+0430>,J79/24,J263/24", "2024-03-20T20:30:00Z", 12600, 16200),
        ("<+0330>-3:30<+0430>,79/24,263/24", "2024-03-20T20:30:00Z", 12600, 16200),
        ("<+0330>-3:30<+0430>,79/24,263/24", "2023-03-21T20:30:00Z", 12600, 16200),
        ("AAA+1:02:03BBB-24,J60/-167:59:59,M12.5.6/167", "2023-02-22T01:02:04Z", -3723, 86400),
        ("AAA0BBB,M2.5.4/0,M12.1.0", "2024-02-29T00:00:00Z", 0, 3600),
        ("AAA0BBB,M2.5.4/0,M12.1.0", "2023-02-23T00:00:00Z", 0, 3600),
        ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 0, 3600),
        ("AAA0BBB,J60/0,J300/0", "2100-03-01T00:00:00Z", 0, 3600),
        ("AAA0BBB,J59/0,J300/0", "2024-02-28T00:00:00Z", 0, 3600),
        ("AAA0BBB,59/0,J300/0", "2024-02-29T00:00:00Z", 0, 3600),
        ("AAA0BBB,M12.5.0/0,M12.5.2/0", "2023-12-31T00:00:00Z", 0, 3600),
    ])
    func `a clock changes in the second that the rule says`(
        rule: String,
        change: String,
        before: Int,
        after: Int
    ) throws {
        let zone = try zone(rule)
        let instant = try instant(change)
        #expect(zone.offset(atSecondsSince2001: instant - 1) == before)
        #expect(zone.offset(atSecondsSince2001: instant - 0.001) == before)
        #expect(zone.offset(atSecondsSince2001: instant) == after)
    }

    @Test(arguments: [("EST3EDT4,0/0,J365/23", -14400), ("AAA-5", 18000), ("<+0545>-5:45", 20700), ("UTC0", 0)])
    func `a rule without a change holds all year`(rule: String, offset: Int) throws {
        let zone = try zone(rule)
        for month in 1...12 {
            for day in [1, 2, 15, 28] {
                let instant = try instant(
                    "2031-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)T12:00:00Z"
                )
                #expect(zone.offset(atSecondsSince2001: instant) == offset, "\(month)-\(day)")
            }
        }
    }

    @Test(arguments: [
        "EE-2", "EET", "EET-", "EET-2EEST", "EET-2EEST,M3.5.0/3", "EET-2EEST,M13.5.0,M10.5.0",
        "EET-2EEST,M3.0.0,M10.5.0",
        "EET-2EEST,M3.6.0,M10.5.0", "EET-2EEST,M3.5.7,M10.5.0", "EET-2EEST,J0,J1", "EET-2EEST,J366,J1",
        "EET-2EEST,366,1",
        "EET-25", "EET-2:60", "EET-2EEST,M3.5.0/168,M10.5.0", "EET-2EEST,M3.5.0,M10.5.0,", "<EET-2", "EET-2EEST-99",
        "EET-99999999999999999999", "EET-2EEST,M3.5.0/3,M10.5.0/4 ", "EET-2 EEST",
    ])
    func `a wrong rule is refused with its text`(rule: String) throws {
        let error = try #require(throws: ZoneError.self) { try zone(rule) }
        #expect(error.message.contains("Test/Zone"))
        #expect(error.message.contains(rule))
    }

    @Test func `the rule holds from the last transition on and the file before it`() throws {
        let file = ZoneFiles.file(
            before: 1000,
            [(time: 1_000_000_000, offset: 3600), (time: 1_700_000_000, offset: 7200)],
            rule: "EET-2EEST,M3.5.0/3,M10.5.0/4"
        )
        let zone = try Zone(name: "Test/Zone", tzif: file)
        let unixEpoch = -978_307_200.0
        #expect(zone.offset(atSecondsSince2001: unixEpoch - 1e9) == 1000)
        #expect(zone.offset(atSecondsSince2001: unixEpoch + 999_999_999) == 1000)
        #expect(zone.offset(atSecondsSince2001: unixEpoch + 1_000_000_000) == 3600)
        #expect(zone.offset(atSecondsSince2001: unixEpoch + 1_690_000_000) == 3600)
        #expect(zone.offset(atSecondsSince2001: unixEpoch + 1_700_000_000) == 7200)
        #expect(zone.offset(atSecondsSince2001: unixEpoch + 1_720_000_000) == 10800)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `days agree with their bounds under any rule and any transitions`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let change = { (dice: inout SeededRandom) -> String in
            let date = [
                "M\(Int.random(in: 1...12, using: &dice)).\(Int.random(in: 1...5, using: &dice)).0",
                "J\(Int.random(in: 1...365, using: &dice))", "\(Int.random(in: 0...365, using: &dice))",
            ]
            return (date.randomElement(using: &dice) ?? "0") + "/\(Int.random(in: -167...167, using: &dice))"
        }
        let offsets = (0..<2).map { _ in Int.random(in: -24...24, using: &dice) }
        let rule = "AAA\(offsets[0])BBB\(offsets[1]),\(change(&dice)),\(change(&dice))"
        var transitions: [(time: Int64, offset: Int32)] = []
        var time: Int64 = 1_600_000_000
        for _ in 0..<Int.random(in: 0...30, using: &dice) {
            time += Int64.random(in: 1...200_000, using: &dice)
            transitions.append((time, Int32.random(in: -93_599...93_599, using: &dice)))
        }
        let bytes = ZoneFiles.file(before: Int32.random(in: -93_599...93_599, using: &dice), transitions, rule: rule)
        let zone = try Zone(name: "Test/Zone", tzif: bytes)
        for _ in 0..<200 {
            let instant = Double.random(in: 620_000_000...720_000_000, using: &dice)
            let day = zone.localDay(instant)
            let bounds = zone.bounds(of: day)
            #expect(bounds.start <= instant && instant < bounds.end, "seed \(seed), \(rule), \(instant)")
            #expect(zone.bounds(of: Day(days: day.days + 1)).start == bounds.end, "seed \(seed), \(rule)")
            #expect(zone.localDay(instant + 3600) >= day, "seed \(seed), \(rule), \(instant)")
        }
    }
}
