import Testing
import Vocabulary

/// One app says "asleep" for the whole night and "awake" inside of it: the time awake is no sleep.
@Suite struct SleepWhileAwakeRuleTests {
    /// Seconds of a session: stages with their bounds in minutes, and what its document says.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Code, start and end.
        let samples: [(code: Int, start: Int, end: Int)]
        /// By key of the metadata; nil: it is absent.
        let shown: [String: Double?]
    }

    static let cases = [
        Case(
            testDescription: "an hour awake in the middle of eight asleep",
            samples: [(1, 0, 480), (2, 240, 300)],
            shown: ["asleep": 25_200, "awake": 3_600, "efficiency": 0.875, "latency": 0, "awakenings": 1]
        ),
        Case(
            testDescription: "stages keep their own time, awake or not",
            samples: [(3, 0, 60), (4, 30, 90), (2, 50, 70)],
            shown: ["core": 3_600, "deep": 3_600, "asleep": 70 * 60, "awake": 1_200, "awakenings": 1]
        ),
        Case(
            testDescription: "awake at the beginning delays the first sleep and is no awakening",
            samples: [(1, 0, 100), (2, 0, 10)],
            shown: ["latency": 600, "asleep": 5_400, "awakenings": 0]
        ),
        Case(
            testDescription: "awake at the end is no awakening",
            samples: [(1, 0, 100), (2, 90, 100)],
            shown: ["asleep": 5_400, "awakenings": 0]
        ),
        Case(
            testDescription: "awake over the end of one sleep and the start of another",
            samples: [(3, 0, 50), (2, 40, 70), (3, 60, 100)],
            shown: ["asleep": 70 * 60, "awakenings": 1]
        ),
        Case(
            testDescription: "several times awake in one sleep",
            samples: [(3, 0, 100), (2, 10, 20), (2, 15, 25), (2, 40, 50), (2, 50, 60)],
            shown: ["asleep": 65 * 60, "awake": 35 * 60, "awakenings": 2]
        ),
        Case(
            testDescription: "awake for a point takes no time",
            samples: [(3, 0, 100), (2, 50, 50)],
            shown: ["asleep": 6_000, "awake": 0, "awakenings": 0]
        ),
        Case(
            testDescription: "nobody slept who was awake all the time",
            samples: [(3, 10, 20), (2, 0, 60)],
            shown: ["asleep": 0, "latency": nil, "awakenings": 0, "efficiency": 0]
        ),
        Case(
            testDescription: "the time in bed is whole",
            samples: [(0, 0, 100), (1, 0, 100), (2, 0, 25)],
            shown: ["in_bed": 6_000, "asleep": 4_500, "efficiency": 0.75]
        ),
    ]

    private static func time(_ minute: Int) -> String {
        "2024-04-\(24 + (20 * 60 + minute) / 1440)T\(padded((20 * 60 + minute) / 60 % 24)):\(padded(minute % 60)):00Z"
    }

    private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    @Test(arguments: cases) func `the time that is also awake is no sleep`(one: Case) throws {
        var journey = Journey()
        let samples = one.samples.enumerated().map { index, sample in
            Line.sleep(index + 1, Self.time(sample.start), Self.time(sample.end), sample.code, source: "A")
        }
        journey.commit(Line.upload("2024-04-26T08:15:00Z", samples))
        let document = try Tree(json: Array(#require(journey.documents.values.first).utf8))
        let metadata = document["data"]?.list.first?["meta_data"]
        for (key, value) in one.shown {
            let found = metadata?[key]?["quantity"]?.number
            #expect(found.map { $0 * 1e6.rounded() } == value.map { $0 * 1e6.rounded() }, "\(key)")
        }
    }

    @Test func `a session is primary by the time asleep and not awake`() {
        // B says less sleep, and is never awake in it.
        let samples = [
            Line.sleep(1, Self.time(0), Self.time(480), 3, source: "A"),
            Line.sleep(2, Self.time(60), Self.time(180), 2, source: "A"),
            Line.sleep(3, Self.time(10), Self.time(400), 3, source: "B"),
        ]
        var journey = Journey()
        journey.commit(Line.upload("2024-04-26T08:15:00Z", samples))
        let primaries = journey.documents.values.filter { $0.contains("\"primary\":{\"quantity\":1,") }
        #expect(primaries.count == 1 && primaries.first?.contains("\"name\":\"B\"") == true)
    }
}
