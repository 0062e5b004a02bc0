import Testing
import Vocabulary

@Suite struct CategoryTests {
    private func code(_ type: String, _ appleName: String) throws -> Int64? {
        let type = try #require(Catalogue.sampleType(named: "HKCategoryTypeIdentifier" + type))
        var appleName = appleName
        return appleName.withUTF8 { unsafe Catalogue.categoryCode(type, appleName: UnsafeRawBufferPointer($0)) }
    }

    @Test(
        arguments: [
            ("SleepAnalysis", 0, "InBed"), ("SleepAnalysis", 1, "Asleep Unspecified"), ("SleepAnalysis", 2, "Awake"),
            ("SleepAnalysis", 3, "Core"), ("SleepAnalysis", 4, "Deep"), ("SleepAnalysis", 5, "REM"),
            ("SleepAnalysis", 6, nil),
            ("Headache", 2, "mild"), ("Headache", 5, nil), ("Headache", -1, nil), ("AppleStandHour", 0, "stood"),
            ("MoodChanges", 0, "present"), ("AppetiteChanges", 3, "increased"), ("MindfulSession", 0, "notApplicable"),
            ("MindfulSession", 1, nil), ("MenstrualFlow", 0, nil), ("MenstrualFlow", 5, "none"),
            ("CervicalMucusQuality", 5, "eggWhite"), ("AudioExposureEvent", 1, "momentaryLimit"),
            ("Headache", .max, nil),
        ] as [(String, Int64, String?)]
    )
    func `a value has its name`(type: String, code: Int64, name: String?) throws {
        let type = try #require(Catalogue.sampleType(named: "HKCategoryTypeIdentifier" + type))
        #expect(Catalogue.categoryName(type, code) == name)
    }

    @Test(
        arguments: [
            ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", 5),
            ("SleepAnalysis", "HKCategoryValueSleepAnalysisInBed", 0),
            ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleep", 1), ("Headache", "HKCategoryValueSeverityMild", 2),
            ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
            ("MindfulSession", "HKCategoryValueNotApplicable", 0),
            ("MoodChanges", "HKCategoryValuePresenceNotPresent", 1),
            ("MenstrualFlow", "HKCategoryValueVaginalBleedingHeavy", 4),
            ("MenstrualFlow", "HKCategoryValueMenstrualFlowHeavy", 4),
            ("MenstrualFlow", "HKCategoryValueMenstrualFlowNone", 5),
            ("MenstrualFlow", "HKCategoryValueMenstrualFlowUnspecified", 1),
            ("MenstrualFlow", "HKCategoryValueMenstrualFlowLight", 2),
            ("MenstrualFlow", "HKCategoryValueMenstrualFlowMedium", 3),
            ("OvulationTestResult", "HKCategoryValueOvulationTestResultPositive", 2),
            ("AudioExposureEvent", "HKCategoryValueAudioExposureEventLoudEnvironment", 1),
            ("BleedingAfterPregnancy", "HKCategoryValueVaginalBleedingLight", 2),
            ("AudioExposureEvent", "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit", 1),
        ] as [(String, String, Int64)]
    )
    func `Apple's constant has its code`(type: String, appleName: String, expected: Int64) throws {
        #expect(try code(type, appleName) == expected)
    }

    @Test(arguments: [
        ("SleepAnalysis", "HKCategoryValueSeverityMild"), ("Headache", "HKCategoryValueNotApplicable"),
        ("Headache", ""),
        ("Headache", "mild"), ("Headache", "HKCategoryValueSeveritymild"), ("Headache", "HKCategoryValueSeverity"),
        ("BleedingAfterPregnancy", "HKCategoryValueMenstrualFlowLight"),
        ("PregnancyTestResult", "HKCategoryValueOvulationTestResultPositive"),
        ("SleepAnalysis", "HKCategoryValueSleepAnalysisREM"),
        ("MoodChanges", "HKCategoryValueSeverityNotPresent"),
    ])
    func `a name of another enumeration has none`(type: String, appleName: String) throws {
        #expect(try code(type, appleName) == nil)
    }

    @Test func `no type but a category has values`() {
        for type in Catalogue.sampleTypes where type.kind != .category {
            #expect((-2...20).allSatisfy { Catalogue.categoryName(type, $0) == nil })
        }
    }
}
