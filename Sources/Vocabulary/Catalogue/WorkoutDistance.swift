/// The quantity types of the distances of workouts.
package enum WorkoutDistance {
    /// The beginning of the identifiers of all distance types.
    package static let prefix = "HKQuantityTypeIdentifierDistance"

    /// Returns the identifier of the distance type for a workout activity.
    ///
    /// A workout has one distance, and HealthKit has one distance type for each way to move.
    package static func identifier(ofActivity code: Int64) -> StaticString {
        switch code {
        // Cycling and hand cycling.
        case 13, 74: "HKQuantityTypeIdentifierDistanceCycling"
        case 46: "HKQuantityTypeIdentifierDistanceSwimming"
        // A wheelchair at walking pace and at running pace.
        case 70, 71: "HKQuantityTypeIdentifierDistanceWheelchair"
        // Downhill skiing and snowboarding.
        case 61, 67: "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
        case 60: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
        case 31: "HKQuantityTypeIdentifierDistancePaddleSports"
        case 35: "HKQuantityTypeIdentifierDistanceRowing"
        case 39: "HKQuantityTypeIdentifierDistanceSkatingSports"
        default: "HKQuantityTypeIdentifierDistanceWalkingRunning"
        }
    }
}
