import Foundation
import Testing
import Vocabulary

/// Blood pressures and meals as data points.
struct CorrelationPointTests {
    private static let id = "EF0E5883-1ACD-43D5-BFEE-167FE83E21DC"
    private static let upper = "HKQuantityTypeIdentifierBloodPressureSystolic"
    private static let lower = "HKQuantityTypeIdentifierBloodPressureDiastolic"

    /// Returns a series of samples of `data`.
    private static func series(_ key: String, _ values: String..., unit: String = "mmHg") -> String {
        let samples = values.enumerated().map { index, value in
            Documents.sample(id: "00000000-0000-0000-0000-00000000000\(index)", value, unit)
        }
        return #""\#(key)":[\#(samples.joined(separator: ","))]"#
    }

    /// Returns the data points of a document with a correlation, and with `data` beside it.
    private static func points(
        _ identifier: String,
        _ members: [String],
        metadata: String = "",
        beside data: String = ""
    ) throws -> [DataPoint] {
        let correlation = """
            {"id":"\(id)","name":"\(identifier)","start_date":734945400,"end_date":734945400,\
            "data":{\(members.joined(separator: ","))},"meta_data":{\(metadata)},"source":{"name":"Cuff"}}
            """
        return try DataPoint.all(
            Documents.document(
                "vitalSigns",
                item: #","data":{\#(data)},"nested_data":{"\#(identifier)":[\#(correlation)]}"#
            )
        )
    }

    private static let pressure = "HKCorrelationTypeIdentifierBloodPressure"
    private static let food = "HKCorrelationTypeIdentifierFood"

    @Test func `a blood pressure has both values`() throws {
        let points = try Self.points(
            Self.pressure,
            [Self.series(Self.lower, "78.00640388794825"), Self.series(Self.upper, "121")],
            metadata: #""HKWasUserEntered":{"quantity":1,"unit":"bool"}"#
        )
        #expect(points.map(\.schema) == ["omh:blood-pressure:3.1"])
        #expect(points[0].id == Self.id.lowercased() && points[0].source == "Cuff")
        #expect(points[0].modality == "self-reported" && points[0].times == ["2024-04-16T10:30:00.000+03:00"])
        #expect(points[0].measure("systolic_blood_pressure") == .init(value: 121, unit: "mmHg"))
        #expect(points[0].measure("diastolic_blood_pressure") == .init(value: 78.00640388794825, unit: "mmHg"))
    }

    @Test(
        arguments: [
            [series(upper, "121")], [series(lower, "78")], [series(lower, "78"), series(upper, "121", "122")],
            [series(lower, "78"), series(upper, "121"), series("HKQuantityTypeIdentifierHeartRate", "60")],
            [series(lower, "10.4", unit: "kPa"), series(upper, "16", unit: "kPa")],
        ]
    )
    func `a blood pressure without exactly both values is a correlation`(members: [String]) throws {
        let points = try Self.points(Self.pressure, members)
        #expect(points.map(\.schema) == ["granola:hk-correlation:1.0"])
        let samples = try #require(points[0].body["quantity_samples"] as? [[String: Any]])
        #expect(samples.count == members.joined().components(separatedBy: "start_date").count - 1)
    }

    @Test func `a meal has its members and its name`() throws {
        let points = try Self.points(
            Self.food,
            [
                Self.series("HKQuantityTypeIdentifierDietaryProtein", "21.5", "3", unit: "g"),
                Self.series("HKCategoryTypeIdentifierNausea", "2", unit: "mild"),
                Self.series("unheardOf", "1"),
            ],
            metadata: #""HKFoodType":{"quantity":0,"unit":"Porridge"},"HKTimeZone":{"quantity":0,"unit":"Asia/Tokyo"}"#
        )
        #expect(points.map(\.schema) == ["granola:hk-correlation:1.0"])
        let body = points[0].body
        #expect(body["correlation_type"] as? String == Self.food)
        let quantities = try #require(body["quantity_samples"] as? [[String: Any]])
        #expect(quantities.count == 2)
        #expect(quantities[0]["quantity_type"] as? String == "HKQuantityTypeIdentifierDietaryProtein")
        #expect((quantities[0]["unit_value"] as? [String: Any])?["value"] as? Double == 21.5)
        #expect(
            quantities[0]["effective_time_frame"] as? [String: String] == ["date_time": "2024-04-16T16:30:00.000+09:00"]
        )
        let categories = try #require(body["category_samples"] as? [[String: Any]])
        #expect(categories.map { $0["category_value"] as? String } == ["mild"])
        #expect((body["metadata"] as? [[String: Any]])?.first?["value"] as? String == "Porridge")
    }

    @Test func `a correlation without members makes no data point`() throws {
        #expect(try Self.points(Self.food, []).isEmpty)
        #expect(try Self.points(Self.pressure, [Self.series("unheardOf", "1")]).isEmpty)
    }

    @Test func `a member that is also a sample of its own goes out in the correlation only`() throws {
        let points = try Self.points(
            Self.pressure,
            [Self.series(Self.lower, "78"), Self.series(Self.upper, "121")],
            beside: Self.series(Self.upper, "121", "118")
        )
        #expect(points.map(\.schema) == ["granola:hk-quantity-sample:1.0", "omh:blood-pressure:3.1"])
        #expect(points[0].measure("unit_value")?.value == 118)
    }
}
