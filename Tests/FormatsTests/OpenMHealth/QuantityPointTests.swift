import Foundation
import Testing
import Vocabulary

/// Quantity samples and totals as data points.
struct QuantityPointTests {
    /// The types with a schema of their own: the schema, the member of the body, its unit, and its number for 0.29.
    private static let schemas: [String: (String, String, String, Double)] = [
        "StepCount": ("omh:step-count:3.0", "step_count", "steps", 0.29),
        "ActiveEnergyBurned": ("omh:calories-burned:2.0", "kcal_burned", "kcal", 0.29),
        "HeartRate": ("omh:heart-rate:2.0", "heart_rate", "beats/min", 0.29),
        "BloodGlucose": ("omh:blood-glucose:3.0", "blood_glucose", "mg/dL", 0.29),
        "BodyMass": ("omh:body-weight:2.0", "body_weight", "kg", 0.29),
        "Height": ("omh:body-height:1.0", "body_height", "m", 0.29),
        "BodyTemperature": ("omh:body-temperature:3.0", "body_temperature", "C", 0.29),
        "BodyFatPercentage": ("omh:body-fat-percentage:1.0", "body_fat_percentage", "%", 29),
        "BodyMassIndex": ("omh:body-mass-index:2.0", "body_mass_index", "kg/m^2", 0.29),
        "OxygenSaturation": ("omh:oxygen-saturation:2.0", "oxygen_saturation", "%", 29),
        "RespiratoryRate": ("omh:respiratory-rate:2.0", "respiratory_rate", "breaths/min", 0.29),
    ]

    private static let quantities = Catalogue.sampleTypes.filter { $0.kind == .quantity }.map(\.identifier)

    @Test(arguments: quantities)
    func `a quantity has its schema, member and unit`(identifier: String) throws {
        let type = try #require(Catalogue.sampleType(named: identifier))
        let unit = try #require(type.canonicalUnit?.string)
        let sample = Documents.sample("0.29", unit)
        let point = try #require(try DataPoint.all(Documents.samples(type, [sample])).first)
        let name = String(identifier.dropFirst("HKQuantityTypeIdentifier".count))
        if let (schema, member, unit, number) = Self.schemas[name] {
            #expect(point.schema == schema)
            #expect(point.measure(member) == .init(value: number, unit: unit))
            #expect(point.body.count == 2)
        } else {
            #expect(point.schema == "granola:hk-quantity-sample:1.0")
            #expect(point.body["quantity_type"] as? String == identifier)
            if unit == "count" {
                #expect(point.body["count"] as? Double == 0.29)
            } else {
                #expect(point.measure("unit_value") == .init(value: 0.29, unit: unit))
            }
            #expect(point.body.count == 3)
        }
    }

