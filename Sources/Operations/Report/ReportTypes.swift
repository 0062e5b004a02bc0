package import Vocabulary

/// The sample types that a report shows; all if none is named.
package struct ReportTypes: Sendable {
    private let identifiers: Set<String>?

    package init(_ types: [SampleType]) {
        identifiers = types.isEmpty ? nil : Set(types.map(\.identifier))
    }

    /// The types of the activity report of C3-PRO.
    package static let c3pro = ReportTypes(
        [
            "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierFlightsClimbed",
            "HKQuantityTypeIdentifierActiveEnergyBurned", "CMMotionActivity",
        ].compactMap { Catalogue.sampleType(named: $0) }
    )

    func have(_ identifier: String) -> Bool { identifiers?.contains(identifier) ?? true }

    package var haveMotion: Bool { have(SampleType.motionActivity.identifier) }
    package var haveSleep: Bool { have(SampleType.sleepAnalysis.identifier) }
    package var haveWorkouts: Bool { have(SampleType.workout.identifier) }
}
