import Testing
import Vocabulary

/// Days of motion: which runs they show, and what later uploads change.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct MotionRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let fifth = "motion/2024-01-05"
    private static let sixth = "motion/2024-01-06"

    /// An activity of the phone, or of another source.
    private static func motion(
        _ number: Int,
        _ start: String,
        _ activities: String,
        _ confidence: Int? = 2,
        source: String = "Phone",
        zone: String? = nil
    ) -> String {
        let list = activities.split(separator: "+").map { "\"\($0)\"" }.joined(separator: ",")
        let sure = confidence.map { ",\"confidence\":\($0)" } ?? ""
        let metadata = zone.map { ",\"metadata\":{\"HKTimeZone\":\"\($0)\"}" } ?? ""
        return """
            {"id":"\(Line.id(number))","type":"CMMotionActivity","start_date":"\(start)","activities":[\(list)]\(sure),\
            "source":{"name":"\(source)"}\(metadata)}
            """
    }

    private static func seconds(_ kind: String, _ number: Int) -> String {
        "\"\(kind)\":{\"quantity\":\(number),\"unit\":\"s\"}"
    }

    private static let walk = [
        motion(1, "2024-01-05T10:00Z", "walking"), motion(2, "2024-01-05T10:10Z", "stationary", 1),
    ]
    private static let evening = [
        motion(3, "2024-01-05T23:00Z", "stationary"), motion(4, "2024-01-06T01:30Z", "walking"),
        motion(5, "2024-01-06T01:40Z", "stationary"),
    ]

    static let days = [
        RuleCase(
            "a run is a quantity of seconds, with the flags as type, the first sample's id and the confidence",
            [[Line.upload(now, walk)]],
            .shows(
                fifth,
                "\"data\":{\"stationary\":[{\"id\":\"\(Line.id(2))\",\"start_date\":726142200,\"end_date\":726142200,"
                    + "\"value\":{\"quantity\":0,\"unit\":\"s\"},\"type\":\"stationary\","
                    + "\"meta_data\":{\"confidence\":{\"quantity\":1,\"unit\":\"count\"}}}]"
            ),
            .shows(fifth, "\"walking\":[{\"id\":\"\(Line.id(1))\",\"start_date\":726141600,\"end_date\":726142200,"),
            .shows(
                fifth,
                "\"meta_data\":{\(seconds("recorded", 600)),\(seconds("stationary", 0)),\(seconds("walking", 600))}"
            )
        ),
        RuleCase(
            "a run over midnight counts in both days, in each for its part",
            [[Line.upload(now, evening)]],
            .shows(fifth, seconds("recorded", 3600)),
            .shows(sixth, seconds("recorded", 6000)),
            .shows(fifth, seconds("stationary", 3600)),
            .shows(sixth, seconds("stationary", 5400))
        ),
        RuleCase(
            "sleep is sleep on both days",
            [
                [
                    Line.upload(
                        now,
                        [motion(1, "2024-01-05T23:00Z", "stationary"), motion(2, "2024-01-06T06:00Z", "walking")]
                    )
                ]
            ],
            .shows(fifth, seconds("sleeping", 3600)),
            .shows(sixth, seconds("sleeping", 21600))
        ),
        RuleCase(
            "a run that ends at midnight does not touch the next day",
            [
                [
                    Line.upload(
                        now,
                        [motion(1, "2024-01-05T23:00Z", "walking"), motion(2, "2024-01-06T00:00Z", "unknown")]
                    )
                ]
            ],
            .shows(fifth, seconds("walking", 3600)),
            .isGone(sixth)
        ),
        RuleCase(
            "a run without length stands in its own day alone",
            [[Line.upload(now, [motion(1, "2024-01-06T00:00Z", "walking")])]],
            .isGone(fifth),
            .shows(sixth, seconds("recorded", 0))
        ),
        RuleCase(
            "days are those of the zone of the run's first sample",
            [[Line.upload(in: "Europe/Vilnius", now, evening)]],
            .isGone(fifth),
            .shows(sixth, seconds("stationary", 9000)),
            .shows(sixth, "\"time_zone\":\"Europe/Vilnius\"")
        ),
        RuleCase(
            "a sample's own zone stands before the upload's",
            [[Line.upload(now, [motion(1, "2024-01-05T23:00Z", "walking", zone: "Europe/Vilnius")])]],
            .isGone(fifth),
            .shows(sixth, "\"HKTimeZone\":{\"quantity\":0,\"unit\":\"Europe/Vilnius\"},\"confidence\":")
        ),
        RuleCase(
            "each source has an item, in the order of the keys",
            [
                [
                    Line.upload(
                        now,
                        walk + [
                            motion(6, "2024-01-05T10:00Z", "running", source: "App"),
                            motion(7, "2024-01-05T10:05Z", "unknown", source: "App"),
                        ]
                    )
                ]
            ],
            .shows(fifth, "\"source\":[{\"name\":\"App\"},{\"name\":\"Phone\"}]"),
            .shows(fifth, "\"meta_data\":{\(seconds("recorded", 300)),\(seconds("running", 300))}},{\"id\":"),
            .shows(fifth, "\"source\":1}]")
        ),
        RuleCase(
            "confidence is low where none is given",
            [[Line.upload(now, [motion(1, "2024-01-05T10:00Z", "walking", nil)])]],
            .shows(fifth, "\"confidence\":{\"quantity\":0,\"unit\":\"count\"}")
        ),
        RuleCase(
            "an end is nothing that an activity has",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.sample(
                                1,
                                "CMMotionActivity",
                                "2024-01-05T10:00Z",
                                "2024-01-05T09:00Z",
                                "\"activities\":[\"walking\",null]"
                            )
                        ]
                    )
                ]
            ],
            .shows(fifth, seconds("walking", 0))
        ),
        RuleCase(
            "an activity of a workout shows there as it came",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.workout(9, "2024-01-05T10:00Z", "2024-01-05T11:00Z", version: 0),
                            Line.sample(
                                1,
                                "CMMotionActivity",
                                "2024-01-05T10:00Z",
                                "2024-01-05T10:00Z",
                                "\"activities\":[\"running\",\"walking\"],\"confidence\":1,\"workout_id\":\"\(Line.id(9))\""
                            ),
                        ]
                    )
                ]
            ],
            .shows("workouts/\(Line.id(9))", "\"CMMotionActivity\":[{\"id\":\"\(Line.id(1))\""),
            .shows("workouts/\(Line.id(9))", "\"value\":{\"quantity\":0,\"unit\":\"walking\"}},{"),
            .shows("workouts/\(Line.id(9))", "\"confidence\":[{")
        ),
    ]

    @Test(arguments: days) func `a day of motion shows the runs that touch it`(one: RuleCase) { one.check() }

    static let changes = [
        RuleCase(
            "a late activity ends the one before it",
            [
                [Line.upload(now, walk)],
                [Line.upload(now, [motion(6, "2024-01-05T10:04Z", "running")])],
            ],
            .shows(fifth, seconds("walking", 240)),
            .shows(fifth, seconds("running", 360))
        ),
        RuleCase(
            "a deletion gives the time back",
            [
                [Line.upload(now, walk + [motion(6, "2024-01-05T10:04Z", "running")])],
                [Line.upload(now, [], deleted: [6])],
            ],
            .shows(fifth, seconds("walking", 600)),
            .hides(fifth, "running")
        ),
        RuleCase(
            "the deletion of the only activity takes the day's document",
            [[Line.upload(now, [walk[0]])], [Line.upload(now, [], deleted: [1])]],
            .isGone(fifth)
        ),
        RuleCase(
            "an activity of the next day decides how long the last of the day before was",
            [
                [Line.upload(now, [motion(1, "2024-01-05T22:00Z", "walking")])],
                [Line.upload(now, [motion(2, "2024-01-06T21:00Z", "running")])],
            ],
            .shows(fifth, seconds("walking", 7200)),
            .shows(sixth, seconds("walking", 75600))
        ),
        RuleCase(
            "sleep that begins two days before is known to the day",
            [
                [
                    Line.upload(
                        now,
                        [
                            motion(1, "2024-01-04T23:00Z", "stationary"), motion(2, "2024-01-05T22:30Z", "stationary"),
                            motion(3, "2024-01-06T00:30Z", "walking"),
                        ]
                    )
                ]
            ],
            .shows(sixth, seconds("sleeping", 1800))
        ),
    ]

    @Test(arguments: changes) func `what comes late changes the days that it touches`(one: RuleCase) { one.check() }

    /// Retention of ten days.
    private static var tenDays: Rules {
        var rules = Rules()
        rules.stateRetentionSeconds = 864_000
        return rules
    }

    private static let old = [motion(1, "2024-01-02T10:00Z", "walking"), motion(2, "2024-01-02T10:10Z", "unknown")]
    private static let newer = [motion(3, "2024-01-04T10:00Z", "running"), motion(4, "2024-01-04T10:10Z", "unknown")]
    private static let late = motion(5, "2024-01-04T10:05Z", "walking")
    private static let fourth = "motion/2024-01-04"

    static let freezing = [
        RuleCase(
            "a document freezes with the earliest activity that it is derived from, which may be of three days before",
            rules: tenDays,
            [
                [Line.upload("2024-01-05T00:00Z", [motion(6, "2024-01-01T10:00Z", "walking")] + newer)],
                [Line.upload("2024-01-12T12:00Z", [motion(7, "2024-01-12T10:00Z", "walking")])],
                [Line.upload("2024-01-12T13:00Z", [late], deleted: [3])],
            ],
            .shows(fourth, seconds("running", 600)),
            .hides(fourth, "walking")
        ),
        RuleCase(
            "an activity of four days before does not freeze it",
            rules: tenDays,
            [
                [Line.upload("2024-01-05T00:00Z", [motion(6, "2023-12-31T10:00Z", "walking")] + newer)],
                [Line.upload("2024-01-11T12:00Z", [motion(7, "2024-01-11T10:00Z", "walking")])],
                [Line.upload("2024-01-11T13:00Z", [late])],
            ],
            .shows(fourth, seconds("running", 300)),
            .shows(fourth, seconds("walking", 300))
        ),
        RuleCase(
            "a frozen day stays when its activities are dropped",
            rules: tenDays,
            [
                [Line.upload("2024-01-05T00:00Z", old)],
                [Line.upload("2024-01-13T12:00Z", [motion(7, "2024-01-13T10:00Z", "walking")])],
                [Line.upload("2024-01-13T13:00Z", newer, deleted: [1])],
            ],
            .shows("motion/2024-01-02", seconds("walking", 600)),
            .shows(fourth, seconds("running", 600))
        ),
    ]

    @Test(arguments: freezing) func `motion behind the horizon stays as it is`(one: RuleCase) { one.check() }

    @Test func `each document names the uploads that changed it`() throws {
        var journey = Journey()
        journey.commit(Line.upload(Self.now, Self.walk, id: 1), Line.upload(Self.now, Self.evening, id: 2))
        var causes: [String: String] = [:]
        for record in journey.records where record.kind == .document {
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            causes[String(decoding: record.key ?? [], as: UTF8.self)] = String(decoding: upload, as: UTF8.self)
        }
        #expect(causes == [Self.fifth: Line.id(2), Self.sixth: Line.id(2)])
        let others = [Self.motion(8, "2024-01-07T10:00Z", "walking"), Self.motion(9, "2024-01-07T10:10Z", "unknown")]
        let more = [Self.motion(7, "2024-01-05T10:04Z", "running")]
        var other = Journey()
        other.commit(Line.upload("2024-01-09T00:00:00Z", Self.walk, id: 3))
        other.commit(
            Line.upload("2024-01-09T00:00:00Z", more, id: 4),
            Line.upload("2024-01-09T00:00:00Z", others, id: 5)
        )
        let last = try #require(other.records.last { $0.kind == .document && $0.key == Array(Self.fifth.utf8) })
        let upload = last.headers.first { $0.name == "fork-upload" }?.value
        #expect(upload == Array(Line.id(4).utf8), "the activities of two days later change nothing")
    }
}
