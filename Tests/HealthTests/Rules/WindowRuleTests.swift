import Testing
import Vocabulary

/// A change reaches every document that it has a part in, and is told of where it has one.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct WindowRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let vilnius = "Europe/Vilnius"

    static let reached = [
        RuleCase(
            "what comes at midnight is of the new day, also after what came before",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.steps(1, "2024-01-05T23:00Z", "2024-01-05T23:30Z", 7),
                            Line.steps(2, "2024-01-06T00:00Z", "2024-01-06T00:00Z", 5),
                        ]
                    )
                ]
            ],
            .shows("steps/2024-01-05", "\"quantity\":7,"),
            .shows("steps/2024-01-06", "\"quantity\":5,")
        ),
        RuleCase(
            "what comes at an hour's end is of the next, also after what came before",
            [
                [
                    Line.upload(
                        now,
                        [Line.rate(1, "2024-01-05T10:50Z", "60"), Line.rate(2, "2024-01-05T11:00Z", "61")]
                    )
                ]
            ],
            .isThere("heart/2024-01-05T10Z"),
            .isThere("heart/2024-01-05T11Z")
        ),
        RuleCase(
            "what crosses a local midnight is of both days, after what lies on the second",
            [
                [
                    Line.upload(
                        in: vilnius,
                        now,
                        [
                            Line.steps(1, "2024-01-05T23:00Z", "2024-01-05T23:30Z", 7),
                            Line.steps(2, "2024-01-05T21:30Z", "2024-01-05T22:30Z", 10),
                        ]
                    )
                ]
            ],
            .shows("steps/2024-01-05", "\"quantity\":5,"),
            .shows("steps/2024-01-06", "\"quantity\":12,")
        ),
        RuleCase(
            "what crosses a local midnight is of both days, before what lies on the second",
            [
                [
                    Line.upload(
                        in: vilnius,
                        now,
                        [
                            Line.steps(2, "2024-01-05T23:00Z", "2024-01-05T23:30Z", 7),
                            Line.steps(1, "2024-01-05T21:30Z", "2024-01-05T22:30Z", 10),
                        ]
                    )
                ]
            ],
            .shows("steps/2024-01-05", "\"quantity\":5,"),
            .shows("steps/2024-01-06", "\"quantity\":12,")
        ),
        RuleCase(
            "a copy that ends earlier leaves the day that it no longer reaches",
            [
                [Line.upload(now, [Line.steps(1, "2024-01-05T23:00Z", "2024-01-06T01:00Z", 10)])],
                [
                    Line.upload(
                        now,
                        [
                            Line.quantity(
                                1,
                                of: "StepCount",
                                "2024-01-05T23:00Z",
                                to: "2024-01-05T23:30Z",
                                "6",
                                "count",
                                more: ",\"version\":2"
                            )
                        ]
                    )
                ],
            ],
            .shows("steps/2024-01-05", "\"quantity\":6,"),
            .isGone("steps/2024-01-06")
        ),
    ]

    @Test(arguments: reached) func `documents are made wherever samples have a part`(one: RuleCase) { one.check() }

    @Test(arguments: [[10, 30], [30, 10]])
    func `a day names the last of its uploads, in whatever order their samples lie`(minutes: [Int]) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook"}"#)
        journey.commit(
            Line.upload(
                Self.now,
                [Line.steps(1, "2024-01-05T10:\(minutes[0])Z", "2024-01-05T11:00Z", 7)],
                id: 901
            ),
            Line.upload(
                Self.now,
                [Line.steps(2, "2024-01-05T10:\(minutes[1])Z", "2024-01-05T11:00Z", 7)],
                id: 902
            )
        )
        for record in journey.records where record.kind == .document {
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            #expect(String(decoding: upload, as: UTF8.self) == Line.id(902))
        }
        #expect(journey.jobs.map(\.uploads) == [[901, 902].map { Line.id($0) }, [901, 902].map { Line.id($0) }])
    }

    @Test(arguments: [
        ("America/Los_Angeles", "2024-01-06T05:00:00Z", "2024-01-06T06:00:00Z", "2024-01-05T20:00Z"),
        ("Asia/Tokyo", "2024-01-04T16:00:00Z", "2024-01-04T17:00:00Z", "2024-01-05T02:00Z"),
    ])
    func `a request means the local days that its instants lie on, wherever those begin`(
        zone: String,
        from: String,
        to: String,
        start: String
    ) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook","background_delivery":[]}"#)
        journey.commit(Line.upload(in: zone, Self.now, [Line.steps(1, start, start, 7)]))
        let post = #","post":[{"type":"steps","from":"\#(from)","to":"\#(to)"}]}"#
        journey.commit(Line.upload(Self.now, []).dropLast() + post)
        #expect(journey.jobs.map { $0.documents.map(\.id) } == [["steps/2024-01-05"]])
    }

    @Test func `copies that are kept elsewhere go and come in one commit, and are one sample still`() {
        func copy(_ end: String, _ value: Int, version: Int) -> String {
            Line.quantity(
                1,
                of: "StepCount",
                "2024-01-05T10:10Z",
                to: end,
                "\(value)",
                "count",
                more: ",\"version\":\(version)"
            )
        }
        var journey = Journey()
        journey.commit(Line.upload(Self.now, [copy("2024-01-05T10:20Z", 7, version: 1)]))
        // Longer than a day, and short again.
        journey.commit(
            Line.upload(Self.now, [copy("2024-01-06T11:00Z", 100, version: 2)]),
            Line.upload(Self.now, [copy("2024-01-05T10:30Z", 9, version: 3)])
        )
        #expect(journey.accounting.replaced == 2 && journey.accounting.new == 1)
        #expect(journey.documents["steps/2024-01-05"]?.contains("\"quantity\":9,") == true)
        #expect(journey.documents["steps/2024-01-06"] == nil)
        journey.commit(Line.upload(Self.now, [], deleted: [1]))
        #expect(journey.documents.isEmpty)
    }

    @Test func `a sample that came short is the same when it lasts longer than a day`() {
        for minute in ["10:00", "10:10"] {
            func copy(_ end: String, version: Int) -> String {
                let more = ",\"version\":\(version)"
                return Line.quantity(1, of: "StepCount", "2024-01-05T\(minute)Z", to: end, "50", "count", more: more)
            }
            var journey = Journey()
            journey.commit(Line.upload(Self.now, [copy("2024-01-05T10:20Z", version: 1)]))
            journey.commit(Line.upload(Self.now, [copy("2024-01-06T11:00Z", version: 2)]))
            #expect(journey.accounting.replaced == 1 && journey.accounting.new == 1)
        }
    }

    @Test func `what is deleted leaves both of its days, among however many that are deleted with it`() {
        var journey = Journey()
        // The first crosses midnight; those that go with it, in no order, lie on the second day.
        let across = Line.steps(1, "2024-01-04T23:30Z", "2024-01-05T00:30Z", 10)
        let others = (2...60).map {
            Line.steps(
                $0,
                "2024-01-05T10:\($0 - 1 < 10 ? "0" : "")\($0 - 1):00Z",
                "2024-01-05T10:\($0 - 1 < 10 ? "0" : "")\($0 - 1):01Z",
                1
            )
        }
        journey.commit(Line.upload(Self.now, [across] + others))
        #expect(journey.documents["steps/2024-01-04"] != nil)
        journey.commit(Line.upload(Self.now, [], deleted: Array(1...60)))
        #expect(journey.documents.isEmpty)
    }

    @Test func `an id that is deleted again changes nothing, of what is kept either`() {
        var journey = Journey()
        let steps = Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 7)
        journey.commit(Line.upload(Self.now, [steps], deleted: [2]))
        let before = journey.records.count
        journey.commit(Line.upload(Self.now, [], deleted: [2]))
        #expect(journey.records.count == before && journey.changedBytes == 0)
    }
}
