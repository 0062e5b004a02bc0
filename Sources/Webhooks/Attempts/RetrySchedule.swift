/// The times after which a failed job is tried again.
///
/// ```swift
/// let schedule = RetrySchedule("5s,5min")
/// schedule?.delayMilliseconds(afterFailure: 1, random: .random(in: 0 ... .max))  // 4,000 to 6,000
/// schedule?.delayMilliseconds(afterFailure: 3, random: 0)  // nil: the job is given up
/// ```
package struct RetrySchedule: Equatable, Sendable {
    /// The largest number of entries of a schedule.
    package static let entriesMax = 100
    /// The longest entry: a year.
    package static let entryMillisecondsMax: Int64 = 365 * 86_400_000

    /// The schedule of ten attempts in 76 hours.
    package static let standard = RetrySchedule(
        delaysMilliseconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { $0 * 1_000 }
    )

    /// The times from the end of an attempt to the next attempt; empty if no job is tried again.
    package let delaysMilliseconds: [Int64]

    package init(delaysMilliseconds: [Int64]) { self.delaysMilliseconds = delaysMilliseconds }

    /// Parses `5s,5min,2h` or `none`; nil for any other form, for more than 100 entries, and for entries above a year.
    package init?(_ text: String) {
        if text == "none" {
            delaysMilliseconds = []
            return
        }
        let entries = text.split(separator: ",", omittingEmptySubsequences: false)
        guard entries.count <= Self.entriesMax else { return nil }
        let delays = entries.compactMap(Self.milliseconds)
        guard delays.count == entries.count else { return nil }
        delaysMilliseconds = delays
    }

    /// The sum of all entries; a job that has waited longer has been given up.
    package var totalMilliseconds: Int64 { delaysMilliseconds.reduce(0, +) }

    /// Returns the time to wait after a failed attempt: 80 to 120 % of the attempt's delay in the schedule.
    ///
    /// `number` is the number of failed attempts, from 1. All values of `random` must be equally likely.
    ///
    /// - Returns: The time from the end of the attempt; nil if the job must be given up.
    package func delayMilliseconds(afterFailure number: Int, random: UInt64) -> Int64? {
        guard number >= 1, number <= delaysMilliseconds.count else { return nil }
        let delay = delaysMilliseconds[number - 1]
        let fifth = delay / 5
        let spread = UInt64(2 * fifth + 1).multipliedFullWidth(by: random).high
        return delay - fifth + Int64(spread)
    }

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    private static func milliseconds(_ entry: Substring) -> Int64? {
        let digits = entry.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), let unit = units.first(where: { $0.name == entry.dropFirst(digits.count) })
        else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow || value > entryMillisecondsMax ? nil : value
    }
}
