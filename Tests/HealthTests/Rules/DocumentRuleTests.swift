import Health
import JSON
import Testing
import Vocabulary

/// How documents show what samples bring, and where they are cut.
@Suite struct DocumentRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let (start, end) = ("2024-01-05T10:00Z", "2024-01-05T10:30Z")

    private static func water(_ number: Int, _ more: String = "") -> String {
        let type = "HKQuantityTypeIdentifierDietaryWater"
        return Line.sample(number, type, start, end, "\"value\":0.5,\"unit\":\"L\"\(more)")
    }

    private static func food(_ members: [String], _ more: String = "") -> String {
        let fields = "\"objects\":[\(members.joined(separator: ","))]\(more)"
        return Line.sample(1, "HKCorrelationTypeIdentifierFood", start, end, fields)
    }

    private static func mindful(_ number: Int, _ code: Int64) -> String {
        Line.sample(number, "HKCategoryTypeIdentifierMindfulSession", start, end, "\"value\":\(code)")
    }

    private static let nutrition = "nutrition/2024-01-05"

    static let cases = [
        RuleCase(
            "a document lists the sources of a correlation's members too",
            [
                [
                    Line.upload(
                        now,
                        [food([water(2, ",\"source\":{\"name\":\"scale\"}")], ",\"source\":{\"name\":\"app\"}")]
                    )
                ]
            ],
            .shows(nutrition, "\"source\":[{\"name\":\"app\"},{\"name\":\"scale\"}]")
        ),
        RuleCase(
            "a condensed sum is a sum, with its least and its greatest",
            [[Line.upload(now, [water(2, ",\"count\":3,\"minimum\":0.1,\"maximum\":0.3")])]],
            .shows(nutrition, "\"type\":\"sum\""),
            .shows(nutrition, "\"type\":\"minimum\""),
            .hides(nutrition, "\"type\":\"average\"")
        ),
        RuleCase(
            "each sample has its own code, also after one that is no double",
            [[Line.upload(now, [mindful(1, 9_007_199_254_740_993), mindful(2, 77)])]],
            .shows("mindfulness/2024-01-05", "\"quantity\":9007199254740993,"),
            .shows("mindfulness/2024-01-05", "\"quantity\":77,")
        ),
        RuleCase(
            "true is one and false is none",
            [[Line.upload(now, [Line.sample(1, "HKDataTypeStateOfMind", start, end, "\"a\":true,\"b\":[false]")])]],
            .shows(
                "stateOfMind/2024-01-05",
                "\"a\":[{\"start_date\":726141600,\"end_date\":726143400,\"value\":{\"quantity\":1,\"unit\":\"bool\"}}]"
            ),
            .shows(
                "stateOfMind/2024-01-05",
                "\"b\":[{\"start_date\":726141600,\"end_date\":726143400,\"value\":{\"quantity\":0,\"unit\":\"bool\"}}]"
            )
        ),
        RuleCase(
            "a quantity has the place of its source and that of its device, each in its own list",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.rate(
                                1,
                                "2024-01-05T10:00Z",
                                "60",
                                from: Line.Origin(source: "A", device: #"{"name":"Z"}"#)
                            ),
                            Line.rate(
                                2,
                                "2024-01-05T10:10Z",
                                "61",
                                from: Line.Origin(source: "B", device: #"{"name":"Y"}"#)
                            ),
                        ]
                    )
                ]
            ],
            .shows("heart/2024-01-05T10Z", "\"source\":0,\"device\":1"),
            .shows("heart/2024-01-05T10Z", "\"source\":1,\"device\":0")
        ),
        RuleCase(
            "the least and the greatest of a condensed sample are converted as its value is",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.quantity(
                                1,
                                of: "HeartRate",
                                start,
                                to: end,
                                "1",
                                "count/s",
                                more: ",\"count\":4,\"minimum\":0.5,\"maximum\":2"
                            )
                        ]
                    )
                ]
            ],
            .shows("heart/2024-01-05T10Z", "\"quantity\":30,"),
            .shows("heart/2024-01-05T10Z", "\"quantity\":60,"),
            .shows("heart/2024-01-05T10Z", "\"quantity\":120,")
        ),
        RuleCase(
            "minus zero is zero",
            [[Line.upload(now, [Line.quantity(1, of: "BodyMass", start, "-0.0", "kg")])]],
            .shows("body/2024-01-05", "\"quantity\":0,"),
            .hides("body/2024-01-05", "\"quantity\":-0")
        ),
    ]

    @Test func `what is too little for a double in its unit is zero too`() {
        var journey = Journey()
        journey.commit(
            Line.upload(Self.now, [Line.quantity(1, of: "BodyMass", Self.start, "-4.9406564584124654e-324", "g")])
        )
        let document = journey.documents["body/2024-01-05"]
        #expect(document?.contains("\"quantity\":0,") == true, "\(journey.refusals)")
    }

    @Test(arguments: cases) func `documents show what samples bring`(one: RuleCase) { one.check() }

    @Test func `metadata without a member is left out`() {
        var journey = Journey()
        journey.commit(Line.upload(Self.now, [Line.rate(1, "2024-01-05T10:10Z", "60", more: ",\"metadata\":{}")]))
        #expect(journey.documents.values.contains { $0.contains(Line.id(1)) })
        // That of the document itself is there always.
        #expect(journey.documents.values.allSatisfy { $0.ranges(of: "\"meta_data\":{}").count == 1 })
    }

    @Test func `null is no field and no element`() throws {
        var parser = Parser()
        let type = try #require(Catalogue.sampleTypes.first { $0.identifier == "HKDataTypeStateOfMind" })
        let fields = try parser.parse(Array(#"{"a":null,"b":[1,null,2],"c":{"d":null,"e":3}}"#.utf8))
        let series = FieldSeries.series(of: fields, start: 0, end: 1, type: type)
        #expect(series.map { String(decoding: $0.key, as: UTF8.self) } == ["b", "c"])
        #expect(series.map { $0.quantities.map(\.value) } == [[1, 2], [3]])
    }

    @Test(arguments: [Double.infinity, -.infinity])
    func `what is computed beyond a double is the greatest of its sign`(value: Double) throws {
        var metadata = Metadata()
        metadata.computed = [("a", value, "s")]
        var writer = Writer()
        metadata.write(into: &writer)
        let found = try Tree(json: writer.bytes)["a"]?["quantity"]?.number
        #expect(found == (value > 0 ? Double.greatestFiniteMagnitude : -.greatestFiniteMagnitude))
    }

    /// The records of what samples make in documents of so many bytes.
    private static func texts(_ samples: [String], maximum: Int) -> [String] {
        var rules = Rules()
        rules.documentMaxBytes = maximum
        var journey = Journey(rules)
        journey.commit(Line.upload(now, samples))
        #expect(journey.refusals.isEmpty)
        return journey.documents.values.map { $0 }
    }

    @Test func `a correlation is never parted from its members`() {
        let texts = Self.texts([Self.food((10..<40).map { Self.water($0) })], maximum: 1500)
        let holding = texts.filter { text in (10..<40).contains { text.contains(Line.id($0)) } }
        #expect(texts.count > 1 && holding.count == 1)
        #expect((10..<40).allSatisfy { holding.first?.contains(Line.id($0)) == true })
    }

    @Test func `each point of a route is in one part`() {
        let points = (0..<100).map { #"{"timestamp":\#(726_141_600 + $0),"latitude":\#($0),"longitude":3}"# }
        let route = Line.sample(
            1,
            "HKWorkoutRouteTypeIdentifier",
            Self.start,
            Self.end,
            "\"locations\":[\(points.joined(separator: ","))]"
        )
        let texts = Self.texts([route], maximum: 1500)
        #expect(texts.count > 3)
        #expect(texts.reduce(0) { $0 + $1.ranges(of: "\"latitude\"").count } == 100)
    }

    @Test func `no record is longer than the limit, nor than 300 kB where that is less, however long its lists are`() {
        // The lists take a little less than a quarter of the limit, one sample nearly all that a piece may have.
        let samples = (1...17).map { number in
            let name = String(repeating: "n", count: 3_900) + String(10 + number)
            return Line.rate(number, "2024-01-05T10:00Z", "60", from: Line.Origin(source: name))
        }
        let text = String(repeating: "m", count: 255_000)
        let long = Line.rate(30, "2024-01-05T10:10Z", "60", more: ",\"metadata\":{\"a\":\"\(text)\"}")
        let texts = Self.texts(samples + [long], maximum: 290_000)
        let hour = texts.filter { $0.contains("heart/2024-01-05T10Z") }
        #expect(hour.count > 1)
        #expect(hour.allSatisfy { $0.utf8.count <= 300_000 }, "\(hour.map(\.utf8.count))")
    }

    @Test func `parts keep to the limit, whatever it is and however many digits their numbers have`() {
        let rates = (1...140).map { Line.rate($0, "2024-01-05T10:00Z", "\(100 + $0)") }
        for maximum in 900..<1080 {
            let texts = Self.texts(rates, maximum: maximum).filter { $0.contains("\"id\":\"heart/") }
            #expect(texts.count > 10)
            for text in texts {
                // The limit is not for what tells of the upload, and of the parts.
                let plain = text.replacing(/,"collected_at":[0-9.]+/, with: "").replacing(/,"parts":[0-9]+/, with: "")
                #expect(plain.utf8.count <= maximum)
            }
        }
    }

    @Test func `parts keep to the limit, and are full, where the lists of sources and devices are cut too`() throws {
        let rates = (10..<50).map { number in
            Line.rate(
                number,
                "2024-01-05T10:00Z",
                "60",
                from: Line.Origin(source: "source \(number)", device: #"{"name":"device \#(number)"}"#)
            )
        }
        for maximum in 900..<960 {
            let texts = Self.texts(rates, maximum: maximum).filter { $0.contains("\"id\":\"heart/") }
            let lengths = texts.map { text in
                text.replacing(/,"collected_at":[0-9.]+/, with: "").replacing(/,"parts":[0-9]+/, with: "").utf8.count
            }
            #expect(lengths.allSatisfy { $0 <= maximum }, "\(maximum): \(lengths)")
            // What fills the first part is a source, of less than 100 bytes.
            #expect(try #require(lengths.max()) > maximum - 100)
        }
    }

    @Test func `parts that are as they were are not published again`() {
        var rules = Rules()
        rules.documentMaxBytes = 2000
        var journey = Journey(rules)
        let rates = (1...60).map { Line.rate($0, "2024-01-05T10:00Z", "\($0)") }
        journey.commit(Line.upload(Self.now, rates))
        let before = journey.records.count
        // The last of them gets longer by a digit.
        let last = Line.rate(60, "2024-01-05T10:00Z", "59.5", more: ",\"version\":2")
        journey.commit(Line.upload(Self.now, [last]))
        let heart = journey.records.dropFirst(before).filter { $0.key?.starts(with: "heart/".utf8) ?? false }
        let all = journey.documents.keys.filter { $0.hasPrefix("heart/") }
        #expect(all.count > 3 && !heart.isEmpty && heart.count <= 2)
    }
}
