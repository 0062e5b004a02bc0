import Vocabulary

/// Names of workout types in Open Wearables bodies.
enum OpenWearablesActivity {
    /// HealthKit's case names for the names that the SDK shortens.
    private static let short = [
        "wheelchair_run": "wheelchairRunPace", "wheelchair_walk": "wheelchairWalkPace", "surfing": "surfingSports",
        "strength_training": "traditionalStrengthTraining", "hiit": "highIntensityIntervalTraining",
        "skating": "skatingSports", "equestrian": "equestrianSports",
    ]

    /// Returns HealthKit's case name (`crossCountrySkiing`) for a name that may have underscores.
    static func caseName(_ name: String) -> String {
        if let known = short[name] { return known }
        guard name.contains("_") else { return name }
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        return String(words[0]) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension WorkoutNames {
    /// Returns the code of HealthKit's case name (`running`), or of Apple's constant; nil if unknown.
    func code(caseName: String) -> Int64? {
        let isConstant = caseName.hasPrefix("HKWorkoutActivityType")
        var name =
            isConstant ? caseName : "HKWorkoutActivityType" + caseName.prefix(1).uppercased() + caseName.dropFirst()
        // Names are case-sensitive: `Running` is not a case name.
        guard isConstant || caseName.first?.isLowercase == true else { return nil }
        return name.withUTF8 { unsafe code(appleName: UnsafeRawBufferPointer($0)) }
    }
}
