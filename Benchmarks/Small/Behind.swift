import Randomness
import Vocabulary

/// The history of a connection before its small uploads.
///
/// Every history ends with an ordinary day and the first half of the next day. Each case but `nothing` has much of one
/// other thing before that.
enum Behind: String, CaseIterable {
    case nothing = "nothing"
    case deletedIDs = "50,000 deleted ids"
    case workouts = "1,600 workouts"
    case days = "400 days"
    case types = "100 sample types"
    case allowedTypes = "101 allowed types"

    /// The days of a long history; the first of them is still within the horizon.
    private static let before = Day.first - 398..<Day.first - 1

    /// Returns the records that create the history, without the ordinary day, in order.
    func uploads(of connection: String) -> [Workload.Upload] {
        var draw = SeededRandom(seed: 5)
        switch self {
        case .nothing: return []
        case .deletedIDs:
            let ids = (0..<50_000).map { _ in draw.uuid() }
            return [Workload.Upload(of: connection, at: Self.at(Day.first - 2), deleted: ids, &draw)]
        case .workouts:
            return Self.uploads(of: connection, Self.before, &draw) { day, _ in Self.workouts(day) }
        case .days:
            return Self.uploads(of: connection, Self.before, &draw) { day, draw in
                let samples = Day.samples(day, &draw) + Day.night(day, &draw)
                // A few samples of each day, of different types.
                return samples.enumerated().filter { $0.offset % 25 == day % 25 }.map(\.element)
            }
        case .types:
            return Self.uploads(of: connection, Day.first - 1..<Day.first + 1, &draw) { day, _ in Self.allTypes(day) }
        case .allowedTypes:
            // Includes the types of an ordinary day, so that no sample is refused.
            let names = Self.quantityTypes(100).map(\.identifier) + ["sleep"]
            let list = names.map { "\"\($0)\"" }.joined(separator: ",")
            return [Workload.Upload(settingsOf: connection, "\"allowed_types\":[\(list)]")]
        }
    }

    /// Returns the time of collection on a day, in seconds since 2001: 11:00.
    ///
    /// The small uploads are collected after noon, so the history is older.
    private static func at(_ day: Int) -> Double { Double(day) * 86_400 + 39_600 }

    /// Returns uploads with the samples of some days, fifty days in each upload.
    private static func uploads(
        of connection: String,
        _ days: Range<Int>,
        _ draw: inout SeededRandom,
        _ samples: (Int, inout SeededRandom) -> [SampleText]
    ) -> [Workload.Upload] {
        stride(from: days.lowerBound, to: days.upperBound, by: 50).map { first in
            let some = first..<min(first + 50, days.upperBound)
            let texts = some.flatMap { samples($0, &draw) }.map { $0.json(&draw) }
            return Workload.Upload(of: connection, at: at(some.upperBound - 1), samples: texts, &draw)
        }
    }

    /// Returns four workouts of the watch on a day; they overlap no sample of a later upload.
    private static func workouts(_ day: Int) -> [SampleText] {
        [6.0, 9, 17, 20].map { hour in
            SampleText(
                type: "HKWorkoutTypeIdentifier",
                start: Double(day) * 86_400 + hour * 3600,
                duration: 1800,
                value: "0",
                further: ",\"workout_activity_type\":\"HKWorkoutActivityTypeRunning\""
            )
        }
    }

    /// Returns one morning sample of each of 100 types, so that only the number of types grows.
    private static func allTypes(_ day: Int) -> [SampleText] {
        quantityTypes(100).enumerated().map { number, type in
            SampleText(
                type: type.identifier,
                start: Double(day) * 86_400 + 25_200 + Double(number),
                value: "0.5",
                unit: type.canonicalUnit?.string
            )
        }
    }

    private static func quantityTypes(_ count: Int) -> [SampleType] {
        Array(Catalogue.sampleTypes.filter { $0.kind == .quantity }.prefix(count))
    }
}
