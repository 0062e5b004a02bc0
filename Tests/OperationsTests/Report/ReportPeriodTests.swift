import Operations
import Testing
import Vocabulary

@Suite struct ReportPeriodTests {
    private static func day(_ text: String) throws -> Day {
        let bytes = Array(text.utf8)
        let day = Day(bytes.span)
        return try #require(day)
    }

    @Test(
        arguments: [
            (.day, "2024-04-16", 0, "2024-04-16", "2024-04-17"),
            // A Tuesday.
            (.week, "2024-04-16", 0, "2024-04-15", "2024-04-22"),
            (.week, "2024-04-15", 0, "2024-04-15", "2024-04-22"),
            (.week, "2024-04-21", 0, "2024-04-15", "2024-04-22"),
            (.week, "2024-04-16", 6, "2024-04-14", "2024-04-21"),
            (.week, "2024-04-16", 2, "2024-04-10", "2024-04-17"),
            (.week, "2000-12-31", 0, "2000-12-25", "2001-01-01"),
            (.month, "2024-02-29", 0, "2024-02-01", "2024-03-01"),
            (.month, "2023-12-01", 0, "2023-12-01", "2024-01-01"),
            (.year, "2024-02-29", 0, "2024-01-01", "2025-01-01"),
        ] as [(ReportPeriod.Length, String, Int, String, String)]
    )
    func `a day belongs to one period`(
        length: ReportPeriod.Length,
        day: String,
        weekStart: Int,
        from: String,
        to: String
    ) throws {
        let period = ReportPeriod(length, of: try Self.day(day), weekStart: weekStart)
        #expect(period.from.text == from && period.to.text == to)
    }

    @Test(arguments: [-13, -1, 0, 1, 2024], 1...12)
    func `a month and its year begin on a first day, also in years before 0`(year: Int, month: Int) throws {
        let day = try #require(Day(year: year, month: month, day: 17))
        let ownMonth = ReportPeriod(.month, of: day, weekStart: 0)
        #expect(ownMonth.from == Day(year: year, month: month, day: 1))
        #expect(ownMonth.to == Day(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1))
        let ownYear = ReportPeriod(.year, of: day, weekStart: 0)
        #expect(
            ownYear.from == Day(year: year, month: 1, day: 1) && ownYear.to == Day(year: year + 1, month: 1, day: 1)
        )
    }

    /// The days before, the two weeks, the four months.
    @Test(
        arguments: [
            (
                "2024-04-26", 0,
                "2024-04-25 2024-04-24 2024-04-23 2024-04-22 2024-04-21 2024-04-08..2024-04-15 2024-04-01..2024-04-08 "
                    + "2024-03-01..2024-04-01 2024-02-01..2024-03-01 2024-01-01..2024-02-01 2023-12-01..2024-01-01"
            ),
            // The five days begin on a Monday: the weeks end just before them.
            (
                "2024-04-27", 0,
                "2024-04-26 2024-04-25 2024-04-24 2024-04-23 2024-04-22 2024-04-15..2024-04-22 2024-04-08..2024-04-15 "
                    + "2024-03-01..2024-04-01 2024-02-01..2024-03-01 2024-01-01..2024-02-01 2023-12-01..2024-01-01"
            ),
            (
                "2024-03-20", 6,
                "2024-03-19 2024-03-18 2024-03-17 2024-03-16 2024-03-15 2024-03-03..2024-03-10 2024-02-25..2024-03-03 "
                    + "2024-01-01..2024-02-01 2023-12-01..2024-01-01 2023-11-01..2023-12-01 2023-10-01..2023-11-01"
            ),
            // The earlier week begins with the month.
            (
                "2024-01-20", 0,
                "2024-01-19 2024-01-18 2024-01-17 2024-01-16 2024-01-15 2024-01-08..2024-01-15 2024-01-01..2024-01-08 "
                    + "2023-12-01..2024-01-01 2023-11-01..2023-12-01 2023-10-01..2023-11-01 2023-09-01..2023-10-01"
            ),
        ] as [(String, Int, String)]
    )
    func `the preset has five days, two weeks and four months, newest first`(
        today: String,
        weekStart: Int,
        expected: String
    ) throws {
        let periods = ReportPeriod.c3pro(today: try Self.day(today), weekStart: weekStart)
        let shown = periods.map { $0.count == 1 ? $0.from.text : "\($0.from.text)..\($0.to.text)" }
        #expect(shown.joined(separator: " ") == expected)
    }

    @Test func `no periods of the preset overlap, and today is in none`() {
        for days in Int32(8000)..<9000 {
            for weekStart in 0..<7 {
                let periods = ReportPeriod.c3pro(today: Day(days: days), weekStart: weekStart)
                #expect(periods.count == 11)
                #expect(periods[0].to == Day(days: days))
                for (newer, older) in zip(periods, periods.dropFirst()) { #expect(older.to <= newer.from) }
                #expect(periods[5...6].allSatisfy { $0.count == 7 && ($0.from.days - Int32(weekStart)) % 7 == 0 })
                #expect(periods[7...].allSatisfy { $0.from.day == 1 && $0.to.day == 1 })
            }
        }
    }
}
