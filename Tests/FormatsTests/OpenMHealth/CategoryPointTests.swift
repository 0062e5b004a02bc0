import Testing
import Vocabulary

/// Category samples as data points.
struct CategoryPointTests {
    private static let categories =
        Catalogue.sampleTypes.filter { $0.kind == .category && $0 != .sleepAnalysis }.map(\.identifier)

    @Test(arguments: categories)
    func `a category sample has the name of its value`(identifier: String) throws {
        let type = try #require(Catalogue.sampleType(named: identifier))
        let name = Catalogue.categoryName(type, 1) ?? "1"
        let sample = Documents.sample("1", name, (734_945_400, 734_945_460))
        let points = try DataPoint.all(Documents.samples(type, [sample]))
        #expect(points.map(\.schema) == ["granola:hk-category-sample:1.0"])
        #expect(points[0].body["category_type"] as? String == identifier)
        #expect(points[0].body["category_value"] as? String == name)
        #expect(points[0].times == ["2024-04-16T10:30:00.000+03:00", "2024-04-16T10:31:00.000+03:00"])
    }

    @Test func `metadata are texts, numbers and bools under their keys`() throws {
        let metadata = [
            ("HKFoodType", "0", "g"), ("HKMenstrualCycleStart", "1", "bool"), ("HKTimeZone", "0", "Europe/Vilnius"),
            ("HKWeatherTemperature", "21.5", "degC"), ("HKWeatherCondition", "9007199254740993", "count"),
            ("own", "0", "a \\\"text\\\""), ("ratio", "0.1", ""), ("HKWeatherHumidity", "57", "%"),
            ("other", "0.29", "%"),
        ].map { #""\#($0)":{"quantity":\#($1),"unit":"\#($2)"}"# }.joined(separator: ",")
        let type = try #require(Catalogue.sampleType(named: "HKCategoryTypeIdentifierMenstrualFlow"))
        let sample = Documents.sample("2", "light", more: #","meta_data":{\#(metadata)}"#)
        let points = try DataPoint.all(Documents.samples(type, [sample]))
        let entries = try #require(points[0].body["metadata"] as? [[String: Any]])
        let keys = ["HKFoodType", "HKMenstrualCycleStart", "HKTimeZone", "HKWeatherTemperature", "HKWeatherCondition"]
        #expect(entries.prefix(5).map { $0["key"] as? String } == keys)
        #expect(
            [0, 2, 3, 5].map { entries[$0]["value"] as? String } == ["g", "Europe/Vilnius", "21.5 degC", "a \"text\""]
        )
        #expect(entries[1]["value"] as? Bool == true && entries[4]["value"] as? Int64 == 9_007_199_254_740_993)
        #expect(entries[6]["value"] as? Double == 0.1)
        #expect(entries[7]["value"] as? String == "57 %" && entries[8]["value"] as? String == "29 %")
    }
}
