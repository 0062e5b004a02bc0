import Vocabulary

extension Documents {
    /// Returns a document with one sample of a type.
    static func document(of type: SampleType, id: String) -> String {
        let (key, name) = (type.documentKey, type.document.name)
        let unit = type.canonicalUnit?.string ?? Catalogue.categoryName(type, 1) ?? "1"
        let value = sample(id: id, type.kind == .category ? "1" : "0.75", unit, bounds)
        switch type.kind {
        case .quantity where [.steps, .distance, .calories, .flightsClimbed].contains(type.document):
            let total = sample(id: nil, "3100", unit, (734_907_600, 734_994_000), more: #","type":"sum""#)
            return document(name, id: "\(name)/\(key)", item: #","data":{"\#(key)":[\#(total)]}"#)
        case .quantity, .category:
            let figures = #""meta_data":{"asleep":{"quantity":60,"unit":"s"}}"#
            return document(name, item: #","data":{"\#(key)":[\#(value)]},\#(figures)"#)
        case .motion:
            return document(name, item: #","data":{"walking":[\#(sample(id: id, "60", "s", bounds))]}"#)
        case .workout:
            let duration = #","meta_data":{"duration":{"quantity":60,"unit":"TimeInterval"}}"#
            return document(name, item: duration).replacing("6201756A-DE63-57DE-956D-5990056AF490", with: id)
        default:
            let data = fields(of: type).map { #""\#($0)":[\#($1.joined(separator: ","))]"# }.joined(separator: ",")
            let item =
                #"{"id":"\#(id)","name":"x","start_date":\#(bounds.0),"end_date":\#(bounds.1),"data":{\#(data)}}"#
            return document(name, item: #","nested_data":{"\#(key)":[\#(item)]}"#)
        }
    }

    private static let bounds = (734_945_400.0, 734_945_460.0)

    /// Returns the fields of a sample that is an item, each with its values.
    private static func fields(of type: SampleType) -> [(String, [String])] {
        func value(_ number: String, _ unit: String, _ kind: String = "") -> String {
            sample(id: nil, number, unit, bounds, more: kind.isEmpty ? "" : #","type":"\#(kind)""#)
        }
        func member(_ identifier: String, _ number: String, _ unit: String) -> (String, [String]) {
            ("HKQuantityTypeIdentifier\(identifier)", [sample(number, unit, bounds)])
        }
        return switch type.kind {
        case .correlation where type.document == .nutrition:
            [member("DietaryEnergyConsumed", "418", "kcal"), member("DietaryProtein", "21.5", "g")]
        case .correlation:
            [member("BloodPressureDiastolic", "78", "mmHg"), member("BloodPressureSystolic", "121", "mmHg")]
        case .heartbeatSeries: [("beats", [0, 1].map { value("0", #"{\"time_since_start\":\#($0)}"#) })]
        case .electrocardiogram:
            [
                ("average_heart_rate", [value("64", "count/min")]), ("sampling_frequency", [value("512", "Hz")]),
                ("voltages", [value("12", "µV"), value("-3", "µV")]),
            ]
        case .characteristic where type.identifier.hasSuffix("DateOfBirth"): [("value", [value("0", "1989-05-12")])]
        case .characteristic:
            [("value", [value("1", Characteristic.value(of: type, code: 1)?.name ?? "")])]
        case .clinical: [("fhir_resource", [value("0", resource(of: type).replacing("\"", with: "\\\""))])]
        case .documentCDA: [("document", [value("0", "<ClinicalDocument/>")])]
        case .scoredAssessment: [("score", [value("6", "count")])]
        case .stateOfMind: [("valence", [value("0.35", "count")])]
        case .visionPrescription: [("right_eye", [value("-1.25", "D", "sphere")])]
        case .activitySummary: [("active_energy_burned", [value("512.5", "kcal")])]
        case .audiogram:
            [("sensitivity_points", [value("0", #"{\"left_ear_sensitivity\":{\"unit\":\"dBHL\",\"value\":15}}"#)])]
        default: [("log_status", [value("1", "count")])]
        }
    }

    /// Returns a small resource of the usual type in the clinical records of a type.
    private static func resource(of type: SampleType) -> String {
        let patient = #"{"reference":"Patient/7"}"#
        return switch type.identifier.dropFirst("HKClinicalTypeIdentifier".count).dropLast("Record".count) {
        case "Allergy": #"{"resourceType":"AllergyIntolerance","patient":\#(patient)}"#
        case "ClinicalNote":
            #"{"resourceType":"DocumentReference","status":"current","content":[{"attachment":{"title":"Visit"}}]}"#
        case "Condition": #"{"resourceType":"Condition","subject":\#(patient)}"#
        case "Immunization":
            """
            {"resourceType":"Immunization","status":"completed","vaccineCode":{"text":"Tetanus"},"patient":\(patient),\
            "occurrenceString":"2024"}
            """
        case "Medication":
            """
            {"resourceType":"MedicationRequest","status":"active","intent":"order","subject":\(patient),\
            "medicationCodeableConcept":{"text":"Aspirin"}}
            """
        case "Procedure": #"{"resourceType":"Procedure","status":"completed","subject":\#(patient)}"#
        case "Coverage":
            #"{"resourceType":"Coverage","status":"active","beneficiary":\#(patient),"payor":[\#(patient)]}"#
        default: #"{"resourceType":"Observation","status":"final","code":{"text":"Hemoglobin"}}"#
        }
    }
}
