import Foundation
import Testing
import Vocabulary

/// Numbers that cannot be, and bounds of condensed samples that do not fit.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct QuantityRuleTests {
    private static let noon = "2024-04-25T10:00:00Z"

    private static func refusals(_ samples: String...) -> [String] {
        var journey = Journey()
        journey.commit(Line.upload("2024-04-26T08:15:00Z", samples.map { $0 }))
        return journey.refusals
    }

    @Test(arguments: [
        ("HeartRate", "-1", "count/min"), ("BloodGlucose", "-26.7", "mg/dL"), ("BodyMass", "-0.001", "kg"),
        ("StepCount", "-1", "count"), ("OxygenSaturation", "-0.01", "%"), ("OxygenSaturation", "97", "%"),
        ("BodyFatPercentage", "23", "%"), ("OxygenSaturation", "1.1000001", "%"), ("OxygenSaturation", "1.2", "count"),
        ("BodyTemperature", "-273.16", "degC"), ("BodyTemperature", "-0.01", "K"), ("WaterTemperature", "-460", "degF"),
    ])
    func `a number that no measurement of the type can be is refused`(type: String, value: String, unit: String) {
        #expect(Self.refusals(Line.quantity(1, of: type, Self.noon, value, unit)) == ["invalidValue"])
    }

    @Test(arguments: [
        ("HeartRate", "0", "count/min"), ("HeartRate", "-0.0", "count/min"), ("OxygenSaturation", "0.97", "%"),
        ("OxygenSaturation", "1.1", "%"), ("BodyTemperature", "-5", "degC"), ("BodyTemperature", "-273.15", "degC"),
        ("BodyTemperature", "-459.67", "degF"), ("BodyTemperature", "0", "K"), ("UnderwaterDepth", "-0.3", "m"),
        ("EnvironmentalAudioExposure", "-3", "dBASPL"), ("HeadphoneAudioExposure", "-3", "dBASPL"),
        ("EnvironmentalSoundReduction", "-3", "dBASPL"),
    ])
    func `a number that can be is taken`(type: String, value: String, unit: String) {
        #expect(Self.refusals(Line.quantity(1, of: type, Self.noon, value, unit)).isEmpty)
    }

    @Test(arguments: [
        (("BloodPressureSystolic", "-120", "mmHg"), "BloodPressure"), (("DietaryWater", "-1", "mL"), "Food"),
        (("OxygenSaturation", "97", "%"), "Food"),
    ])
    func `a correlation with such a number is refused whole`(member: (String, String, String), type: String) {
        let members = [
            Line.quantity(2, of: "DietaryWater", Self.noon, "5", "mL"),
            Line.quantity(3, of: member.0, Self.noon, member.1, member.2),
        ].joined(separator: ",")
        let more = "\"objects\":[\(members)]"
        let sample = Line.sample(1, "HKCorrelationTypeIdentifier" + type, Self.noon, Self.noon, more)
        #expect(Self.refusals(sample) == ["invalidValue"])
    }

    /// A share told as a percentage, as exports write it.
    @Test func `a percentage that is no fraction says what is meant`() {
        var journey = Journey()
        let samples = [("OxygenSaturation", "97"), ("BodyFatPercentage", "23")].enumerated().map { number, sample in
            Line.quantity(number, of: sample.0, Self.noon, sample.1, "%")
        }
        journey.commit(Line.upload(in: "Europe/Vilnius", "2024-04-26T08:15:00Z", samples))
        #expect(journey.refusals == ["invalidValue", "invalidValue"])
        let messages = journey.records.compactMap { record in
            record.headers.first { $0.name == "fork-error-message" }.map { String(decoding: $0.value, as: UTF8.self) }
        }
        #expect(messages.allSatisfy { $0.contains("0.97 means 97 %") }, "\(messages)")
    }

    /// A condensed sample, and the bounds that its document shows.
    struct Condensed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var type = "HeartRate"
        var value = "80"
        var unit = "count/min"
        let bounds: String
        var shown: [String] = []
    }

    private static let condensed = [
        Condensed(testDescription: "both hold", bounds: #","minimum":60,"maximum":120"#, shown: ["60", "120"]),
        Condensed(testDescription: "both are the value", bounds: #","minimum":80,"maximum":80"#, shown: ["80", "80"]),
        Condensed(testDescription: "only the least is known", bounds: #","minimum":60"#, shown: ["60"]),
        Condensed(testDescription: "0 where there was nothing", bounds: #","minimum":0,"maximum":0"#),
        Condensed(testDescription: "swapped", bounds: #","minimum":120,"maximum":60"#),
        Condensed(testDescription: "only the least, above the value", bounds: #","minimum":81"#),
        Condensed(testDescription: "only the greatest, below the value", bounds: #","maximum":79.9"#),
        Condensed(testDescription: "a least that cannot be", bounds: #","minimum":-1,"maximum":120"#),
        Condensed(
            testDescription: "a greatest beyond a double",
            value: "1",
            unit: "count/ps",
            bounds: #","maximum":1e308"#
        ),
        Condensed(
            testDescription: "rounded elsewhere",
            value: "80.00000001",
            bounds: #","minimum":80.00000002,"maximum":80.00000003"#,
            shown: ["80.00000002", "80.00000003"]
        ),
        Condensed(testDescription: "beyond rounding", bounds: #","minimum":80.0000002,"maximum":90"#),
        Condensed(
            testDescription: "of a sum, which is of so many",
            type: "DietaryWater",
            value: "100",
            unit: "mL",
            bounds: #","minimum":10,"maximum":30"#,
            shown: ["10", "30"]
        ),
        Condensed(
            testDescription: "of a sum, told of the whole",
            type: "DietaryWater",
            value: "100",
            unit: "mL",
            bounds: #","minimum":100,"maximum":100"#
        ),
        Condensed(
            testDescription: "percentages that are no fractions",
            type: "OxygenSaturation",
            value: "0.9",
            unit: "%",
            bounds: #","minimum":0.8,"maximum":97"#
        ),
    ]

    @Test(arguments: condensed)
    func `minimum and maximum that do not fit cost nothing but themselves`(one: Condensed) throws {
        var journey = Journey()
        let more = ",\"count\":5\(one.bounds)"
        let sample = Line.quantity(1, of: one.type, Self.noon, one.value, one.unit, more: more)
        journey.commit(Line.upload("2024-04-26T08:15:00Z", [sample]))
        #expect(journey.refusals.isEmpty)
        let names = ["HeartRate": "heart/2024-04-25T10Z", "DietaryWater": "nutrition/2024-04-25"]
        let document = try #require(journey.documents[names[one.type] ?? "oxygenSaturation/2024-04-25"])
        let id = #""id":"\#(Line.id(1))","#
        let bounds = document.components(separatedBy: id).dropFirst(2).map { text in
            String(text.split(separator: #""quantity":"#, maxSplits: 1)[1].prefix { $0 != "," })
        }
        #expect(bounds == one.shown, "\(document)")
    }

    @Test func `the averages are those of what was measured`() {
        let zeros = #","count":30,"minimum":0,"maximum":0"#
        let first = Line.rate(1, Self.noon, to: "2024-04-25T10:05:00Z", "80", more: zeros)
        let second = Line.rate(2, "2024-04-25T10:10:00Z", "100")
        var journey = Journey()
        journey.commit(Line.upload("2024-04-26T08:15:00Z", [first]))
        #expect(journey.documents["heart/2024-04-25T10Z"]?.contains(#""average":{"quantity":80,"#) == true)
        journey.commit(Line.upload("2024-04-26T08:15:00Z", [second], id: 998))
        let document = journey.documents["heart/2024-04-25T10Z"]
        #expect(document?.contains(#""minimum":{"quantity":80,"#) == true, "\(document ?? "")")
        #expect(document?.contains(#""maximum":{"quantity":100,"#) == true)
        var swapped = Journey()
        let bounds = #","count":30,"minimum":120,"maximum":60"#
        swapped.commit(Line.upload("2024-04-26T08:15:00Z", [Line.rate(1, Self.noon, "80", more: bounds)]))
        #expect(swapped.documents["heart/2024-04-25T10Z"]?.contains(#""average":{"quantity":80,"#) == true)
    }

    @Test func `bounds without a count are ignored, whatever they are`() {
        for bounds in [#","minimum":"x","maximum":-9"#, #","count":1,"minimum":"x""#] {
            #expect(Self.refusals(Line.rate(1, Self.noon, "80", more: bounds)).isEmpty)
        }
        #expect(Self.refusals(Line.rate(1, Self.noon, "80", more: #","count":0"#)) == ["invalidValue"])
    }
}
