import Testing

/// Kinds of samples without a form of their own: a component for each value.
struct FieldTests {
    private static func value(_ number: String, _ unit: String, kind: String? = nil) -> String {
        let kind = kind.map { #","type":"\#($0)""# } ?? ""
        return #"{"start_date":1,"end_date":1,"value":{"quantity":\#(number),"unit":"\#(unit)"}\#(kind)}"#
    }

    private static func sample(_ document: String, _ type: String, _ fields: String, more: String = "") throws -> Tree {
        let key = type == "HKWorkoutRouteTypeIdentifier" ? "workoutRoute" : type
        return try #require(
            Tree.resources(
                Fork.document(
                    document,
                    """
                    "nested_data":{"\(key)":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17","name":"\(key)",\
                    "start_date":734940000,"end_date":734940000,"data":{\(fields)}\(more)}]}
                    """
                )
            ).first
        )
    }

    /// Returns the last code of each component with its value.
    private static func shown(_ sample: Tree) -> [String] {
        sample["component"].list.map { component in
            let quantity = component["valueQuantity"]
            let number = quantity.exists ? "\(quantity["value"]) \(quantity["code"])" : nil
            let bool = component["valueBoolean"].exists ? "\(component["valueBoolean"])" : nil
            return "\(component["code"].codes.last ?? "?"): \(number ?? bool ?? "'\(component["valueString"])'")"
        }
    }

