import Health
import Testing
import Vocabulary

/// What the activities of one source come to.
@Suite struct MotionRunsTests {
    /// Activities, one after the other, and the runs that they make.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Each activity: letters of its flags, its confidence if it is not 2, and the seconds to the next one.
        let activities: String
        /// Each run: letters of its flags, its kind, its start after the first activity, its seconds and confidence.
        let runs: [String]

        init(_ sentence: String, _ activities: String, _ runs: String...) {
            testDescription = sentence
            self.activities = activities
            self.runs = runs
        }
    }

    private static let flags: [Character: MotionActivity.Flags] = [
        "s": .stationary, "a": .automotive, "w": .walking, "r": .running, "c": .cycling, "u": .unknown, "-": [],
    ]

    /// Runs as `w walking 0+60 c2`.
    static func runs(_ activities: String, from origin: Double = 0) throws -> [String] {
        var samples = Samples()
        let source = samples.origin("phone")
        var at = origin
        var made: [Sample] = []
        for activity in activities.split(separator: " ") {
            let parts = activity.split(separator: ":", omittingEmptySubsequences: false)
            let set = parts[0].compactMap { Self.flags[$0] }.reduce(into: MotionActivity.Flags()) { $0.formUnion($1) }
            let confidence = parts.count > 2 ? UInt8(parts[2]) ?? 2 : 2
            let value = MotionActivity(set, confidence: confidence).value
            made.append(try samples.sample(.motionActivity, at, at, value, from: source))
            at += Double(parts[1]) ?? 0
        }
        let runs = MotionRuns.runs(made)
        #expect(MotionRuns.runs(made.reversed()).map(\.end) == runs.map(\.end))
        let first = MotionRuns.runs(Array(made.prefix(1))).first?.start ?? Int64(origin * 10)
        return runs.map { run in
            let (start, length) = (Double(run.start - first) / 10, Double(run.end - run.start) / 10)
            let letters = run.flags.names.map { $0.prefix(1) }.joined()
            return "\(letters) \(run.kind) \(shown(start))+\(shown(length)) c\(run.confidence)"
        }
    }

    private static func shown(_ number: Double) -> String {
        number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    static let merging = [
        Case(
            "an activity lasts to the next one, the last has no length",
            "w:600 s:60",
            "w walking 0+600 c2",
            "s stationary 600+0 c2"
        ),
        Case("24 hours are the longest", "w:86400 s:1", "w walking 0+86400 c2", "s stationary 86400+0 c2"),
        Case(
            "after more than 24 hours it is not known how long it was",
            "w:86400.1 s:60 w:1",
            "w walking 0+0 c2",
            "s stationary 86400.1+60 c2",
            "w walking 86460.1+0 c2"
        ),
        Case(
            "the same set is one run with the greatest confidence",
            "w:600:0 w:600:1 r:600 w:1",
            "w walking 0+1200 c1",
            "r running 1200+600 c2",
            "w walking 1800+0 c2"
        ),
        Case(
            "another set is another run",
            "w:600 ws:600 s:1",
            "w walking 0+600 c2",
            "sw walking 600+600 c2",
            "s stationary 1200+0 c2"
        ),
        Case(
            "car rides are one with the union of their flags",
            "a:600:0 ac:600:1 as:600:0 s:1",
            "sac cycling 0+1800 c1",
            "s stationary 1800+0 c2"
        ),
        Case(
            "standing between two car rides stays",
            "a:600 s:60 a:600 w:1",
            "a driving 0+600 c2",
            "s stationary 600+60 c2",
            "a driving 660+600 c2",
            "w walking 1260+0 c2"
        ),
        Case(
            "unknown beside another flag says nothing",
            "wu:600 w:600 s:1",
            "w walking 0+1200 c2",
            "s stationary 1200+0 c2"
        ),
        Case(
            "unknown time between two of one set is theirs",
            "w:600 u:60 -:60 w:600 s:1",
            "w walking 0+1320 c2",
            "s stationary 1320+0 c2"
        ),
        Case(
            "unknown time between two sets is nobody's",
            "w:600 u:60 r:600 s:1",
            "w walking 0+600 c2",
            "r running 660+600 c2",
            "s stationary 1260+0 c2"
        ),
        Case(
            "unknown time that does not touch is nobody's",
            "w:600 u:90000 w:600 s:1",
            "w walking 0+600 c2",
            "w walking 90600+600 c2",
            "s stationary 91200+0 c2"
        ),
        Case("unknown time at the ends is nobody's", "u:60 w:600 u:60", "w walking 60+600 c2"),
        Case("unknown alone makes no run", "u:60 -:60"),
        Case(
            "the confidence of unknown time does not count",
            "w:600:0 u:60:2 w:600:1 s:1",
            "w walking 0+1260 c1",
            "s stationary 1260+0 c2"
        ),
        Case(
            "activities of one tenth of a second are one",
            "w:0.04:0 r:59.96:1 s:1",
            "w walking 0+60 c1",
            "s stationary 60+0 c2"
        ),
        Case("a start is rounded halves up", "w:60.05 s:1", "w walking 0+60.1 c2", "s stationary 60.1+0 c2"),
    ]

    static let rewriting = [
        Case(
            "a car ride of 5 minutes is driving",
            "w:60 a:300 w:60 r:1",
            "w walking 0+60 c2",
            "a driving 60+300 c2",
            "w walking 360+60 c2",
            "r running 420+0 c2"
        ),
        Case(
            "a shorter car ride is stationary",
            "w:60 a:299.9 w:60 r:1",
            "w walking 0+60 c2",
            "s stationary 60+299.9 c2",
            "w walking 359.9+60 c2",
            "r running 419.9+0 c2"
        ),
        Case(
            "2 minutes on a bicycle are cycling",
            "r:60 c:120 r:1",
            "r running 0+60 c2",
            "c cycling 60+120 c2",
            "r running 180+0 c2"
        ),
        Case(
            "less beside running is running",
            "w:60 c:119.9 r:60 s:1",
            "w walking 0+60 c2",
            "r running 60+179.9 c2",
            "s stationary 239.9+0 c2"
        ),
        Case(
            "running before counts before walking after",
            "r:60 c:60 w:60 s:1",
            "r running 0+120 c2",
            "w walking 120+60 c2",
            "s stationary 180+0 c2"
        ),
        Case(
            "less beside walking is walking",
            "s:60 c:60 w:60 s:1",
            "s stationary 0+60 c2",
            "w walking 60+120 c2",
            "s stationary 180+0 c2"
        ),
        Case(
            "less beside anything else is stationary",
            "s:60 c:60 s:60 w:1",
            "s stationary 0+180 c2",
            "w walking 180+0 c2"
        ),
        Case(
            "the one before is as it was left",
            "r:60 c:60 wc:60 s:1",
            "r running 0+120 c2",
            "wr running 120+60 c2",
            "s stationary 180+0 c2"
        ),
        Case(
            "the one after is as it came",
            "s:60 w:30:0 a:60 s:60 r:1",
            "s stationary 0+60 c2",
            "w walking 60+30 c0",
            "s stationary 90+120 c2",
            "r running 210+0 c2"
        ),
        Case(
            "only what touches is a neighbor",
            "r:90000 c:60 s:60 w:1",
            "r running 0+0 c2",
            "s stationary 90000+120 c2",
            "w walking 90120+0 c2"
        ),
        Case(
            "a short walk of low confidence between two of standing is standing",
            "s:60 w:59.9:0 s:60 r:1",
            "s stationary 0+179.9 c2",
            "r running 179.9+0 c2"
        ),
        Case(
            "not if it lasts a minute",
            "s:60 w:60:0 s:60 r:1",
            "s stationary 0+60 c2",
            "w walking 60+60 c0",
            "s stationary 120+60 c2",
            "r running 180+0 c2"
        ),
        Case(
            "not if it is sure",
            "s:60 w:30:1 s:60 r:1",
            "s stationary 0+60 c2",
            "w walking 60+30 c1",
            "s stationary 90+60 c2",
            "r running 150+0 c2"
        ),
        Case(
            "not if it is more than a walk",
            "s:60 wr:30:0 s:60 r:1",
            "s stationary 0+60 c2",
            "wr running 60+30 c0",
            "s stationary 90+60 c2",
            "r running 150+0 c2"
        ),
        Case(
            "not at the end of what is known",
            "s:60 w:30:0 r:1",
            "s stationary 0+60 c2",
            "w walking 60+30 c0",
            "r running 90+0 c2"
        ),
        Case(
            "a walk after a short car ride stands between two",
            "s:60 a:60 w:30:0 s:60 r:1",
            "s stationary 0+210 c2",
            "r running 210+0 c2"
        ),
        Case(
            "what has no length is not rewritten",
            "s:60 a:90000 c:1",
            "s stationary 0+60 c2",
            "a driving 60+0 c2",
            "c cycling 90060+0 c2"
        ),
        Case(
            "the highest rank of several counts",
            "rc:600 wr:600 aw:600 sa:600 s:1",
            "rc cycling 0+600 c2",
            "wr running 600+600 c2",
            "saw walking 1200+1200 c2",
            "s stationary 2400+0 c2"
        ),
        Case("3 hours of standing are sleep", "s:10800 w:1", "s sleeping 0+10800 c2", "w walking 10800+0 c2"),
        Case("less is not", "s:10799.9 w:1", "s stationary 0+10799.9 c2", "w walking 10799.9+0 c2"),
        Case(
            "merged time counts for sleep",
            "s:7200 a:240 s:14400 w:1",
            "s sleeping 0+21840 c2",
            "w walking 21840+0 c2"
        ),
        Case("standing beside walking is no sleep", "sw:20000 r:1", "sw walking 0+20000 c2", "r running 20000+0 c2"),
    ]

    @Test(arguments: merging) func `activities become runs`(one: Case) throws {
        #expect(try Self.runs(one.activities) == one.runs)
    }

    @Test(arguments: rewriting) func `short runs are what surrounds them`(one: Case) throws {
        #expect(try Self.runs(one.activities) == one.runs)
    }

    @Test func `starts before 2001 are rounded halves up too`() throws {
        #expect(try Self.runs("w:60 s:1", from: -30.05) == ["w walking 0+60 c2", "s stationary 60+0 c2"])
        #expect(try Self.runs("w:0.1 s:1", from: -0.05) == ["w walking 0+0.1 c2", "s stationary 0.1+0 c2"])
    }

    @Test(arguments: 0..<64) func `the value of a sample holds every set of flags and every confidence`(bits: UInt8) {
        for confidence in 0...UInt8(2) {
            let activity = MotionActivity(MotionActivity.Flags(rawValue: bits), confidence: confidence)
            #expect(MotionActivity(value: activity.value) == activity)
        }
    }
}
