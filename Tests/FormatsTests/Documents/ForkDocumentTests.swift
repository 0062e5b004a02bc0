import Formats
import JSON
import Testing
import Vocabulary

/// Fork documents as all forms read them.
struct ForkDocumentTests {
    private static func read(_ json: String) throws -> ForkDocument { try #require(ForkDocument(Array(json.utf8))) }

    @Test func `a document gives its head, lists and items`() throws {
        let document = try Self.read(
            """
            {"id":"heart/2024-04-16T06Z","connection_id":"conn-7","type":"heart","start_date":734940000,\
            "end_date":734943600,"time_zone":"Europe/Vilnius","user_id":"u","collected_at":1,\
            "source":[{"name":"A","bundleIdentifier":"a","version":"1","productType":"Watch6,9"},{"name":"B"}],\
            "device":[{"name":null,"manufacturer":"Apple Inc.","model":"Watch"}],"meta_data":{},\
            "data":[{"id":"43534b1e-e3f2-57e2-b9ad-e2bc0132792d","name":"heart","start_date":1,"end_date":2,\
            "data":{"HKQuantityTypeIdentifierHeartRate":[\
            {"id":"8E8BC593-E3CA-46D6-9EE0-654877C83A17","start_date":1.5,"end_date":2,\
            "value":{"quantity":72.5,"unit":"count/min"},"meta_data":{"HKTimeZone":{"quantity":0,"unit":"Asia/Tokyo"},\
            "HKWasUserEntered":{"quantity":1,"unit":"bool"}},"source":1}]},\
            "meta_data":{"count":{"quantity":9007199254740993,"unit":"count"}},\
            "nested_data":{"workoutRoute":[{"name":"workoutRoute","coordinates":[{"time":1,"latitude":2,"longitude":3,\
            "altitude":4,"horizontal_accuracy":5},{"time":1}]}]}}]}
            """
        )
        #expect(document.id == "heart/2024-04-16T06Z" && document.type == .heart && document.connection == "conn-7")
        #expect(document.start == 734_940_000 && document.end == 734_943_600 && document.zone == "Europe/Vilnius")
        #expect(document.sources.map(\.name) == ["A", "B"] && document.sources[0].productType == "Watch6,9")
        #expect(document.devices.map(\.manufacturer) == ["Apple Inc."] && document.devices[0].name == nil)
        let item = document.items[0]
        #expect(item.id == UUID128("43534B1E-E3F2-57E2-B9AD-E2BC0132792D") && item.name == "heart")
        #expect(item.metadata["count"]?.integer == 9_007_199_254_740_993)
        let quantity = try #require(item.quantities("HKQuantityTypeIdentifierHeartRate").first)
        #expect(quantity.start == 1.5 && quantity.end == 2 && quantity.value.number == 72.5)
        #expect(document.source(of: quantity)?.name == "B" && document.device(of: quantity)?.model == "Watch")
        #expect(quantity.metadata.zone == "Asia/Tokyo" && quantity.metadata.isUserEntered)
        let route = try #require(item.nested.first)
        #expect(route.type?.kind == .workoutRoute && route.items[0].points.map(\.altitude) == [4])
    }

    @Test func `a condensed sample is one quantity`() throws {
        func quantity(_ id: String, _ value: Double, _ kind: String, count: Int = 6) -> String {
            """
            {"id":"\(id)","start_date":1,"end_date":2,"value":{"quantity":\(value),"unit":"count/min"},\
            "type":"\(kind)","count":\(count)}
            """
        }
        let (first, second) = ("8E8BC593-E3CA-46D6-9EE0-654877C83A17", "16261BE4-BF5F-422E-8D37-7A801D66BA97")
        let list = [
            quantity(first, 3, "average"), quantity(first, 1, "minimum"), quantity(first, 5, "maximum"),
            quantity(second, 9, "average"), quantity(first, 2, "minimum"),
        ]
        let document = try Self.read(
            #"{"id":"heart/1","type":"heart","data":[{"data":{"a":[\#(list.joined(separator: ","))]}}]}"#
        )
        let quantities = document.items[0].quantities("a")
        #expect(quantities.map(\.value.number) == [3, 9, 2] && quantities.map(\.count) == [6, 6, 6])
        #expect(quantities.map(\.minimum) == [1, nil, nil] && quantities.map(\.maximum) == [5, nil, nil])
    }

    @Test(
        arguments: [
            ("steps", "steps", "HKQuantityTypeIdentifierStepCount"),
            ("calories", "calories", "HKQuantityTypeIdentifierActiveEnergyBurned"),
            ("sleep", "sleep", "HKCategoryTypeIdentifierSleepAnalysis"),
            ("heart", "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierHeartRate"),
            ("workouts", "workoutRoute", "HKWorkoutRouteTypeIdentifier"),
            ("heart", "steps", nil), ("electrocardiogram", "voltages", nil), ("workouts", "workoutEvents", nil),
        ] as [(String, String, String?)]
    )
    func `a key is the type of its samples`(document: String, key: String, identifier: String?) throws {
        let read = try Self.read(
            #"{"id":"x","type":"\#(document)","data":[{"data":{"\#(key)":[]},"nested_data":{"\#(key)":[]}}]}"#
        )
        #expect(read.items[0].series[0].type?.identifier == identifier)
        #expect(read.items[0].nested[0].type?.identifier == identifier)
    }

    @Test(
        arguments: [
            (0, "g", .number), (1, "bool", .bool(true)), (0, "bool", .bool(false)), (2, "bool", .number),
            (0, "Porridge", .text("Porridge")), (0, "", .text("")), (3, "moderate", .number),
            (0, "TimeInterval", .number), (0, "count", .number),
        ] as [(Double, String, ForkDocument.TypedValue)]
    )
    func `a value is a number, a bool or a text`(number: Double, unit: String, meaning: ForkDocument.TypedValue) {
        #expect(ForkDocument.Measure(number: number, unit: unit).meaning == meaning)
    }

    @Test func `a text key of HealthKit is a text even if the text is a unit`() throws {
        let document = try Self.read(
            """
            {"id":"x","type":"heart","data":[{"meta_data":{"HKFoodType":{"quantity":0,"unit":"g"},\
            "other":{"quantity":0,"unit":"g"}}}]}
            """
        )
        #expect(document.items[0].metadata.entries.map(\.meaning) == [.text("g"), .number])
    }

    @Test(
        arguments: [
            "", "[]", "{", #"{"type":"heart"}"#, #"{"id":"x"}"#, #"{"id":"x","type":"unknown"}"#,
            #"{"id":1,"type":"heart"}"#,
        ]
    )
    func `what is not a document is not read`(json: String) {
        #expect(ForkDocument(Array(json.utf8)) == nil)
    }

    @Test func `fields of a wrong shape are left out`() throws {
        let document = try Self.read(
            """
            {"id":"x","type":"heart","start_date":"a","source":{},"device":3,"data":[1,{"data":[],"nested_data":1,\
            "id":"no","meta_data":{"a":1},"coordinates":{}},{"data":{"a":[1,{"value":2,"id":3,"source":1e30}],"b":{}}}]}
            """
        )
        #expect(
            document.start == 0 && document.sources.isEmpty && document.devices.isEmpty && document.items.count == 3
        )
        #expect(document.items[2].quantities("a").count == 2 && document.items[2].quantities("b").isEmpty)
        #expect(document.source(of: document.items[2].quantities("a")[1]) == nil)
    }

    @Test func `ids are written in lower case`() {
        var writer = Writer()
        writer.lowercase(UUID128.derived("fhir", "conn-7", "steps/2024-04-16"))
        // The version 5 UUID of the name in the namespace of fork-worker, computed by Python's uuid.uuid5.
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "2e413a96-873a-5381-88d2-a35e1d15a683")
    }
}
