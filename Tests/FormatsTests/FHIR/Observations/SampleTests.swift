import Formats
import Testing
import Vocabulary

/// Quantities, categories and totals as Observations.
struct SampleTests {
    @Test(
        arguments: [
            ("body", "HKQuantityTypeIdentifierHeight", "1.83", "m", "183 cm cm"),
            ("oxygenSaturation", "HKQuantityTypeIdentifierOxygenSaturation", "0.29", "%", "29 % %"),
            ("nutrition", "HKQuantityTypeIdentifierDietaryIron", "0.0081", "g", "8.1 mg mg"),
            ("nutrition", "HKQuantityTypeIdentifierDietaryIron", "0.1", "L", "0.1 L L"),
            (
                "heart", "HKQuantityTypeIdentifierHeartRate", "72.56198347107438", "count/min",
                "72.56198347107438 beats/minute /min"
            ),
            ("body", "HKQuantityTypeIdentifierBodyMassIndex", "22", "count", "22 kg/m^2 kg/m2"),
            ("nutrition", "HKQuantityTypeIdentifierDietaryZinc", "1e308", "g", "1.79769313486231e+308 mg mg"),
        ]
    )
    func `a quantity has its number in the unit of its type`(
        document: String,
        key: String,
        number: String,
        unit: String,
        shown: String
    ) throws {
        let observations = try Tree.resources(Fork.document(document, key, [Fork.quantity(number, unit)]))
        let quantity = try #require(observations.first)["valueQuantity"]
        #expect(quantity["system"].text == "http://unitsofmeasure.org")
        #expect("\(quantity["value"]) \(quantity["unit"]) \(quantity["code"])" == shown)
    }

