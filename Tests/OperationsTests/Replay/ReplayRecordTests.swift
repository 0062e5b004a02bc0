import Operations
import Testing
import Vocabulary
import Worker

/// What is kept of a replay, and read again years later.
@Suite struct ReplayRecordTests {
    private static let request = ReplayRequest(
        into: "try.",
        livePrefix: "fork.",
        inputPrefix: "in.",
        group: "fork-worker.replay.try",
        beganMilliseconds: 1_700_000_000_123,
        asked: ["sleep-threshold": "10min", "connection": "a,b"],
        range: ReplayRange(uploads: [0..<7, 3..<3], connections: [2, 0])
    )

    private static func record(_ entries: ReplayRecord.Entry...) -> ReplayRecord {
        var record = ReplayRecord()
        for entry in entries {
            let (key, value) = entry.record(atMilliseconds: 5)
            record.take(key: key, value: value)
        }
        return record
    }

    @Test func `what was asked reads as it was written`() {
        #expect(ReplayRequest(Self.request.json) == Self.request)
        let json = #"""
            {"into":"try.","live_prefix":"fork.","input_prefix":"in.","group":"fork-worker.replay.try",\#
            "began":1700000000123,"asked":{"connection":"a,b","sleep-threshold":"10min"},\#
            "uploads":{"from":[0,3],"to":[7,3]},"connections":{"to":[2,0]}}
            """#
        #expect(String(decoding: Self.request.json, as: UTF8.self) == json)
    }

    @Test func `what newer versions add is passed over, and what is not whole is none`() {
        let json = String(decoding: Self.request.json, as: UTF8.self)
        let newer = #"{"more":[{}],"# + json.dropFirst()
        #expect(ReplayRequest(Array(newer.utf8)) == Self.request)
        for (old, new) in [
            ("[7,3]", "[7]"), (#""into""#, #""onto""#), ("[2,0]", #"["2",0]"#), ("{", ""),
            ("[7,3]", "[9223372036854775807,3]"), ("[0,3]", "[-1,3]"),
        ] {
            #expect(ReplayRequest(Array(json.replacing(old, with: new, maxReplacements: 1).utf8)) == nil)
        }
        var record = Self.record(.request(Self.request))
        record.take(key: Array("other".utf8), value: Array("{}".utf8))
        #expect(record == Self.record(.request(Self.request)))
    }

    @Test func `the figures read as they were written, and are the last line`() {
        var figures = ReplayFigures()
        figures.documents = 3
        figures.tombstones = 1
        figures.jobs = 2
        figures.seconds = 1.5
        figures.accounting.uploads = 9
        figures.accounting.samplesIn = 20
        figures.accounting.refusals = [.tooLate: 2, .noData: 1]
        let json = figures.json(into: "try.")
        #expect(ReplayFigures(json) == figures)
        let text = String(decoding: json, as: UTF8.self)
        #expect(
            text.hasPrefix(
                #"{"replay":{"into":"try.","uploads":9,"documents":3,"tombstones":1,"jobs":2,"seconds":1.5},"accounting":"#
                    + #"{"uploads":9,"#
            )
        )
        #expect(text.hasSuffix(#""refusals":{"noData":1,"tooLate":2}}}"#))
    }

    @Test(arguments: ["1e300", "-1e300", "9223372036854775807", "1.5", "\"1\"", "null"])
    func `figures that somebody else has written end nothing`(number: String) throws {
        let text = #"{"replay":{"into":"x.","jobs":\#(number),"documents":2},"accounting":{"uploads":\#(number)}}"#
        #expect(try #require(ReplayFigures(Array(text.utf8))).documents == 2)
    }

    @Test func `the state is that of the last word of each process, until it is done or live`() {
        let begun = ReplayRecord.Entry.request(Self.request)
        let running = ReplayRecord.Entry.process("a", isRunning: true)
        #expect(Self.record(begun).state == .stopped)
        #expect(Self.record(begun, running).state == .running)
        #expect(Self.record(begun, running, .process("b", isRunning: false)).state == .running)
        let stopped = Self.record(begun, running, .process("a", isRunning: false))
        #expect(stopped.state == .stopped && stopped.processes == ["a": false])
        #expect(Self.record(begun, running, .done(ReplayFigures(), into: "try.")).state == .done)
        #expect(Self.record(begun, .done(ReplayFigures(), into: "try."), .live).state == .live)
    }

    @Test func `options that differ are named with both values`() {
        let other = ["sleep-threshold": "20min", "from": "2024-01-01"]
        #expect(
            Self.request.differences(in: other) == [
                "--connection was a,b, and is not given", "--from was not given, and is 2024-01-01",
                "--sleep-threshold was 10min, and is 20min",
            ]
        )
        #expect(Self.request.differences(in: Self.request.asked).isEmpty)
    }

    @Test func `prefixes are told from the names of topics`() {
        let names = ["fork.uploads", "b.replay", "a.try.replay", "replay", ".replay", "xreplay", "fork.replay.uploads"]
        #expect(ReplayRecord.prefixes(among: names) == ["a.try.", "b."])
    }
}
