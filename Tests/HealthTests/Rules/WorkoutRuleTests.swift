import Testing
import Vocabulary

/// What a workout's document shows, and which samples belong to it.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct WorkoutRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let document = "workouts/\(Line.id(1))"
    private static let heartRate = "HKQuantityTypeIdentifierHeartRate"

    /// A run of the fifth of January.
    private static func run(_ number: Int = 1, _ start: String = "10:00", _ end: String = "11:00", _ more: String = "")
        -> String
    {
        let fields = "\"workout_activity_type\":37\(more)"
        let type = "HKWorkoutTypeIdentifier"
        return Line.sample(number, type, "2024-01-05T\(start)Z", "2024-01-05T\(end)Z", fields)
    }

    private static func rate(
        _ number: Int,
        _ start: String,
        _ value: Int = 66,
        from source: String? = nil,
        named: Int? = nil
    )
        -> String
    {
        let more = named.map { ",\"workout_id\":\"\(Line.id($0))\"" } ?? ""
        let origin = Line.Origin(source: source)
        return Line.rate(number, "2024-01-05T\(start)Z", "\(value)", from: origin, more: more)
    }

    /// More workouts than look through the samples of their days one by one; no two at one time.
    private static let others = (0..<10).map { run(100 + $0, "1\($0):10", "1\($0):20") }

    static let members = [
        RuleCase(
            "a workout that names itself is none of its samples",
            [[Line.upload(now, [run(1, "10:00", "11:00", ",\"workout_id\":\"\(Line.id(1))\"")])]],
            .isThere(document),
            .hides(document, "\"samples\"")
        ),
        RuleCase(
            "a quantity belongs to a workout that it overlaps, also from the evening before",
            [
                [
                    Line.upload(
                        now,
                        [
                            run(1, "00:00", "01:00"),
                            Line.rate(2, "2024-01-04T23:55Z", to: "2024-01-05T00:05Z", "66"),
                        ]
                    )
                ]
            ],
            .shows(document, "\"quantity\":66,")
        ),
        RuleCase(
            "a quantity of more than a day belongs to a workout of a quarter of its length, also one that began days before",
            [
                [
                    Line.upload(
                        now,
                        [
                            Line.workout(1, "2024-01-04T16:00Z", "2024-01-05T11:00Z", version: 0),
                            Line.rate(2, "2024-01-02T10:00Z", to: "2024-01-05T10:05Z", "66"),
                        ]
                    )
                ]
            ],
            .shows(document, "\"quantity\":66,")
        ),
        RuleCase(
            "a quantity of more than four times its length does not belong to a workout",
            [[Line.upload(now, [run(), Line.rate(2, "2024-01-05T06:00Z", to: "2024-01-05T10:00:01Z", "66")])]],
            .isThere(document),
            .hides(document, "\"quantity\":66,")
        ),
        RuleCase(
            "a quantity that names a workout belongs to no other",
            [[Line.upload(now, [run(), run(2, "12:00", "13:00"), rate(3, "10:10", named: 2)])]],
            .hides(document, Line.id(3)),
            .shows("workouts/\(Line.id(2))", Line.id(3))
        ),
        RuleCase(
            "a quantity that names a workout belongs to no other of many",
            [[Line.upload(now, others + [rate(3, "12:15", named: 100)])]],
            .hides("workouts/\(Line.id(102))", Line.id(3)),
            .shows("workouts/\(Line.id(100))", Line.id(3))
        ),
        RuleCase(
            "a quantity of another source belongs to no workout by its time that has one of its own",
            [[Line.upload(now, [run(), rate(3, "10:10", from: "other"), rate(4, "10:20")])]],
            .shows(document, Line.id(4)),
            .hides(document, Line.id(3))
        ),
        RuleCase(
            "a point belongs to the workout that begins with it, whichever came first",
            [[Line.upload(now, [run()])], [Line.upload(now, [rate(3, "10:00")])]],
            .shows(document, Line.id(3))
        ),
        RuleCase(
            "a point does not belong to the workout that ends with it",
            [[Line.upload(now, [run()])], [Line.upload(now, [rate(3, "11:00")])]],
            .isThere(document),
            .hides(document, Line.id(3))
        ),
        RuleCase(
            "a quantity belongs to none where more than eight go on, though the ninth lasts but an instant",
            [
                [Line.upload(now, (1...8).map { run($0) } + [rate(30, "10:00")])],
                [Line.upload(now, [run(9, "10:00", "10:00")])],
            ],
            .isThere(document),
            .hides(document, Line.id(30))
        ),
        RuleCase(
            "a quantity belongs to each of eight that go on",
            [[Line.upload(now, (1...8).map { run($0) } + [rate(30, "10:00")])]],
            .shows(document, Line.id(30)),
            .shows("workouts/\(Line.id(8))", Line.id(30))
        ),
    ]

    @Test(arguments: members) func `samples belong to workouts`(one: RuleCase) { one.check() }

    private static func event(_ type: Int, _ minute: String) -> String {
        "{\"type\":\(type),\"start_date\":\"2024-01-05T\(minute)Z\"}"
    }

    private static func activity(_ start: String) -> String {
        "{\"id\":\"\(Line.id(50))\",\"start_date\":\"2024-01-05T\(start):11Z\",\"end_date\":\"2024-01-05T\(start):12Z\"}"
    }

    static let contents = [
        RuleCase(
            "a workout's document has the zone of the workout",
            [
                [
                    Line.upload(
                        now,
                        [
                            run(1, "10:00", "11:00", ",\"metadata\":{\"HKTimeZone\":\"Asia/Tokyo\"}"),
                            Line.rate(
                                2,
                                "2024-01-05T10:30Z",
                                "66",
                                from: Line.Origin(zone: "America/Los_Angeles")
                            ),
                        ]
                    )
                ]
            ],
            .shows(document, Line.id(2)),
            .shows(document, "\"time_zone\":\"Asia/Tokyo\"")
        ),
        RuleCase(
            "activities of one id are all shown",
            [
                [
                    Line.upload(
                        now,
                        [run(1, "10:00", "11:00", ",\"activities\":[\(activity("10:05")),\(activity("10:45"))]")]
                    )
                ]
            ],
            .shows(document, "\"start_date\":726141911"),
            .shows(document, "\"start_date\":726144311")
        ),
        RuleCase(
            "uploaded statistics count, and not the samples",
            [
                [
                    Line.upload(
                        now,
                        [
                            run(
                                1,
                                "10:00",
                                "11:00",
                                ",\"statistics\":{\"\(heartRate)\":{\"average\":100,\"minimum\":90,\"maximum\":110,"
                                    + "\"most_recent\":105,\"unit\":\"count/min\"}}"
                            ), rate(2, "10:30"),
                        ]
                    )
                ]
            ],
            .shows(document, "\"value\":{\"quantity\":100,\"unit\":\"count/min\"},\"type\":\"average\""),
            .shows(document, "\"value\":{\"quantity\":105,\"unit\":\"count/min\"},\"type\":\"most_recent\""),
            .hides(document, "\"value\":{\"quantity\":66,\"unit\":\"count/min\"},\"type\":\"average\""),
            .hides(document, "\"count\":")
        ),
        RuleCase(
            "going on at the instant of a pause ends it",
            [[Line.upload(now, [run(1, "10:00", "11:00", ",\"events\":[\(event(2, "10:10")),\(event(1, "10:10"))]")])]],
            .shows(document, "\"duration\":{\"quantity\":3600,")
        ),
        RuleCase(
            "a pause that nobody ends lasts to the end of the workout",
            [[Line.upload(now, [run(1, "10:00", "11:00", ",\"events\":[\(event(1, "10:10"))]")])]],
            .shows(document, "\"duration\":{\"quantity\":600,")
        ),
        RuleCase(
            "what was computed counts where the metadata has the same key",
            [[Line.upload(now, [run(1, "10:00", "11:00", ",\"metadata\":{\"a\":1,\"duration\":7,\"z\":2}")])]],
            .shows(document, "\"duration\":{\"quantity\":3600,"),
            .hides(document, "\"quantity\":7,")
        ),
    ]

    @Test(arguments: contents) func `workouts show what was uploaded, else what is computed`(one: RuleCase) {
        one.check()
    }

    @Test(arguments: [[3, 4], [4, 3]])
    func `a workout names the last of the uploads whose samples it takes, in whatever order those lie`(ids: [Int]) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook"}"#)
        journey.commit(Line.upload(Self.now, [Self.run()]))
        let before = journey.records.count
        journey.commit(
            Line.upload(Self.now, [Self.rate(ids[0], "10:10")], id: 901),
            Line.upload(Self.now, [Self.rate(ids[1], "10:20")], id: 902)
        )
        for record in journey.records.dropFirst(before) where record.kind == .document {
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            #expect(String(decoding: upload, as: UTF8.self) == Line.id(902))
        }
        let job = journey.jobs.last { $0.type == "workouts" }
        #expect(job?.uploads == [Line.id(901), Line.id(902)])
    }

    @Test func `a workout that moved and was deleted names the upload that deleted it`() {
        var journey = Journey()
        journey.commit(Line.upload(Self.now, [Self.run()]))
        let before = journey.records.count
        journey.commit(
            Line.upload(Self.now, [Self.run(1, "12:00", "13:00", ",\"version\":2")], id: 901),
            Line.upload(Self.now, [], deleted: [1], id: 902)
        )
        let records = journey.records.dropFirst(before).filter { $0.kind == .document }
        #expect(records.map(\.value) == [nil])
        let upload = records.first?.headers.first { $0.name == "fork-upload" }?.value ?? []
        #expect(String(decoding: upload, as: UTF8.self) == Line.id(902))
    }
}
