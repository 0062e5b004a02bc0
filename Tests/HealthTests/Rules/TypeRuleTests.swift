import Testing
import Vocabulary

/// Types of iOS 26, other names of types and values, and metadata of any shape.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct TypeRuleTests {
    private static let noon = "2024-04-25T10:00:00Z"

    private static func documents(_ samples: String...) -> [String: String] {
        var journey = Journey()
        journey.commit(Line.upload(in: "Europe/Vilnius", "2024-04-26T08:15:00Z", samples.map { $0 }))
        #expect(journey.refusals.isEmpty)
        return journey.documents
    }

    @Test func `medications, their doses and hypertension are shown`() {
        let dose = #""log_status":4,"medication_concept_identifier":"rx-1","dose_quantity":{"value":1,"unit":"count"}"#
        let concept = #""nickname":"morning","has_schedule":true,"is_archived":false"#
        let documents = Self.documents(
            Line.sample(1, "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent", Self.noon, Self.noon, dose),
            Line.sample(2, "HKDataTypeUserAnnotatedMedicationConcept", Self.noon, Self.noon, concept),
            Line.sample(3, "HKCategoryTypeIdentifierHypertensionEvent", Self.noon, Self.noon, #""value":0"#)
        )
        #expect(documents.keys.sorted() == ["heart/2024-04-25T10Z", "medications/2024-04-25"])
        let medications = documents["medications/2024-04-25"] ?? ""
        #expect(medications.contains(#""nickname""#) && medications.contains(#""unit":"morning""#))
        #expect(medications.contains(#""dose_quantity""#) && medications.contains(#""unit":"rx-1""#))
        #expect(documents["heart/2024-04-25T10Z"]?.contains(#""unit":"notApplicable""#) == true)
    }

    @Test func `both kinds of heart rate variability stand in their hour and in the day`() {
        func variability(_ number: Int, _ kind: String, _ value: Int) -> String {
            let type = "HKQuantityTypeIdentifierHeartRateVariability" + kind
            return Line.sample(number, type, Self.noon, Self.noon, "\"value\":\(value),\"unit\":\"ms\"")
        }
        let documents = Self.documents(variability(1, "RMSSD", 20), variability(2, "SDNN", 40))
        for key in ["heart/2024-04-25T10Z", "activitiesSummary/2024-04-25"] {
            #expect(documents[key]?.contains("VariabilityRMSSD\":[") == true, "\(key)")
            #expect(documents[key]?.contains("VariabilitySDNN\":[") == true, "\(key)")
        }
    }

    @Test(arguments: [
        ("HKDataTypeIdentifierStateOfMind", "HKDataTypeStateOfMind", #""kind":1"#),
        (
            "HKDataTypeIdentifierUserAnnotatedMedicationConcept", "HKDataTypeUserAnnotatedMedicationConcept",
            #""nickname":"a""#
        ),
        (
            "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent", "HKCategoryTypeIdentifierAudioExposureEvent",
            #""value":1"#
        ),
    ])
    func `an alias comes out as the type that it stands for`(alias: String, type: String, fields: String) {
        let documents = Self.documents(Line.sample(1, alias, Self.noon, Self.noon, fields))
        #expect(documents == Self.documents(Line.sample(1, type, Self.noon, Self.noon, fields)))
        #expect(documents.values.contains { $0.contains("\"\(type)\"") && !$0.contains(alias) })
        // And in settings.
        for name in [alias, type] {
            for sent in [alias, type] {
                var journey = Journey()
                journey.settings(#"{"connection_id":"c","allowed_types":["\#(name)"]}"#)
                let other = Line.steps(2, Self.noon, Self.noon, 5)
                let sample = Line.sample(1, sent, Self.noon, Self.noon, fields)
                journey.commit(Line.upload("2024-04-26T08:15:00Z", [sample, other]))
                #expect(journey.accounting.new == 1 && journey.refusals == ["unauthorized"])
            }
        }
    }

    @Test func `older names of values are those of today`() {
        let values = [
            ("OvulationTestResult", "HKCategoryValueOvulationTestResultPositive", "luteinizingHormoneSurge"),
            ("AudioExposureEvent", "HKCategoryValueAudioExposureEventLoudEnvironment", "momentaryLimit"),
            ("MenstrualFlow", "HKCategoryValueMenstrualFlowHeavy", "heavy"),
        ]
        for (type, value, name) in values {
            let field = "\"value\":\"\(value)\""
            let sample = Line.sample(1, "HKCategoryTypeIdentifier" + type, Self.noon, Self.noon, field)
            #expect(Self.documents(sample).values.contains { $0.contains("\"unit\":\"\(name)\"") }, "\(type)")
        }
    }

    /// Metadata, and how a document shows it.
    @Test(arguments: [
        (#"{"a":[1, 2]}"#, #"{"a":{"quantity":0,"unit":"[1,2]"}}"#),
        (#"{"a":{}}"#, #"{"a":{"quantity":0,"unit":"{}"}}"#),
        (
            #"{"HKWeatherTemperature":{"quantity":50,"unit":"degF"}}"#,
            #"{"HKWeatherTemperature":{"quantity":50,"unit":"degF"}}"#
        ),
        (
            #"{"HKElevationAscended":{"quantity":42,"unit":"cm"}}"#,
            #"{"HKElevationAscended":{"quantity":0.42,"unit":"m"}}"#
        ),
        (#"{"a":{"value":"5","unit":"kg"}}"#, #"{"a":{"quantity":0,"unit":"{\"unit\":\"kg\",\"value\":\"5\"}"}}"#),
        (#"{"a":{"value":"5","quantity":5,"unit":"kg"}}"#, #"{"a":{"quantity":5,"unit":"kg"}}"#),
        (#"{"a":{"value":6,"quantity":5,"unit":"kg"}}"#, #"{"a":{"quantity":6,"unit":"kg"}}"#),
        (#"{"a":{"value":5}}"#, #"{"a":{"quantity":0,"unit":"{\"value\":5}"}}"#),
        (#"{"a":{"value":5,"unit":7}}"#, #"{"a":{"quantity":0,"unit":"{\"unit\":7,\"value\":5}"}}"#),
        (
            #"{"a":{"z":[null,1,{"y":null}],"b":null,"a":true}}"#,
            #"{"a":{"quantity":0,"unit":"{\"a\":true,\"z\":[1,{}]}"}}"#
        ),
        (#"{"a":[9007199254740993]}"#, #"{"a":{"quantity":0,"unit":"[9007199254740993]"}}"#),
    ])
    func `metadata of any shape is kept`(metadata: String, shown: String) {
        let origin = ",\"metadata\":\(metadata)"
        let documents = Self.documents(Line.quantity(1, of: "BodyMass", Self.noon, "70", "kg", more: origin))
        let document = documents["body/2024-04-25"] ?? ""
        #expect(document.contains("\"meta_data\":\(shown)"), "\(document)")
        #expect(document.contains(#""quantity":70,"unit":"kg""#))
    }
}