    @Test func `a condensed sample is one Observation with statistics as components`() throws {
        let quantities = [("64.2", "average"), ("58", "minimum"), ("71.5", "maximum")].map { number, kind in
            Fork.quantity(number, "dBASPL", end: 734_941_800, more: #""type":"\#(kind)","count":6"#)
        }
        let key = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
        let observations = try Tree.resources(Fork.document("hearing", key, quantities))
        #expect(observations.count == 1 && observations[0]["valueQuantity"]["value"].number == 64.2)
        let components = observations[0]["component"].list
        #expect(components.map { $0["code"].codes } == [["minimum"], ["maximum"], ["count"]])
        let systems = Set(components.map { $0["code"]["coding"][0]["system"].text })
        #expect(systems == ["http://terminology.hl7.org/CodeSystem/observation-statistics"])
        #expect(components.map { $0["valueQuantity"]["value"].number } == [58, 71.5, 6])
        #expect(components.map { $0["valueQuantity"]["code"].text } == ["dB[SPL]", "dB[SPL]", "1"])
        // Without minimum and maximum there is the count.
        let bare = try Tree.resources(Fork.document("hearing", key, [quantities[0]]))
        #expect(bare[0]["component"].list.map { $0["code"].codes } == [["count"]])
    }

    @Test func `a percentage of a condensed sample is in hundredths everywhere`() throws {
        let quantities = [("0.29", "average"), ("0.07", "minimum"), ("0.57", "maximum")].map { number, kind in
            Fork.quantity(number, "%", more: #""type":"\#(kind)","count":2"#)
        }
        let key = "HKQuantityTypeIdentifierOxygenSaturation"
        let observation = try Tree.resources(Fork.document("oxygenSaturation", key, quantities))[0]
        #expect(observation["code"].codes == ["2708-6", "59408-5", key])
        #expect(observation["valueQuantity"]["value"].number == 29)
        #expect(observation["component"].list.map { $0["valueQuantity"]["value"].number } == [7, 57, 2])
    }

    @Test(arguments: [("3", "moderate"), ("99", "99"), ("9007199254740993", "9007199254740993"), ("0", "notPresent")])
    func `a category is a code of Apple with the name of the value`(number: String, name: String) throws {
        let key = "HKCategoryTypeIdentifierHeadache"
        let observations = try Tree.resources(Fork.document("symptoms", key, [Fork.quantity(number, name)]))
        #expect(observations.count == 1 && observations[0]["code"].codes == [key])
        #expect(observations[0]["category"].list.map(\.codes) == [["survey"]])
        let value = observations[0]["valueCodeableConcept"]["coding"]
        #expect(
            value.list.count == 1 && value[0]["code"].text == "\(key).\(number)" && value[0]["display"].text == name
        )
        #expect(value[0]["system"].text == "http://developer.apple.com/documentation/healthkit")
    }

    @Test(
        arguments: [
            ("steps", "steps", "HKQuantityTypeIdentifierStepCount", "55423-8"),
            ("distance", "distance", "HKQuantityTypeIdentifierDistanceWalkingRunning", "55430-3"),
            ("distance", "HKQuantityTypeIdentifierDistanceCycling", "HKQuantityTypeIdentifierDistanceCycling", nil),
            ("calories", "calories", "HKQuantityTypeIdentifierActiveEnergyBurned", "41981-2"),
            ("flightsClimbed", "flightsClimbed", "HKQuantityTypeIdentifierFlightsClimbed", "100304-5"),
        ] as [(String, String, String, String?)]
    )
    func `a total is an Observation of its day`(document: String, key: String, identifier: String, loinc: String?)
        throws
    {
        let unit = try #require(Catalogue.sampleType(named: identifier)?.canonicalUnit?.string)
        let total = Fork.quantity("3100", unit, id: nil, start: 734_907_600, end: 734_994_000, more: #""type":"sum""#)
        let observations = try Tree.resources(Fork.document(document, key, [total]))
        #expect(observations.count == 1 && observations[0]["code"].codes == [loinc, identifier].compactMap(\.self))
        #expect(observations[0]["valueQuantity"]["value"].number == 3100 && !observations[0]["identifier"].exists)
        #expect(observations[0]["effectivePeriod"]["start"].text == "2024-04-16T00:00:00.000+03:00")
        #expect(observations[0]["effectivePeriod"]["end"].text == "2024-04-17T00:00:00.000+03:00")
        let id = UUID128.derived("fhir", "conn-7", "\(document)/2024-04-16", identifier).description.lowercased()
        #expect(observations[0]["id"].text == id)
    }

    @Test func `a summary of activities has neither totals nor averages`() throws {
        let total = Fork.quantity("3100", "count", id: nil, more: #""type":"sum""#)
        let summary = Fork.document("activitiesSummary", "HKQuantityTypeIdentifierStepCount", [total])
        #expect(try Tree.resources(summary) == [])
    }

    @Test func `keys that are not types, and derived averages of an hour, make no Observation`() throws {
        let item = """
            "data":{"unknown":[\(Fork.quantity("1", "count"))]},\
            "meta_data":{"average":{"quantity":72,"unit":"count/min"},"count":{"quantity":1,"unit":"count"}}
            """
        let bundles = try Tree.bundles(Fork.document("heart", id: "heart/2024-04-16T06Z", item))
        #expect(bundles.count == 1 && bundles[0].keys == ["identifier", "resourceType", "type"])
    }

    @Test func `two samples of a document with one id are two resources`() throws {
        let quantities = [Fork.quantity("72", "count/min"), Fork.quantity("73", "count/min", start: 734_999_000)]
        let item = """
            "data":{"HKQuantityTypeIdentifierHeartRate":[\(quantities.joined(separator: ","))],\
            "HKQuantityTypeIdentifierRestingHeartRate":[\(quantities[0])]}
            """
        let document = Fork.document("heart", item)
        let ids = try Tree.resources(document).map { $0["id"].text }
        let name = "8E8BC593-E3CA-46D6-9EE0-654877C83A17"
        #expect(
            ids
                == ["", "/2", "/3"].map {
                    UUID128.derived("fhir", "conn-7", "heart/2024-04-16", name + $0).description.lowercased()
                }
        )
    }
}
