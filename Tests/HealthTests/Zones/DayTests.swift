import Foundation
import Randomness
import Testing
import Vocabulary

@Suite struct DayTests {
    @Test(arguments: [
        ("2001-01-01", 0), ("2000-12-31", -1), ("2024-04-16", 8506), ("2024-02-29", 8459), ("1970-01-01", -11323),
        ("1900-01-01", -36890), ("1900-02-28", -36832), ("1900-03-01", -36831), ("0000-01-01", -730851),
        ("9999-12-31", 2_921_573),
    ])
    func `a date is a number of days since 2001 and back`(text: String, days: Int32) throws {
        let day = try #require(Day(text))
        #expect(day.days == days)
        #expect(day.text == text)
        #expect(Day(days: days) == day)
    }

    @Test(arguments: [
        "", "2024-4-16", "2024-04-31", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-01-00", "24-01-01",
        "2024/01/01", "2024-01-01T", "+024-01-01", "2024-01-0a", "２０２４-01-01",
    ])
    func `what is no date is refused`(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func `years of any length are written and crash nothing`() {
        #expect(Day(year: 12024, month: 1, day: 2)?.text == "12024-01-02")
        #expect(Day(year: -44, month: 3, day: 15)?.text == "-0044-03-15")
        #expect(Day(year: 800, month: 12, day: 25)?.text == "0800-12-25")
        #expect(Day(year: .max, month: 1, day: 1) == nil)
        #expect(Day(days: .min).text == "-5877610-06-23")
        #expect(Day(days: .max).text == "5881611-07-12")
    }

    @Test func `every day follows the one before, and random ones are Foundation's`() throws {
        var previous = Day(days: -200_000)
        for days in (-199_999 as Int32)...200_000 {
            let day = Day(days: days)
            let isNext = day.day == previous.day + 1 || (day.day == 1 && previous.day >= 28)
            #expect(isNext && previous < day && Day(year: day.year, month: day.month, day: day.day) == day, "\(day)")
            previous = day
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var dice = SeededRandom(seed: 4)
        for _ in 0..<500 {
            // From 1600, when Foundation's calendar has become Gregorian.
            let day = Day(days: Int32.random(in: -146_000...400_000, using: &dice))
            let date = Date(timeIntervalSinceReferenceDate: Double(day.days) * 86400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
        }
    }
}

extension Day {
    /// The day of a string, as it is of its bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }
}
