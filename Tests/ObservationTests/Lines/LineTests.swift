import Foundation
import Observation
import Randomness
import Testing

/// A line is one line, of its level and time, whatever is in it.
struct LineTests {
    @Test(arguments: [
        ("plain", "plain"), ("", #""""#), ("two words", #""two words""#), ("a=b", #""a=b""#), ("[a]:1", "[a]:1"),
        ("a\nb\r\tc", #""a\nb\r\tc""#), (#"a"b\c"#, #""a\"b\\c""#),
        ("\u{0}\u{1b}[2J\u{7f}", #""\u0000\u001b[2J\u007f""#),
        ("a\u{85}b\u{2028}c\u{2029}d", #""a\u0085b\u2028c\u2029d""#), ("\u{202e}x\u{200b}", #""\u202ex\u200b""#),
        ("Zürich日本", "Zürich日本"), ("e\u{301} 👩🏽", "\"e\u{301} 👩🏽\""), ("\u{e0001}", #""\udb40\udc01""#),
    ])
    func `a value cannot break its line`(value: String, shown: String) throws {
        #expect(lines { $0.failed(value) } == ["2024-04-26T08:15:00.123Z error   failed  failed reason=\(shown)\n"])
        let json = lines(format: .json) { $0.failed(value) }
        #expect(json.count == 1)
        let line = try #require(json.first)
        #expect(line.filter(\.isNewline) == "\n")
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["reason"] as? String == value)
    }

    @Test func `a value that is too long is cut`() {
        let long = String(repeating: "x", count: 1001)
        #expect(lines { $0.failed(long) }.first?.hasSuffix("reason=\"\(long.dropLast())...\"\n") == true)
        #expect(lines { $0.failed(String(long.dropLast())) }.first?.hasSuffix("reason=\(long.dropLast())\n") == true)
    }

    @Test(arguments: [
        (Level.error, ["failed"]), (.warning, ["failed", "aborted"]), (.info, ["failed", "aborted", "stopped"]),
        (.debug, ["failed", "aborted", "stopped", "committed"]),
    ])
    func `only lines of the level and graver are written`(level: Level, expected: [String]) {
        let written = lines(level: level, format: .json) { observer in
            observer.failed("x")
            observer.aborted(lane: 0, reason: "x")
            observer.stopped()
            observer.committed(lane: 0, CommitReport())
        }
        #expect(written.map { expected.first(where: $0.contains) } == expected)
    }

    @Test func `a line that is left out still counts`() {
        let recording = Recording()
        let observer = recording.observer(level: .error)
        observer.committed(lane: 0, CommitReport())
        #expect(recording.all.isEmpty)
        #expect(observer.metricsPage().contains("\nfork_worker_commits_total 1\n"))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (4_107_542_399_007, "2100-02-28T23:59:59.007Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (1_735_689_599_999, "2024-12-31T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (Int64.max, "9999-12-31T23:59:59.999Z"), (Int64.min, "0000-01-01T00:00:00.000Z"),
    ])
    func `a time is an instant of RFC 3339`(milliseconds: Int64, expected: String) {
        let recording = Recording()
        recording.turn(to: milliseconds)
        recording.observer().stopped()
        #expect(recording.all == ["\(expected) info    stopped  stopped\n"])
    }

    @Test(arguments: 0..<10)
    func `any time is what Foundation makes of it`(seed: UInt64) {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            // Whole seconds from 1600 on, where Foundation has the same calendar.
            let seconds = Int64.random(in: -11_000_000_000...239_000_000_000, using: &random)
            let recording = Recording()
            recording.turn(to: seconds * 1000)
            recording.observer().stopped()
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds))).dropLast()
            #expect(recording.all.first?.hasPrefix("\(expected).000Z ") == true, "seed \(seed), \(seconds)")
        }
    }

    @Test(arguments: [
        (-1, "error"), (0, "error"), (2, "error"), (3, "warning"), (4, "warning"), (5, "info"), (6, "info"),
        (7, "debug"),
        (9, "debug"),
    ])
    func `the library's levels are those of syslog`(severity: Int, level: String) {
        let written = lines { $0.brokerLog(severity: severity, facility: "X", text: "x") }
        #expect(written.first?.contains(" \(level) ") == true)
    }

    @Test func `lines go to standard error with the time of the system`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]) {
                let observer = Observer(level: .info, format: .text)
                observer.stopped()
                observer.finishLines()
            }
        )
        let line = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(line.hasSuffix("Z info    stopped  stopped\n"))
        #expect(!String(decoding: result.standardOutputContent, as: UTF8.self).contains("stopped"))
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let time = try #require(formatter.date(from: String(line.prefix(24))))
        #expect(abs(time.timeIntervalSinceNow) < 3600)
    }

    @Test func `only ready says ready`() {
        let events = EventTests.process + EventTests.partitions + EventTests.commits + EventTests.kafka
        let speaking = events.filter { event in
            lines { event.happen($0) }.joined().contains("ready")
                || lines(format: .json) { event.happen($0) }.joined().contains("ready")
        }
        #expect(speaking.map { $0.text } == ["info    ready: partitions are assigned and restored partitions=0-5"])
    }

    @Test(arguments: [([], ""), ([3], "3"), ([2, 0, 1, 5, 7, 6], "0-2,5-7"), ([1, 1], "1")] as [([Int32], String)])
    func `partitions in a row are one range`(numbers: [Int32], text: String) {
        #expect(EscapedText.ranges(numbers) == text)
    }
}
