import Health
import Testing
import Vocabulary

struct SleepSessionsTests {
    /// One sample: minutes from the evening's start, the stage, the source.
    struct Row: Sendable {
        var from: Double
        var to: Double
        var stage: Double
        var source = "A"
    }

    /// A case: samples in the order in which they come, and for each session the positions of its samples.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var rows: [Row]
        var sessions: [[Int]]
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "no samples", rows: [], sessions: []),
        Case(
            name: "a gap one second below the threshold joins",
            rows: [Row(from: 0, to: 60, stage: 3), Row(from: 119 + 59.0 / 60, to: 180, stage: 3)],
            sessions: [[0, 1]]
        ),
        Case(
            name: "a gap equal to the threshold splits",
            rows: [Row(from: 0, to: 60, stage: 3), Row(from: 120, to: 180, stage: 3)],
            sessions: [[0], [1]]
        ),
        Case(
            name: "a gap above the threshold splits",
            rows: [Row(from: 0, to: 60, stage: 3), Row(from: 120 + 1.0 / 60, to: 180, stage: 3)],
            sessions: [[0], [1]]
        ),
        Case(
            name: "the order in which samples come does not matter",
            rows: [
                Row(from: 150, to: 200, stage: 5), Row(from: 0, to: 40, stage: 3), Row(from: 40, to: 90, stage: 4),
                Row(from: 90, to: 100, stage: 2),
            ],
            sessions: [[1, 2, 3, 0]]
        ),
        Case(
            name: "a late sample bridges two sessions",
            rows: [
                Row(from: 0, to: 60, stage: 3), Row(from: 150, to: 200, stage: 3), Row(from: 100, to: 110, stage: 2),
            ],
            sessions: [[0, 2, 1]]
        ),
        Case(
            name: "time awake keeps one session though the sleep is two hours apart",
            rows: [
                Row(from: 0, to: 60, stage: 3), Row(from: 60, to: 180, stage: 2), Row(from: 180, to: 240, stage: 3),
            ],
            sessions: [[0, 1, 2]]
        ),
        Case(
            name: "overlapping sources are apart",
            rows: [Row(from: 0, to: 300, stage: 3), Row(from: 10, to: 290, stage: 1, source: "B")],
            sessions: [[0], [1]]
        ),
        Case(
            name: "the greatest end so far counts, not the last one",
            rows: [
                Row(from: 0, to: 300, stage: 0), Row(from: 10, to: 20, stage: 3), Row(from: 359, to: 360, stage: 3),
            ],
            sessions: [[0, 1, 2]]
        ),
        Case(
            name: "a point can join and can bridge",
            rows: [
                Row(from: 0, to: 60, stage: 3), Row(from: 110, to: 110, stage: 3), Row(from: 169, to: 200, stage: 3),
            ],
            sessions: [[0, 1, 2]]
        ),
        Case(
            name: "another source does not bridge",
            rows: [
                Row(from: 0, to: 60, stage: 3), Row(from: 50, to: 200, stage: 3, source: "B"),
                Row(from: 130, to: 200, stage: 3),
            ],
            sessions: [[0], [1], [2]]
        ),
    ]

    private static func split(
        _ rows: [Row],
        frozen: [SleepSessions.Frozen] = [],
        thresholdSeconds: Double = 3600
    ) throws -> (sessions: [SleepSession], ids: [UUID128]) {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let made = try rows.map { row in
            try samples.sample(type, row.from * 60, row.to * 60, row.stage, from: samples.origin(row.source))
        }
        let sessions = SleepSessions.split(made, frozen: frozen, thresholdSeconds: thresholdSeconds, pool: samples.pool)
        return (sessions.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, made.map(\.id))
    }

    @Test(arguments: cases)
    func `samples become sessions`(one: Case) throws {
        let (sessions, ids) = try Self.split(one.rows)
        #expect(
            sessions.map { $0.samples.map(\.id) } == one.sessions.map { $0.map { ids[$0] } }.sorted { $0[0] < $1[0] }
        )
    }

    @Test(
        arguments: [
            // What only touches splits, and so do points at one instant; what lies within joins.
            ([Row(from: 0, to: 60, stage: 3), Row(from: 60, to: 90, stage: 4)], [[0], [1]]),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 59, to: 90, stage: 4)], [[0, 1]]),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 30, to: 30, stage: 2)], [[0, 1]]),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 60, to: 60, stage: 2)], [[0], [1]]),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 0, to: 0, stage: 2)], [[1], [0]]),
            ([Row(from: 0, to: 0, stage: 3), Row(from: 0, to: 0, stage: 2)], [[0], [1]]),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 0, to: 30, stage: 2)], [[1, 0]]),
        ] as [([Row], [[Int]])]
    )
    func `without a threshold only what overlaps joins`(rows: [Row], expected: [[Int]]) throws {
        let (sessions, ids) = try Self.split(rows, thresholdSeconds: 0)
        #expect(sessions.map { $0.samples.map(\.id) } == expected.map { $0.map { ids[$0] } })
    }

    @Test func `stages are unions of time`() throws {
        let rows = [
            Row(from: 0, to: 60, stage: 3), Row(from: 30, to: 90, stage: 3), Row(from: 60, to: 80, stage: 4),
            Row(from: 85, to: 100, stage: 2), Row(from: 100, to: 110, stage: 5), Row(from: 50, to: 50, stage: 5),
        ]
        let session = try #require(try Self.split(rows).sessions.first)
        #expect(session.spans(3).length == 90 * 60 && session.spans(4).length == 20 * 60)
        #expect(session.asleep.length == 95 * 60)
        #expect(session.stages == 3 && session.awakenings == 1 && session.latency == 0)
        #expect(session.efficiency == 95.0 / 110)
    }

    @Test(
        arguments: [
            // Latency, awakenings and efficiency of what is hard to tell.
            ([Row(from: 0, to: 100, stage: 2)], nil, 0, 0.0),
            ([Row(from: 0, to: 100, stage: 0), Row(from: 10, to: 60, stage: 1)], 600, 0, 0.5),
            ([Row(from: 10, to: 20, stage: 0), Row(from: 0, to: 60, stage: 1)], 0, 0, 1),
            ([Row(from: 0, to: 0, stage: 0), Row(from: 0, to: 60, stage: 1)], 0, 0, 1),
            // Twenty minutes in bed, and twenty more of which nothing is recorded.
            (
                [
                    Row(from: 0, to: 20, stage: 0), Row(from: 20, to: 60, stage: 3), Row(from: 80, to: 100, stage: 3),
                    Row(from: 100, to: 120, stage: 2),
                ], 1_200, 0, 0.6
            ),
            ([Row(from: 0, to: 0, stage: 0)], nil, 0, nil),
            ([Row(from: 0, to: 0, stage: 3)], nil, 0, nil),
            // An awakening begins after the first asleep begins and ends before the last one ends.
            (
                [Row(from: 0, to: 50, stage: 3), Row(from: 0, to: 10, stage: 2), Row(from: 30, to: 50, stage: 2)], 600,
                0, 0.4
            ),
            // Awake before the first and after the last asleep is no awakening; spans that touch are one.
            (
                [
                    Row(from: 0, to: 10, stage: 2), Row(from: 10, to: 50, stage: 3), Row(from: 20, to: 25, stage: 2),
                    Row(from: 25, to: 30, stage: 2), Row(from: 45, to: 50, stage: 2),
                ], 600, 1, 0.5
            ),
        ] as [([Row], Double?, Int, Double?)]
    )
    func `what is computed keeps to the letter`(rows: [Row], latency: Double?, awakenings: Int, share: Double?) throws {
        let session = try #require(try Self.split(rows).sessions.first)
        #expect(session.latency == latency)
        #expect(session.awakenings == awakenings)
        #expect(session.efficiency == share)
    }

    @Test(
        arguments: [
            // More stages, then more sleep, then the lesser key; a touch is no overlap.
            (
                [
                    Row(from: 0, to: 60, stage: 3), Row(from: 60, to: 90, stage: 4),
                    Row(from: 0, to: 300, stage: 1, source: "B"),
                ], "A"
            ),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 0, to: 61, stage: 3, source: "B")], "B"),
            ([Row(from: 0, to: 60, stage: 3, source: "B"), Row(from: 0, to: 60, stage: 3)], "A"),
            ([Row(from: 0, to: 60, stage: 3), Row(from: 60, to: 90, stage: 3, source: "B")], "AB"),
            // C overlaps only B, which is not primary itself.
            (
                [
                    Row(from: 0, to: 100, stage: 3), Row(from: 50, to: 140, stage: 3, source: "B"),
                    Row(from: 110, to: 150, stage: 3, source: "C"),
                ], "AC"
            ),
        ] as [([Row], String)]
    )
    func `of overlapping sessions the better is primary`(rows: [Row], primaries: String) throws {
        let found = try Self.split(rows).sessions.filter(\.isPrimary)
        #expect(found.map { String(decoding: $0.sourceKey, as: UTF8.self) }.sorted().joined() == primaries)
    }

    @Test func `what joins a frozen session makes none`() throws {
        let frozen = SleepSessions.Frozen(sourceKey: Array("A".utf8), start: 0, end: 600)
        let rows = [
            Row(from: 69, to: 80, stage: 3), Row(from: 130, to: 140, stage: 3), Row(from: 200, to: 210, stage: 3),
            Row(from: 0, to: 10, stage: 3, source: "B"),
        ]
        let sessions = try Self.split(rows, frozen: [frozen]).sessions
        #expect(sessions.map(\.start) == [0, 12_000])
    }

    @Test func `a sample that starts with a frozen session joins it, even without any threshold`() throws {
        let frozen = SleepSessions.Frozen(sourceKey: Array("A".utf8), start: 0, end: 600)
        let rows = [Row(from: 0, to: 0, stage: 3), Row(from: 20, to: 30, stage: 3)]
        let sessions = try Self.split(rows, frozen: [frozen], thresholdSeconds: 0).sessions
        #expect(sessions.map(\.start) == [1_200])
    }
}
