import Testing
import Vocabulary

/// What a sample brings comes out as it came, and what says the same is the same copy.
@Suite struct ExactContractTests {
    private static let (start, end) = ("2024-01-05T10:00Z", "2024-01-05T10:30Z")

    /// The documents that uploads come to, one upload a commit, and what became of their samples.
    private static func run(_ samples: String...) -> (documents: [String: String], accounting: Accounting) {
        var journey = Journey()
        for (number, sample) in samples.enumerated() {
            journey.commit(Line.upload("2024-01-06T00:00:00Z", [sample], id: 900 + number))
        }
        return (journey.documents, journey.accounting)
    }

    private static let codes: [Int64] = [
        .max, .min, 9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993, 9_007_199_254_740_991,
        4_611_686_018_427_387_905,
    ]

    @Test(arguments: codes)
    func `the code of a category is kept to 64 bits`(code: Int64) {
        let type = "HKCategoryTypeIdentifierMindfulSession"
        let sample = Line.sample(1, type, Self.start, Self.end, "\"value\":\(code)")
        let document = Self.run(sample).documents["mindfulness/2024-01-05"] ?? ""
        #expect(document.contains("\"value\":{\"quantity\":\(code),\"unit\":\"\(code)\"}"), "\(document)")
    }

    @Test func `codes that are one double are two values`() {
        let type = "HKCategoryTypeIdentifierMindfulSession"
        let copies = [Int64.max, Int64.max - 1].map {
            Line.sample(1, type, Self.start, Self.end, "\"value\":\($0)")
        }
        let (one, other) = (Self.run(copies[0], copies[1]), Self.run(copies[1], copies[0]))
        #expect(one.accounting.replaced + other.accounting.replaced == 1)
        #expect(one.documents == other.documents)
        #expect(Self.run(copies[0], copies[0]).accounting.duplicates == 1)
    }

    @Test func `integers of metadata, codes and fields are kept to 64 bits`() {
        let number = "9007199254740993"
        let more = """
            "metadata":{"a":\(number),"b":{"value":-\(number),"unit":"x"},"HKElevationAscended":{"value":\(number),"unit":"m"}}
            """
        let mindful = "HKCategoryTypeIdentifierMindfulSession"
        var text = Self.run(Line.sample(1, mindful, Self.start, Self.end, "\"value\":0," + more)).documents.values
            .joined()
        #expect(text.contains("\"a\":{\"quantity\":\(number),"))
        #expect(text.contains("\"b\":{\"quantity\":-\(number),"))
        #expect(text.contains("\"HKElevationAscended\":{\"quantity\":\(number),"))
        let fields = "\"labels\":[\(number),{\"value\":\(number),\"unit\":\"y\"}],\"kind\":{\"a\":\(number)}"
        text = Self.run(Line.sample(1, "HKDataTypeStateOfMind", Self.start, Self.end, fields)).documents.values.joined()
        #expect(text.components(of: "\"quantity\":\(number),") == 3, "\(text)")
        let activity = """
            "workout_activity_type":37,"activities":[{"id":"\(Line.id(2))","start_date":"\(Self.start)",\
            "workout_activity_type":\(number)}],"events":[{"type":\(number),"start_date":"\(Self.start)"}]
            """
        text = Self.run(Line.sample(1, "HKWorkoutTypeIdentifier", Self.start, Self.end, activity)).documents.values
            .joined()
        #expect(text.contains("\"workout_activity_type\":{\"quantity\":\(number),"))
        #expect(text.contains("\"name\":\"\(number)\""))
    }

    /// Two samples of a type that differ in nulls only.
    struct Nulls: Sendable, CustomTestStringConvertible {
        let type: String
        let with: String
        let without: String
        var testDescription: String { with }
    }

