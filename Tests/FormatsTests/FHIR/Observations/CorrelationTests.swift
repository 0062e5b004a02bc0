import Formats
import Testing

/// Blood pressure and food as Observations with components.
struct CorrelationTests {
    private static let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
    private static let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"

    private static func document(_ type: String, _ identifier: String, _ members: [(String, [String])]) -> String {
        let data = members.map { #""\#($0.0)":[\#($0.1.joined(separator: ","))]"# }
        return Fork.document(
            type,
            """
            "nested_data":{"\(identifier)":[{"id":"EF0E5883-1ACD-43D5-BFEE-167FE83E21DC","name":"\(identifier)",\
            "start_date":734945400,"end_date":734945400,"data":{\(data.joined(separator: ","))},\
            "meta_data":{"HKWasUserEntered":{"quantity":1,"unit":"bool"}},"source":{"name":"iPhone"},\
            "device":{"name":"Cuff"}}]}
            """
        )
    }

    private static func pressure(_ members: [(String, [String])]) throws -> Tree {
        let resources = try Tree.resources(document("vitalSigns", "HKCorrelationTypeIdentifierBloodPressure", members))
        #expect(resources.count == 1)
        return try #require(resources.first)
    }

    @Test func `a blood pressure is a panel with two components`() throws {
        let panel = try Self.pressure([
            (Self.diastolic, [Fork.quantity("78.5", "mmHg", id: "16D100EA-4773-4C9B-8D9B-EF2BFDAC5DA6")]),
            (Self.systolic, [Fork.quantity("121", "mmHg", id: "55DB9785-8D4F-4CD0-AD3A-CB0D14F1C371")]),
        ])
        #expect(panel["code"].codes == ["85354-9", "HKCorrelationTypeIdentifierBloodPressure"])
        #expect(panel["category"].list.map(\.codes) == [["vital-signs"]])
        #expect(panel["identifier"][0]["value"].text == "urn:uuid:ef0e5883-1acd-43d5-bfee-167fe83e21dc")
        #expect(panel.keys.allSatisfy { !$0.hasPrefix("value") })
        #expect(panel["device"]["display"].text == "Cuff" && panel["extension"].list.count == 2)
        let components = panel["component"].list
        #expect(components.map { $0["code"].codes } == [["8480-6", Self.systolic], ["8462-4", Self.diastolic]])
        #expect(components.map { $0["valueQuantity"]["value"].number } == [121, 78.5])
        #expect(components.map { $0["valueQuantity"]["code"].text } == ["mm[Hg]", "mm[Hg]"])
    }

    @Test(
        arguments: [([systolic], ["121", nil]), ([diastolic], [nil, "121"]), ([], [nil, nil])]
            as [([String], [String?])]
    )
    func `a component that is missing says so`(present: [String], shown: [String?]) throws {
        let components = try Self.pressure(present.map { ($0, [Fork.quantity("121", "mmHg")]) })["component"].list
        #expect(components.map { $0["code"].codes.first } == ["8480-6", "8462-4"])
        for (component, number) in zip(components, shown) {
            #expect(component["valueQuantity"]["value"].exists == (number != nil))
            let reason = component["dataAbsentReason"]["coding"]
            #expect(reason[0]["code"].text == (number == nil ? "unknown" : nil))
            #expect(component.keys == ["code", number == nil ? "dataAbsentReason" : "valueQuantity"])
        }
    }

    @Test func `each component of the profile occurs once, and further members are kept`() throws {
        let heartRate = "HKQuantityTypeIdentifierHeartRate"
        let components = try Self.pressure([
            (Self.systolic, [Fork.quantity("121", "mmHg"), Fork.quantity("119", "mmHg")]),
            (heartRate, [Fork.quantity("60", "count/min")]),
        ])["component"].list
        #expect(
            components.map { $0["code"].codes } == [
                ["8480-6", Self.systolic], ["8462-4", Self.diastolic], [Self.systolic], [heartRate],
            ]
        )
        #expect(components.map { $0["valueQuantity"]["code"].text } == ["mm[Hg]", nil, "mm[Hg]", "/min"])
        let names = components.dropFirst(2).map { $0["code"]["coding"][0]["display"].text }
        #expect(names == ["Blood Pressure Systolic", "Heart Rate"])
    }

    @Test func `food has a component for each member, with its metadata`() throws {
        let more = #""meta_data":{"HKFoodType":{"quantity":0,"unit":"Porridge"}}"#
        let members = [
            ("HKQuantityTypeIdentifierDietaryEnergyConsumed", [Fork.quantity("418.25", "kcal", more: more)]),
            ("HKQuantityTypeIdentifierDietaryProtein", [Fork.quantity("21.5", "g")]),
            ("HKCategoryTypeIdentifierHeartburn", [Fork.quantity("2", "mild")]),
        ]
        let food = try Tree.resources(Self.document("nutrition", "HKCorrelationTypeIdentifierFood", members))
        #expect(food.count == 1 && food[0]["code"].codes == ["80453-4", "HKCorrelationTypeIdentifierFood"])
        let components = food[0]["component"].list
        #expect(components.map { $0["code"].codes.last } == members.map(\.0))
        #expect(
            components[0]["code"].codes.first == "9052-2" && components[0]["valueQuantity"]["value"].number == 418.25
        )
        #expect(components[0]["extension"][0]["extension"][1]["valueString"].text == "Porridge")
        #expect(!components[1]["extension"].exists)
        #expect(components[2]["valueCodeableConcept"].codes == ["HKCategoryTypeIdentifierHeartburn.2"])
    }

    @Test func `food without members has no known value`() throws {
        let food = try Tree.resources(Self.document("nutrition", "HKCorrelationTypeIdentifierFood", []))
        #expect(food.map { $0["dataAbsentReason"].codes } == [["unknown"]] && !food[0]["component"].exists)
    }

    private static func metadata(_ component: Tree) -> [Double?] {
        component["extension"].list.map { $0["extension"][1]["valueQuantity"]["value"].number }
    }

    @Test(arguments: [99, 100, 101, 250])
    func `a member with much metadata has further components for it`(count: Int) throws {
        let entries = (0..<count).map { #""k\#($0)":{"quantity":\#($0),"unit":"m"}"# }.joined(separator: ",")
        let more = #""meta_data":{\#(entries)}"#
        let protein = "HKQuantityTypeIdentifierDietaryProtein"
        let food = Self.document(
            "nutrition",
            "HKCorrelationTypeIdentifierFood",
            [(protein, [Fork.quantity("21.5", "g", more: more)])]
        )
        let components = try #require(Tree.resources(food).first)["component"].list
        let others = [Double?](repeating: nil, count: (count - 1) / 100)
        #expect(components.map { $0["valueQuantity"]["value"].number } == [21.5] + others)
        #expect(components.dropFirst().allSatisfy { $0["dataAbsentReason"].codes == ["not-applicable"] })
        #expect(components.allSatisfy { $0["code"].codes == [protein] && $0["extension"].list.count <= 100 })
        #expect(components.flatMap(Self.metadata) == (0..<count).map { Double($0) })
        let pressure = try Self.pressure([(Self.systolic, [Fork.quantity("121", "mmHg", more: more)])])["component"]
            .list
        #expect(pressure.filter { $0["code"].codes == ["8480-6", Self.systolic] }.count == 1)
        #expect(pressure.flatMap(Self.metadata) == (0..<count).map { Double($0) })
    }
}
