import Health
import Testing
import Vocabulary

/// Averages of one discrete type: sound levels as energy, and the number of values.
@Suite struct AveragesTests {
    /// A sample: how long it lasts, its value, and how many measurements it combines.
    struct Row: Sendable {
        var seconds: Double
        var value: Double
        var count: Int64 = 1
    }

    private static func averages(_ rows: [Row], of type: String) throws -> Averages {
        var samples = Samples()
        let type = try Samples.type(type)
        let origin = samples.origin("w")
        let made = try rows.enumerated().map { index, row in
            var extra = Extra()
            extra.count = row.count == 1 ? 0 : row.count
            let start = Double(index) * 1_000
            let flags: Sample.Flags = row.count == 1 ? [] : .condensed
            let end = start + row.seconds
            return try samples.sample(type, start, end, row.value, from: origin, flags: flags, extra: extra)
        }
        return Averages(made, pool: samples.pool)
    }

    @Test(
        arguments: [
            ([Row(seconds: 60, value: 70), Row(seconds: 60, value: 80)], 77.40362689494244),
            ([Row(seconds: 180, value: 70), Row(seconds: 60, value: 80)], 75.11883360978874),
            // A point beside samples with a duration has no time.
            ([Row(seconds: 60, value: 70), Row(seconds: 0, value: 120)], 70),
            // Where all are points, each counts with its number of measurements.
            ([Row(seconds: 0, value: 70), Row(seconds: 0, value: 80)], 77.40362689494244),
            ([Row(seconds: 0, value: 70, count: 3), Row(seconds: 0, value: 80)], 75.11883360978874),
            // Duration counts, not the number of measurements.
            ([Row(seconds: 60, value: 70, count: 9), Row(seconds: 60, value: 80)], 77.40362689494244),
            ([Row(seconds: 60, value: -20), Row(seconds: 60, value: -20)], -20),
            ([Row(seconds: 1, value: 1e300), Row(seconds: 1, value: -1e300)], 1e300),
        ] as [([Row], Double)]
    )
    func `the average of sound levels is that of their energy over time`(rows: [Row], level: Double) throws {
        for identifier in ["EnvironmentalAudioExposure", "HeadphoneAudioExposure", "EnvironmentalSoundReduction"] {
            let found = try Self.averages(rows, of: identifier).average
            #expect(abs(found - level) <= 1e-12 * abs(level), "\(identifier): \(found)")
        }
    }

    @Test func `a value that is no sound level is not averaged as energy`() throws {
        let rows = [Row(seconds: 60, value: 70), Row(seconds: 60, value: 80)]
        #expect(try Self.averages(rows, of: "HeartRate").average == 75)
    }

    @Test(
        arguments: [
            ([Row(seconds: 0, value: 1)], 1), ([Row(seconds: 0, value: 1), Row(seconds: 9, value: 2)], 2),
            ([Row(seconds: 0, value: 1, count: 7), Row(seconds: 0, value: 2)], 8),
            ([Row(seconds: 0, value: 1, count: .max), Row(seconds: 0, value: 2)], .max),
            // Averaged in a second pass, because their sum is beyond a double.
            ([Row(seconds: 0, value: 1.7e308), Row(seconds: 0, value: 1.7e308)], 2),
        ] as [([Row], Int64)]
    )
    func `an average counts its values, condensed ones with theirs`(rows: [Row], count: Int64) throws {
        #expect(try Self.averages(rows, of: "HeartRate").count == count)
    }
}