    @Test(arguments: [0, 0.07, 0.29, 0.57, 1.0 / 3, 0.975, 1, 1.1, 72.5, 1e-300, 1e-7, 12_345.678_9, 9e15, 1e300])
    func `a value is read back to 1e-9`(value: Double) throws {
        for name in ["HeartRate", "BodyFatPercentage", "OxygenSaturation", "BloodAlcoholContent", "StepCount"] {
            let type = try SampleType.quantity(name)
            let unit = try #require(type.canonicalUnit?.string)
            let point = try #require(
                try DataPoint.all(Documents.samples(type, [Documents.sample("\(value)", unit)])).first
            )
            let schema = Self.schemas[name]
            let read = try #require(point.measure(schema?.1 ?? "unit_value"))
            let back = schema?.2 == "%" ? read.value / 100 : read.value
            #expect(abs(back - value) <= 1e-9 * value, "\(name) \(value)")
        }
    }

    @Test func `a day has a total without statistic, over the day`() throws {
        let total = Documents.sample(id: nil, "3100", "count", (734_907_600, 734_994_000), more: #","type":"sum""#)
        let steps = try SampleType.quantity("StepCount")
        let points = try DataPoint.all(Documents.samples(steps, [total]))
        #expect(points.count == 1)
        #expect(points[0].measure("step_count") == .init(value: 3100, unit: "steps"))
        #expect(points[0].times == ["2024-04-16T00:00:00.000+03:00", "2024-04-17T00:00:00.000+03:00"])
        #expect(points[0].created == "2024-04-17T00:00:00.000+03:00")
        #expect(points[0].body["descriptive_statistic"] == nil)
        let name = "omh/conn-7/steps/2024-04-16/HKQuantityTypeIdentifierStepCount/1"
        #expect(points[0].id == UUID128.v5(name: Array(name.utf8)).description.lowercased())
    }

    @Test func `a total is an interval even if the day has no length`() throws {
        let total = Documents.sample(id: nil, "3100", "count", more: #","type":"sum""#)
        let points = try DataPoint.all(Documents.samples(try .quantity("StepCount"), [total]))
        #expect(points[0].times == Array(repeating: "2024-04-16T10:30:00.000+03:00", count: 2))
    }

    @Test(arguments: [("HeartRate", "count/min", "heart_rate", 1), ("OxygenSaturation", "%", "oxygen_saturation", 100)])
    func `a condensed sample makes a data point of each statistic`(
        name: String,
        unit: String,
        member: String,
        factor: Double
    ) throws {
        let samples = [("average", "0.5"), ("minimum", "0.25"), ("maximum", "0.75")].map { kind, value in
            Documents.sample(value, unit, (1, 2), more: #","type":"\#(kind)","count":120"#)
        }
        let points = try DataPoint.all(Documents.samples(try .quantity(name), samples))
        #expect(points.map { $0.body["descriptive_statistic"] as? String } == ["average", "minimum", "maximum"])
        #expect(points.map { $0.measure(member)?.value } == [0.5 * factor, 0.25 * factor, 0.75 * factor])
        let ids = (1...3).map { number in
            let document = try? SampleType.quantity(name).document.name
            let name = "omh/conn-7/\(document ?? "")/2024-04-16/\(Documents.sampleID)/\(number)"
            return UUID128.v5(name: Array(name.utf8)).description.lowercased()
        }
        #expect(points.map(\.id) == ids)
    }

    @Test(
        arguments: [
            ("HeartRate", "count/min", "average", "omh:heart-rate:2.0", "average"),
            ("BodyMass", "kg", "average", "omh:body-weight:2.0", "average"),
            ("EnvironmentalAudioExposure", "dBASPL", "average", "granola:hk-quantity-sample:1.0", nil),
            ("DietaryWater", "mL", "sum", "granola:hk-quantity-sample:1.0", nil),
        ] as [(String, String, String, String, String?)]
    )
    func `another condensed sample is its average or sum`(
        name: String,
        unit: String,
        kind: String,
        schema: String,
        statistic: String?
    ) throws {
        let sample = Documents.sample("64.2", unit, (1, 2), more: #","type":"\#(kind)","count":6"#)
        var samples = [sample]
        if name != "HeartRate" {
            samples.append(Documents.sample("58", unit, (1, 2), more: #","type":"minimum","count":6"#))
        }
        let points = try DataPoint.all(Documents.samples(try .quantity(name), samples))
        #expect(points.map(\.schema) == [schema] && points.map(\.id) == [Documents.sampleID.lowercased()])
        #expect(points[0].body["descriptive_statistic"] as? String == statistic)
    }

    @Test func `a value in an unexpected unit keeps its unit`() throws {
        let sample = Documents.sample("5.5", "mmol<180.1558800000541>/L")
        let points = try DataPoint.all(Documents.samples(try .quantity("BloodGlucose"), [sample]))
        #expect(points.map(\.schema) == ["granola:hk-quantity-sample:1.0"])
        #expect(points[0].measure("unit_value") == .init(value: 5.5, unit: "mmol<180.1558800000541>/L"))
    }
}
