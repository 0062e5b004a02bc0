package import Vocabulary

/// The counts of an import: samples by kind and year, and left-out data by reason.
package struct Tally {
    /// The most reasons that are counted separately.
    private static let mostReasons = 200

    /// The number of samples by data type and year.
    package private(set) var samples: [DataType: [Int: Int]] = [:]
    /// The number of elements and files that were not understood, or that workers refuse, by the reason.
    package private(set) var leftOut: [String: Int] = [:]
    /// The number of samples and files that no import needs, by the reason.
    package private(set) var skipped: [String: Int] = [:]
    /// The number of samples without a zone of their own.
    package internal(set) var withoutZone = 0

    /// The year of the last sample with its days, because the next sample is usually of the same year.
    private var year: (number: Int, days: Range<Int32>, type: DataType?, count: Int) = (0, 0..<0, nil, 0)

    package init() {}

    package var sampleCount: Int { samples.values.reduce(0) { $0 + $1.values.reduce(0, +) } }
    package var leftOutCount: Int { leftOut.values.reduce(0, +) }

    mutating func add(_ type: SampleType, start: Int64) {
        let day = Day(days: Instant.utcDay(Double(start) / 1_000))
        if !year.days.contains(day.days) || year.type != type.document {
            settle()
            let number = day.year
            let bounds = (Day(year: number, month: 1, day: 1), Day(year: number + 1, month: 1, day: 1))
            year = (number, (bounds.0?.days ?? 0)..<(bounds.1?.days ?? 0), type.document, 0)
        }
        year.count += 1
    }

    /// Adds the samples of the current year, which are counted separately.
    mutating func settle() {
        if let type = year.type, year.count > 0 { samples[type, default: [:]][year.number, default: 0] += year.count }
        year.count = 0
    }

    /// Counts something that is not understood, or that workers refuse.
    package mutating func leaveOut(_ reason: String, count: Int = 1) { Self.add(count, of: reason, to: &leftOut) }

    /// Counts something that no import needs.
    package mutating func skip(_ reason: String, count: Int = 1) { Self.add(count, of: reason, to: &skipped) }

    private static func add(_ count: Int, of reason: String, to reasons: inout [String: Int]) {
        if count == 0 { return }
        let isKnown = reasons[reason] != nil || reasons.count < mostReasons
        reasons[isKnown ? reason : "further reasons", default: 0] += count
    }
}
