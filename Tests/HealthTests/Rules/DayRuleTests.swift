import Health
import Testing
import Vocabulary

/// Which samples a day's, an hour's and the one document of characteristics are made of.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct DayRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let vilnius = "Europe/Vilnius"

    private static func mass(_ number: Int, _ start: String, _ value: String, zone: String? = nil) -> String {
        Line.quantity(number, of: "BodyMass", start, value, "kg", from: Line.Origin(zone: zone))
    }

    private static func rings(_ number: Int, _ start: String) -> String {
        Line.sample(number, "HKActivitySummaryTypeIdentifier", start, start, "\"apple_stand_hours\":11")
    }

    private static func steps(_ number: Int, _ start: String, _ end: String, _ value: Int, _ zone: String) -> String {
        Line.quantity(number, of: "StepCount", start, to: end, "\(value)", "count", from: Line.Origin(zone: zone))
    }

    private static let tokyo = steps(1, "2024-01-05T03:00Z", "2024-01-05T03:10Z", 5, "Asia/Tokyo")
    private static let honolulu = steps(3, "2024-01-06T08:00Z", "2024-01-06T08:10Z", 9, "Pacific/Honolulu")
    private static let losAngeles = steps(2, "2024-01-06T06:00Z", "2024-01-06T06:10Z", 7, "America/Los_Angeles")
    /// More zones than are looked at one by one.
    private static let manyZones = (1...12).map { "Etc/GMT-\($0)" } + (1...10).map { "Etc/GMT+\($0)" }

    static let days = [
        RuleCase(
            "a day runs to the next day's first midnight, which is not of it",
            [
                [
                    Line.upload(
                        in: vilnius,
                        now,
                        [mass(1, "2024-01-05T10:00Z", "80"), mass(2, "2024-01-05T22:00Z", "81")]
                    )
                ]
            ],
            .shows("body/2024-01-05", "\"quantity\":80,"),
            .hides("body/2024-01-05", "\"quantity\":81,"),
            .shows("body/2024-01-06", "\"quantity\":81,")
        ),
        RuleCase(
            "rings are of the local day of their start",
            [[Line.upload(in: vilnius, now, [rings(1, "2024-01-05T10:00Z"), rings(2, "2024-01-05T23:00Z")])]],
            .shows("activitiesSummary/2024-01-05", Line.id(1)),
            .hides("activitiesSummary/2024-01-05", Line.id(2)),
            .shows("activitiesSummary/2024-01-06", Line.id(2))
        ),
        RuleCase(
            "a discrete sample is averaged on the day of its start only, which may be the day before",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.rate(1, "2024-01-04T23:50Z", to: "2024-01-05T00:10Z", "100"),
                            Line.rate(2, "2024-01-05T10:00Z", "60"),
                        ]
                    )
                ]
            ],
            .shows("activitiesSummary/2024-01-05", "\"quantity\":60,"),
            .shows("activitiesSummary/2024-01-05", "\"type\":\"average\",\"count\":1}"),
            .hides("activitiesSummary/2024-01-05", "\"quantity\":100,"),
            .hides("activitiesSummary/2024-01-05", "\"quantity\":80,")
        ),
        RuleCase(
            "a discrete sample of the next midnight is of the next day",
            [
                [
                    Line.upload(
                        now,
                        [Line.rate(1, "2024-01-05T10:00Z", "60"), Line.rate(2, "2024-01-06T00:00Z", "100")]
                    )
                ]
            ],
            .hides("activitiesSummary/2024-01-05", "\"quantity\":100,"),
            .shows("activitiesSummary/2024-01-06", "\"quantity\":100,")
        ),
        RuleCase(
            "samples of one local day from different zones make one document, whichever came first",
            [[Line.upload(now, [tokyo]), Line.upload(now, [losAngeles])]],
            .shows("steps/2024-01-05", "\"quantity\":12,")
        ),
        RuleCase(
            "samples of one local day make one document, to the last midnight of its zones",
            [[Line.upload(now, [tokyo])], [Line.upload(now, [honolulu])]],
            .shows("steps/2024-01-05", "\"quantity\":14,")
        ),
        RuleCase(
            "samples of one local day make one document, the westernmost first",
            [[Line.upload(now, [losAngeles])], [Line.upload(now, [tokyo])]],
            .shows("steps/2024-01-05", "\"quantity\":12,")
        ),
        RuleCase(
            "a day has what began the evening before, also of a stream that has nothing else that day",
            [[Line.upload(now, [Line.steps(1, "2024-01-04T23:30Z", "2024-01-05T00:30Z", 10)])]],
            .shows("steps/2024-01-05", "\"quantity\":5,"),
            .shows("activitiesSummary/2024-01-05", "HKQuantityTypeIdentifierStepCount")
        ),
        RuleCase(
            "days are local however many zones a connection has been in",
            [
                [
                    Line.upload(
                        now,
                        manyZones.enumerated().map {
                            steps($0 + 10, "2024-01-03T12:00Z", "2024-01-03T12:01Z", 1, $1)
                        }
                    )
                ],
                // Seven in the morning of the fifth there, and nine in the evening.
                [
                    Line.upload(now, [mass(1, "2024-01-04T22:00Z", "80", zone: "Etc/GMT-9")]),
                    Line.upload(now, [mass(2, "2024-01-06T06:00Z", "81", zone: "Etc/GMT+9")]),
                ],
            ],
            .shows("body/2024-01-05", "\"quantity\":80,"),
            .shows("body/2024-01-05", "\"quantity\":81,")
        ),
        RuleCase(
            "a sample that lasts a moment over a second reaches into the next day",
            [[Line.upload(now, [Line.steps(1, "2024-01-04T23:59:58.600Z", "2024-01-05T00:00:00.100Z", 15)])]],
            .isThere("steps/2024-01-05")
        ),
    ]

    @Test(arguments: days) func `days are made of their samples`(one: RuleCase) { one.check() }

    static let hours = [
        RuleCase(
            "a sample is of the hour of its start, however long it lasts",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.rate(1, "2024-01-05T10:10Z", to: "2024-01-06T11:00Z", "70"),
                            Line.rate(2, "2024-01-05T12:10Z", "60"),
                        ]
                    )
                ]
            ],
            .shows("heart/2024-01-05T10Z", Line.id(1)),
            .hides("heart/2024-01-05T12Z", Line.id(1))
        ),
        RuleCase(
            "an hour has its long samples beside the short ones",
            [
                [Line.upload(now, [Line.rate(1, "2024-01-05T10:10Z", to: "2024-01-06T11:00Z", "70")])],
                [Line.upload(now, [Line.rate(2, "2024-01-05T10:20Z", "60")])],
            ],
            .shows("heart/2024-01-05T10Z", Line.id(1)),
            .shows("heart/2024-01-05T10Z", Line.id(2)),
            .shows("heart/2024-01-05T10Z", "\"average\":{\"quantity\":65,"),
            .shows("heart/2024-01-05T10Z", "\"count\":{\"quantity\":2,\"unit\":\"count\"}")
        ),
    ]

    @Test(arguments: hours) func `hours are made of what starts in them`(one: RuleCase) { one.check() }

    @Test(arguments: [(-1, "2000-12-31T23Z"), (-24, "2000-12-31T00Z"), (-25, "2000-12-30T23Z"), (25, "2001-01-02T01Z")])
    func `hours have the names of their UTC days, also before 2001`(hour: Int64, name: String) {
        #expect(String(decoding: HourDocuments.name(hour), as: UTF8.self) == name)
    }

    @Test(arguments: [[1, 2], [2, 1]])
    func `of characteristics with one start and version the one whose encoding sorts first shows`(order: [Int]) {
        var journey = Journey()
        for code in order {
            let more = "\"value\":\(code)"
            let type = "HKCharacteristicTypeIdentifierBloodType"
            let sample = Line.sample(10 - code, type, "1990-01-01T00:00Z", "1990-01-01T00:00Z", more)
            journey.commit(Line.upload(Self.now, [sample]))
        }
        let document = journey.documents["characteristic"]
        #expect(document?.contains(Line.id(9)) == true && document?.contains(Line.id(8)) == false)
    }

    @Test func `characteristics never expire: they are posted however old they are`() {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook","background_delivery":[]}"#)
        let type = "HKCharacteristicTypeIdentifierBloodType"
        let sample = Line.sample(1, type, "1990-01-01T00:00Z", "1990-01-01T00:00Z", "\"value\":1")
        journey.commit(Line.upload(Self.now, [sample]))
        let post = #","post":[{"type":"characteristic","from":"1989-12-31T00:00:00Z","to":"1990-01-02T00:00:00Z"}]}"#
        journey.commit(Line.upload(Self.now, []).dropLast() + post)
        #expect(journey.jobs.map { $0.documents.map(\.id) } == [["characteristic"]], "\(journey.refusals)")
    }

    @Test(arguments: [
        // What a person typed in comes last, also beside what the same source has measured.
        (Line.Origin(source: "b"), Line.Origin(source: "b", isUserEntered: true)),
        // Hardware counts before the model, and the source's product before both.
        (
            Line.Origin(source: "z", device: #"{"hardwareVersion":"Watch6,2","model":"iPhone"}"#),
            Line.Origin(source: "a", product: "iPhone14,2")
        ),
        (
            Line.Origin(source: "z", product: "Watch6,2", device: #"{"hardwareVersion":"iPhone"}"#),
            Line.Origin(source: "a", product: "iPhone14,2")
        ),
        (
            Line.Origin(source: "z", device: #"{"model":"Watch"}"#),
            Line.Origin(source: "a", product: "iPhone14,2")
        ),
    ])
    func `a sample counts where no better-ranked source covers it`(better: Line.Origin, worse: Line.Origin) {
        var journey = Journey()
        let (start, end) = ("2024-01-05T10:00Z", "2024-01-05T11:00Z")
        journey.commit(
            Line.upload(
                Self.now,
                [
                    Line.quantity(1, of: "StepCount", start, to: end, "20", "count", from: worse),
                    Line.quantity(2, of: "StepCount", start, to: end, "10", "count", from: better),
                ]
            )
        )
        #expect(journey.documents["steps/2024-01-05"]?.contains("\"quantity\":10,") == true)
    }

    @Test(arguments: [
        ([1.7e308, 1.7e308, 0.8e308, 0.8e308], 1.25e308), ([-1.7e308, -1.7e308, -0.2e308], -1.2e308),
        ([0.1, 0.1, 0.1], 0.1), ([0.7, 0.7, 0.7], 0.7),
    ])
    func `an average is that of its samples, and lies between the least and the greatest`(
        values: [Double],
        average: Double
    ) throws {
        var samples = Samples()
        let type = try Samples.type("HeartRate")
        let origin = samples.origin("w")
        let rows = try values.enumerated().map {
            try samples.sample(type, Double($0), Double($0), $1, from: origin)
        }
        let found = Averages(rows, pool: samples.pool)
        #expect(abs(found.average - average) <= 1e-12 * abs(average))
        #expect(found.minimum <= found.average && found.average <= found.maximum)
    }
}
