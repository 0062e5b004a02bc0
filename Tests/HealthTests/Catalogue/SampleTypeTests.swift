import Testing
import Vocabulary

@Suite struct SampleTypeTests {
    @Test func `every row of the tables is there and is found by its identifier`() throws {
        #expect(Catalogue.sampleTypes.count == 221)
        #expect(Set(Catalogue.sampleTypes.map(\.identifier)).count == 221)
        for (place, type) in Catalogue.sampleTypes.enumerated() {
            #expect(Int(type.index) == place)
            #expect(Catalogue.sampleType(at: type.index) == type)
            #expect(Catalogue.sampleType(named: type.identifier) == type)
            #expect(unsafe type.identifierBytes.withUnsafeBytes { unsafe Catalogue.sampleType($0) } == type)
            #expect([UInt8](type.identifier.utf8) == type.identifierBytes)
            #expect([UInt8](type.documentKey.utf8) == type.documentKeyBytes)
        }
    }

    @Test func `a quantity type has a unit and an aggregation, and no other type has`() {
        for type in Catalogue.sampleTypes {
            #expect((type.canonicalUnit != nil) == (type.kind == .quantity), "\(type.identifier)")
            #expect((type.aggregation != nil) == (type.kind == .quantity), "\(type.identifier)")
            #expect(
                (Catalogue.categoryName(type, 0) ?? Catalogue.categoryName(type, 1) != nil) == (type.kind == .category)
            )
            #expect(!type.identifier.contains("Quantity") || type.kind == .quantity)
        }
    }

    /// Places are stored, so these may never change.
    @Test(
        arguments: [
            (0, "HKQuantityTypeIdentifierStepCount"), (1, "HKQuantityTypeIdentifierDistanceWalkingRunning"),
            (30, "HKQuantityTypeIdentifierHeartRate"), (187, "HKCategoryTypeIdentifierBladderIncontinence"),
            (188, "HKCorrelationTypeIdentifierBloodPressure"),
            (207, "HKWorkoutTypeIdentifier"), (215, "HKDocumentTypeIdentifierCDA"),
            (216, "HKCategoryTypeIdentifierHypertensionEvent"),
            (217, "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"),
            (218, "HKDataTypeUserAnnotatedMedicationConcept"), (219, "CMMotionActivity"),
            (220, "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD"),
        ] as [(UInt16, String)]
    )
    func `a type keeps its place`(index: UInt16, identifier: String) {
        #expect(Catalogue.sampleType(at: index)?.identifier == identifier)
    }

    @Test func `the types with a Swift name are those of their identifiers`() {
        #expect(SampleType.heartRate.identifier == "HKQuantityTypeIdentifierHeartRate")
        #expect(SampleType.sleepAnalysis.identifier == "HKCategoryTypeIdentifierSleepAnalysis")
        #expect(SampleType.workout.identifier == "HKWorkoutTypeIdentifier")
        #expect(SampleType.workoutRoute.identifier == "HKWorkoutRouteTypeIdentifier")
        #expect(SampleType.motionActivity.identifier == "CMMotionActivity")
    }

    @Test(arguments: [
        "", "HKQuantityTypeIdentifier", "HKQuantityTypeIdentifierStepcount", "HKQuantityTypeIdentifierStepCount ",
        "StepCount", "CMMotionActivit", "HKQuantityTypeIdentifierStepCounu",
    ])
    func `an identifier must be exact`(identifier: String) {
        #expect(Catalogue.sampleType(named: identifier) == nil)
    }

    @Test func `beyond the end of the catalogue there is no type`() {
        #expect(Catalogue.sampleType(at: 221) == nil)
        #expect(Catalogue.sampleType(at: .max) == nil)
    }

    static let rows: [(String, SampleType.Kind, DataType, String, String?, SampleType.Aggregation?)] = [
        ("HKQuantityTypeIdentifierStepCount", .quantity, .steps, "steps", "count", .cumulative),
        ("HKQuantityTypeIdentifierActiveEnergyBurned", .quantity, .calories, "calories", "kcal", .cumulative),
        ("HKQuantityTypeIdentifierBasalEnergyBurned", .quantity, .calories, "=", "kcal", .cumulative),
        ("HKQuantityTypeIdentifierFlightsClimbed", .quantity, .flightsClimbed, "flightsClimbed", "count", .cumulative),
        ("HKQuantityTypeIdentifierDistanceCycling", .quantity, .distance, "=", "m", .cumulative),
        ("HKQuantityTypeIdentifierHeartRate", .quantity, .heart, "=", "count/min", .discreteTemporallyWeighted),
        ("HKQuantityTypeIdentifierBloodGlucose", .quantity, .glucose, "=", "mg/dL", .discreteArithmetic),
        ("HKQuantityTypeIdentifierVO2Max", .quantity, .vo2Max, "=", "mL/(kg*min)", .discreteArithmetic),
        (
            "HKQuantityTypeIdentifierHeadphoneAudioExposure", .quantity, .hearing, "=", "dBASPL",
            .discreteEquivalentContinuousLevel
        ),
        ("HKCategoryTypeIdentifierSleepAnalysis", .category, .sleep, "sleep", nil, nil),
        ("HKCategoryTypeIdentifierHeadache", .category, .symptoms, "=", nil, nil),
        ("HKCorrelationTypeIdentifierFood", .correlation, .nutrition, "=", nil, nil),
        ("HKCharacteristicTypeIdentifierBloodType", .characteristic, .characteristic, "=", nil, nil),
        ("HKClinicalTypeIdentifierLabResultRecord", .clinical, .clinical, "=", nil, nil),
        ("HKDataTypeIdentifierElectrocardiogram", .electrocardiogram, .electrocardiogram, "=", nil, nil),
        ("HKDataTypeIdentifierAudiogram", .audiogram, .hearing, "=", nil, nil),
        ("HKWorkoutTypeIdentifier", .workout, .workouts, "=", nil, nil),
        ("HKVisionPrescriptionTypeIdentifier", .visionPrescription, .visionPrescription, "=", nil, nil),
        ("HKDataTypeStateOfMind", .stateOfMind, .stateOfMind, "=", nil, nil),
        ("HKDataTypeIdentifierHeartbeatSeries", .heartbeatSeries, .heart, "=", nil, nil),
        ("HKWorkoutRouteTypeIdentifier", .workoutRoute, .workoutRoute, "=", nil, nil),
        ("HKScoredAssessmentTypeIdentifierGAD7", .scoredAssessment, .scoredAssessment, "=", nil, nil),
        ("HKActivitySummaryTypeIdentifier", .activitySummary, .activitiesSummary, "=", nil, nil),
        ("HKDocumentTypeIdentifierCDA", .documentCDA, .clinical, "=", nil, nil),
        ("CMMotionActivity", .motion, .motion, "=", nil, nil),
    ]

    @Test(arguments: rows.indices)
    func `a type is what the table says`(index: Int) throws {
        let (identifier, kind, document, key, unit, aggregation) = Self.rows[index]
        let type = try #require(Catalogue.sampleType(named: identifier))
        #expect(type.kind == kind)
        #expect(type.document == document)
        #expect(type.documentKey == (key == "=" ? identifier : key))
        #expect(type.canonicalUnit?.string == unit)
        #expect(type.aggregation == aggregation)
        #expect(type.aggregation?.isCumulative == aggregation.map { $0 == .cumulative })
    }
}
