import Randomness

/// The samples of one day of a person with a watch and a phone: about a thousand.
enum Day {
    /// The first measured day, 2024-04-01, in days since 2001.
    static let first = 8491

    /// Returns the samples of a day without sleep and workouts, ascending by start.
    static func samples(_ day: Int, _ draw: inout SeededRandom) -> [SampleText] {
        let midnight = Double(day) * 86_400
        var samples: [SampleText] = []
        for minute in stride(from: 0, to: 1440, by: 4) {
            let start = midnight + Double(minute * 60) + Double(draw.next() % 100_000) / 1000
            let rate = 48 + draw.next() % 90
            samples.append(quantity("HeartRate", start, 0, "\(rate)", "count/min"))
        }
        for minute in stride(from: 360, to: 1380, by: 6) {
            let start = midnight + Double(minute * 60) + Double(draw.next() % 60_000) / 1000
            let steps = 3 + draw.next() % 400
            let energy = "\(Double(steps) / 23)"
            samples.append(quantity("StepCount", start, 240, "\(steps)", "count"))
            samples.append(quantity("DistanceWalkingRunning", start, 240, "\(Double(steps) * 0.71)", "m"))
            samples.append(quantity("ActiveEnergyBurned", start, 240, energy, "kcal"))
            if minute % 12 == 0 {
                samples.append(quantity("StepCount", start + 7, 300, "\(steps)", "count", isOfWatch: false))
            }
        }
        for hour in 0..<24 {
            let start = midnight + Double(hour * 3600) + Double(draw.next() % 3_000_000) / 1000
            samples.append(quantity("OxygenSaturation", start, 0, "0.9\(draw.next() % 10)", "%"))
            samples.append(quantity("RespiratoryRate", start + 9, 0, "\(11 + draw.next() % 9)", "count/min"))
            samples.append(quantity("HeartRateVariabilitySDNN", start + 20, 60, "\(20 + draw.next() % 90)", "ms"))
        }
        return samples.sorted { $0.start < $1.start }
    }

    /// Returns the sleep stages of the night before a day, as a watch records them.
    static func night(_ day: Int, _ draw: inout SeededRandom) -> [SampleText] {
        let stages = ["Core", "Deep", "Core", "REM", "Core", "Awake"]
        var start = Double(day) * 86_400 - 3600
        return (0..<60).map { index in
            let duration = Double(120 + draw.next() % 600)
            defer { start += duration }
            let stage = stages[index % stages.count]
            return SampleText(
                type: "HKCategoryTypeIdentifierSleepAnalysis",
                start: start,
                duration: duration,
                value: "\"HKCategoryValueSleepAnalysis\(stage == "Awake" ? "" : "Asleep")\(stage)\""
            )
        }
    }

    /// Returns a run of one hour: a heart rate each second, then the workout.
    static func run(_ day: Int, _ draw: inout SeededRandom) -> [SampleText] {
        let start = Double(day) * 86_400 + 61_200
        var samples = (0..<3600).map { second in
            quantity("HeartRate", start + Double(second), 0, "\(120 + draw.next() % 50)", "count/min")
        }
        samples.append(
            SampleText(
                type: "HKWorkoutTypeIdentifier",
                start: start,
                duration: 3600,
                value: "0",
                further: ",\"workout_activity_type\":\"HKWorkoutActivityTypeRunning\""
            )
        )
        return samples
    }

    private static func quantity(
        _ type: String,
        _ start: Double,
        _ duration: Double,
        _ value: String,
        _ unit: String,
        isOfWatch: Bool = true
    ) -> SampleText {
        SampleText(
            type: "HKQuantityTypeIdentifier" + type,
            start: start,
            duration: duration,
            value: value,
            unit: unit,
            isOfWatch: isOfWatch
        )
    }
}
