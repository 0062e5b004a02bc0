/// The quantity type that a workout's plain distance has.
package enum WorkoutDistance {
    /// Returns the type of the distance of a workout of this activity type.
    ///
    /// A workout has one distance, and HealthKit has one distance type for each way to move.
    package static func identifier(ofActivity code: Int64) -> StaticString {
        switch code {
        // Cycling and hand cycling.
        case 13, 74: "HKQuantityTypeIdentifierDistanceCycling"
        case 46: "HKQuantityTypeIdentifierDistanceSwimming"
        // The paces of a wheelchair.
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