    @Test func `a field with one value is one component`() throws {
        let sample = try Self.sample(
            "medications",
            "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent",
            """
            "dose_quantity":[\(Self.value("2.5", "count"))],"is_late":[\(Self.value("1", "bool"))],\
            "log_status":[\(Self.value("0", "taken"))],"nothing":[\(Self.value("0", ""))],"none":[],\
            "volume":[\(Self.value("0", "mL"))]
            """
        )
        let type = "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"
        #expect(sample["code"].codes == [type] && sample["category"][0].codes == ["survey"])
        #expect(
            Self.shown(sample) == [
                "\(type).dose_quantity: 2.5 1", "\(type).is_late: 1", "\(type).log_status: 'taken'",
                "\(type).volume: 0 mL",
            ]
        )
        #expect(sample["component"][0]["code"]["coding"][0]["display"].text == "dose_quantity")
    }

    @Test func `a value in an object has the code of the field and its own`() throws {
        let sample = try Self.sample(
            "visionPrescription",
            "HKVisionPrescriptionTypeIdentifier",
            """
            "right_eye":[\(Self.value("90", "deg", kind: "axis")),\(Self.value("-1.25", "D", kind: "sphere")),\
            \(Self.value("0", "left blank", kind: "note"))]
            """
        )
        let field = "HKVisionPrescriptionTypeIdentifier.right_eye"
        #expect(sample["component"].list.map { $0["code"].codes.first } == [field, field, field])
        #expect(
            Self.shown(sample) == [
                "\(field).axis: 90 deg", "\(field).sphere: -1.25 [diop]", "\(field).note: 'left blank'",
            ]
        )
    }

    @Test func `what is deeper is a component for each value inside`() throws {
        let point = #"""
            {\"frequency\":{\"unit\":\"Hz\",\"value\":1000},\"left_ear_sensitivity\":{\"unit\":\"dBHL\",\"value\":15.5},
            \"tests\":[{\"masked\":true,\"clamp\":null},{\"masked\":false,\"by\":\"\",\"side\":\"left\"},[7]]}
            """#.filter { $0 != "\n" }
        let sample = try Self.sample(
            "hearing",
            "HKDataTypeIdentifierAudiogram",
            #""sensitivity_points":[\#(Self.value("0", point))]"#
        )
        let field = "HKDataTypeIdentifierAudiogram.sensitivity_points"
        #expect(
            Self.shown(sample) == [
                "\(field).frequency: 1000 Hz", "\(field).left_ear_sensitivity: 15.5 dB", "\(field).tests.masked: 1",
                "\(field).tests.masked: 0", "\(field).tests.side: 'left'", "\(field).tests: 7 1",
            ]
        )
    }

    @Test(arguments: ["{", "{a}", "[1,", "[\\\"a"])
    func `a text that only begins like JSON stays a text`(text: String) throws {
        let sample = try Self.sample("hearing", "HKDataTypeIdentifierAudiogram", #""note":[\#(Self.value("0", text))]"#)
        let shown = text.replacing("\\\"", with: "\"")
        #expect(Self.shown(sample) == ["HKDataTypeIdentifierAudiogram.note: '\(shown)'"])
    }

    @Test func `a state of mind has its own codes before those of the fields`() throws {
        let sample = try Self.sample(
            "stateOfMind",
            "HKDataTypeStateOfMind",
            """
            "associations":[\(Self.value("3", "count"))],"labels":[\(Self.value("7", "count")),\
            \(Self.value("16", "count"))],"valence_classification":[\(Self.value("5", "count"))]
            """
        )
        #expect(
            sample["component"].list.map { $0["code"].codes } == [
                ["HKStateOfMindAssociation", "HKDataTypeStateOfMind.associations"],
                ["HKStateOfMindLabel", "HKDataTypeStateOfMind.labels"],
                ["HKStateOfMindLabel", "HKDataTypeStateOfMind.labels"],
                ["HKStateOfMindValenceClassification", "HKDataTypeStateOfMind.valence_classification"],
            ]
        )
        #expect(sample["component"].list.map { $0["valueQuantity"]["value"].number } == [3, 7, 16, 5])
    }

    @Test func `an assessment has its score as value and its answers as components`() throws {
        let type = "HKScoredAssessmentTypeIdentifierPHQ9"
        let fields = #""answers":[\#(Self.value("0", "count")),\#(Self.value("2", "count"))]"#
        let score = #","score":[\#(Self.value("6", "count"))]"#
        let sample = try Self.sample("scoredAssessment", type, fields + score)
        #expect(sample["code"].codes == ["44261-6", type])
        #expect(sample["valueQuantity"]["value"].number == 6 && sample["valueQuantity"]["code"].text == "{score}")
        #expect(Self.shown(sample) == ["\(type).answers: 0 1", "\(type).answers: 2 1"])
        let others = try Self.sample("scoredAssessment", type, fields)
        #expect(!others["valueQuantity"].exists && others["component"].list.count == 2)
    }

    @Test func `a route has the number of its points`() throws {
        let points = (0..<3).map { #"{"time":\#($0),"latitude":54.6,"longitude":25.2}"# }.joined(separator: ",")
        let type = "HKWorkoutRouteTypeIdentifier"
        let sample = try Self.sample("workoutRoute", type, "", more: #","coordinates":[\#(points)]"#)
        #expect(Self.shown(sample) == ["\(type).coordinates: 3 1"])
    }

    @Test func `a summary of activities has its rings only`() throws {
        let resources = try Tree.resources(
            Fork.document(
                "activitiesSummary",
                """
                "data":{"HKQuantityTypeIdentifierStepCount":[\(Fork.quantity("5", "count", id: nil))]},\
                "nested_data":{"HKActivitySummaryTypeIdentifier":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17",\
                "start_date":734907600,"end_date":734994000,"data":{\
                "apple_exercise_time":[\(Self.value("34", "min"))]}}]}
                """
            )
        )
        #expect(resources.map(Self.shown) == [["HKActivitySummaryTypeIdentifier.apple_exercise_time: 34 min"]])
    }

    @Test func `a sample without values says that its value is unknown`() throws {
        let sample = try Self.sample("hearing", "HKDataTypeIdentifierAudiogram", "")
        #expect(sample["dataAbsentReason"].codes == ["unknown"] && !sample["component"].exists)
    }

    @Test func `a document has components for 10,000 values of nested JSON, and further ones stay texts`() throws {
        func list(_ count: Int) -> String { "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
        let texts = [list(9_998), list(3), list(2), list(1)]
        let values = texts.map { Self.value("0", $0) }.joined(separator: ",")
        let document = Fork.document(
            "hearing",
            """
            "nested_data":{"HKDataTypeIdentifierAudiogram":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17",\
            "start_date":1,"end_date":2,"data":{"sensitivity_points":[\(values)]}}]}
            """
        )
        let components = try Tree.resources(document).flatMap { $0["component"].list }
        #expect(components.count { $0["valueQuantity"].exists } == 10_000)
        #expect(components.compactMap { $0["valueString"].text } == [list(3), list(1)])
    }

    @Test func `long names of fields do not multiply`() throws {
        let name = String(repeating: "n", count: 20_000)
        let values = (0..<200).map { _ in Self.value("1", "count", kind: name) }.joined(separator: ",")
        let nested =
            String(repeating: #"{\""# + name + #"\":"#, count: 3) + "["
            + Array(repeating: "1", count: 200).joined(separator: ",")
        let text = Self.value("0", nested + "]" + "}}}")
        let document = Fork.document(
            "hearing",
            """
            "nested_data":{"HKDataTypeIdentifierAudiogram":[{"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17",\
            "start_date":1,"end_date":2,"data":{"\(name)":[\(values),\(text)]}}]}
            """
        )
        let bundle = try #require(Tree.bundles(document).first)
        #expect(bundle["entry"][0]["resource"]["component"].list.count == 400)
        #expect("\(bundle)".utf8.count < 1_000_000)
    }
}