    private static let nulls: [Nulls] = [
        Nulls(
            type: "HKDataTypeStateOfMind",
            with: #""labels":[1,null,2],"a":{"b":null,"c":[null,[null]]}"#,
            without: #""labels":[1,2],"a":{"c":[[]]}"#
        ),
        Nulls(type: "HKDataTypeStateOfMind", with: #""labels":[1],"a":1,"a":null"#, without: #""labels":[1]"#),
        Nulls(
            type: "HKWorkoutRouteTypeIdentifier",
            with: #""locations":[null,{"timestamp":1,"latitude":2,"longitude":3,"speed":null}]"#,
            without: #""locations":[{"timestamp":1,"latitude":2,"longitude":3}]"#
        ),
        Nulls(
            type: "HKWorkoutTypeIdentifier",
            with:
                #""workout_activity_type":37,"duration":null,"events":[null],"activities":[null],"statistics":{"x":null}"#,
            without: #""workout_activity_type":37"#
        ),
        Nulls(
            type: "HKWorkoutTypeIdentifier",
            with: #""workout_activity_type":37,"activities":[{"id":"00000000-0000-4000-8000-000000000007","#
                + #""start_date":1,"events":[null],"metadata":{"a":null},"statistics":null}]"#,
            without: #""workout_activity_type":37,"activities":[{"id":"00000000-0000-4000-8000-000000000007","#
                + #""start_date":1}]"#
        ),
        Nulls(
            type: "HKCorrelationTypeIdentifierFood",
            with: #""objects":[null,{"id":"00000000-0000-4000-8000-000000000007","start_date":1,"unit":"L","#
                + #""type":"HKQuantityTypeIdentifierDietaryWater","value":1,"metadata":null},null]"#,
            without: #""objects":[{"id":"00000000-0000-4000-8000-000000000007","start_date":1,"unit":"L","#
                + #""type":"HKQuantityTypeIdentifierDietaryWater","value":1}]"#
        ),
        Nulls(
            type: "HKCategoryTypeIdentifierMindfulSession",
            with: #""value":0,"metadata":{"a":1,"b":2,"b":null}"#,
            without: #""value":0,"metadata":{"a":1}"#
        ),
    ]

    @Test(arguments: nulls)
    func `null is the same as nothing, and makes no other copy`(nulls: Nulls) {
        let copies = [nulls.with, nulls.without].map { Line.sample(1, nulls.type, Self.start, Self.end, $0) }
        let (first, second) = (Self.run(copies[0], copies[1]), Self.run(copies[1], copies[0]))
        #expect(first.accounting.duplicates == 1 && second.accounting.duplicates == 1)
        #expect(!first.documents.values.joined().contains("null"))
        #expect(first.documents == second.documents)
    }

    @Test func `null in a list of settings is the same as nothing`() {
        func jobs(_ list: String) -> Int {
            var journey = Journey()
            let callback = #""callback_url":"https://e.com/hook""#
            journey.settings(
                #"{"connection_id":"c",\#(callback),"background_delivery":\#(list),"allowed_types":\#(list)}"#
            )
            let steps = Line.steps(1, Self.start, Self.end, 7)
            let sleep = Line.sleep(2, Self.start, Self.end, 3, source: "a")
            journey.commit(Line.upload("2024-01-06T00:00:00Z", [steps, sleep]))
            #expect(journey.refusals == ["unauthorized"])
            return journey.records.filter { $0.kind == .job }.count
        }
        #expect(jobs(#"["steps"]"#) == 1)
        #expect(jobs(#"[null,"steps",null]"#) == 1)
    }

    /// A list of a sample whose elements differ in what comes last in their order only.
    struct Unordered: Sendable, CustomTestStringConvertible {
        let type: String
        var more = ""
        let list: String
        /// What the elements have in common.
        let element: String
        /// What they have not.
        let ends: [String]
        var elements: [String] { ends.map { "{\(element)\($0)}" } }
        var testDescription: String { list }
    }

    private static let unordered: [Unordered] = [
        Unordered(
            type: "HKWorkoutRouteTypeIdentifier",
            list: "locations",
            element: #""timestamp":1,"latitude":2,"longitude":3"#,
            ends: ["altitude", "speed", "course", "horizontal_accuracy", "vertical_accuracy"].flatMap { field in
                ["", ",\"\(field)\":1", ",\"\(field)\":-2"]
            }
        ),
        Unordered(
            type: "HKWorkoutTypeIdentifier",
            more: #""workout_activity_type":37,"#,
            list: "events",
            element: #""type":3,"start_date":1"#,
            ends: ["", #","metadata":{"a":1}"#, #","metadata":{"a":2}"#]
        ),
        Unordered(
            type: "HKWorkoutTypeIdentifier",
            more: #""workout_activity_type":37,"#,
            list: "activities",
            element: #""id":"00000000-0000-4000-8000-000000000007","start_date":1"#,
            ends: ["", #","metadata":{"a":1}"#, #","metadata":{"a":2}"#, #","workout_activity_type":1"#]
        ),
        Unordered(
            type: "HKCorrelationTypeIdentifierFood",
            list: "objects",
            element: #""id":"00000000-0000-4000-8000-000000000007","start_date":1,"unit":"L","#
                + #""type":"HKQuantityTypeIdentifierDietaryWater","value":"#,
            ends: ["1", "2", #"3,"metadata":{"a":1}"#, #"3,"source":{"name":"a"}"#]
        ),
    ]

    @Test(arguments: unordered)
    func `the order in an upload makes no other copy`(list: Unordered) {
        let elements = list.elements
        func sample(_ elements: [String]) -> String {
            let shown = "\(list.more)\"\(list.list)\":[\(elements.joined(separator: ","))]"
            return Line.sample(1, list.type, Self.start, Self.end, shown)
        }
        let forth = Self.run(sample(elements), sample(elements.reversed()))
        let back = Self.run(sample(elements.reversed()), sample(elements))
        #expect(forth.accounting.duplicates == 1 && back.accounting.duplicates == 1)
        #expect(forth.documents == back.documents)
    }

    @Test(arguments: [
        ["1.7e308", "1.7e308"], ["-1.7e308", "1.7e308", "1.7e308"],
        ["1.7e308", "1.5e308,\"count\":9223372036854775807"],
    ])
    func `an average of huge values is a number between them`(values: [String]) throws {
        let type = "HKQuantityTypeIdentifierHeartRate"
        let samples = values.enumerated().map { number, value in
            Line.sample(number, type, Self.start, Self.start, "\"unit\":\"count/min\",\"value\":\(value)")
        }
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", samples))
        for (id, document) in journey.documents {
            #expect(!document.contains("null"), "\(id)")
            let average = try #require(
                document.number(after: "\"average\":{\"quantity\":") ?? document.number(before: "\"type\":\"average\"")
            )
            #expect(average.magnitude <= 1.7e308 && average.magnitude > 1e307, "\(id): \(average)")
        }
    }

    @Test func `a sum beyond a double is the greatest double`() {
        let type = "HKQuantityTypeIdentifierStepCount"
        let samples = (1...3).map {
            Line.sample($0, type, Self.start, Self.start, "\"unit\":\"count\",\"value\":1.7e308")
        }
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", samples))
        let text = journey.documents["steps/2024-01-05"] ?? ""
        #expect(text.contains("1.7976931348623157e308") || text.contains("1.7976931348623157e+308"), "\(text)")
    }

    @Test func `characters that are no digits are no date, also before there was one`() {
        let date = String(repeating: "\\u0000", count: 10) + "T08:15:00Z"
        let good = Line.steps(2, "2001-01-01T08:15:00Z", "2001-01-01T08:16:00Z", 1)
        var journey = Journey()
        journey.commit(Line.upload("2001-01-06T00:00:00Z", [Line.steps(1, date, date, 1), good]))
        #expect(journey.refusals == ["decodingError"])
        #expect(journey.documents["steps/2001-01-01"] != nil)
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `rings are listed by their start, also one of a whole day`(order: [Int]) {
        let fields = "\"apple_stand_hours\":11"
        // What lasts a day and more is kept apart from the rest.
        let rings = [
            Line.sample(1, "HKActivitySummaryTypeIdentifier", "2024-01-05T08:00Z", "2024-01-06T09:00Z", fields),
            Line.sample(2, "HKActivitySummaryTypeIdentifier", Self.start, Self.end, fields),
        ]
        let documents = Self.run(rings[order[0]], rings[order[1]]).documents
        let parts = (documents["activitiesSummary/2024-01-05"] ?? "").split(separator: "\"id\":\"")
        let listed = parts.map { String($0.prefix(36)) }
        #expect(listed.filter([Line.id(1), Line.id(2)].contains) == [Line.id(1), Line.id(2)])
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }

    /// The number that stands after a text.
    fileprivate func number(after text: String) -> Double? {
        guard let range = firstRange(of: text) else { return nil }
        return Double(self[range.upperBound...].prefix { "+-.0123456789e".contains($0) })
    }

    /// The number of the quantity whose type stands there.
    fileprivate func number(before text: String) -> Double? {
        guard let range = firstRange(of: text) else { return nil }
        let rest = self[..<range.lowerBound]
        guard let start = rest.ranges(of: "\"quantity\":").last else { return nil }
        return Double(rest[start.upperBound...].prefix { "+-.0123456789e".contains($0) })
    }
}
