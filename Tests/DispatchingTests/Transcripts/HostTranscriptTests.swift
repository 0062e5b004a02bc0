import Dispatching
import Testing
import Vocabulary
import Webhooks

struct HostTranscriptTests {
    private static func transcript(
        connections: [String],
        host: String = "one.example",
        _ change: (inout DispatchOptions) -> Void = { _ in }
    ) throws -> Transcript {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000_000])
        change(&options)
        let transcript = try Transcript(options)
        for connection in connections { try transcript.rig.put(#""callback_url":"https://\#(host)/""#, of: connection) }
        return transcript
    }

    @Test func `after 20 failures in a row a host is left alone for 30 s, then one request tries it`() throws {
        let names = (0..<24).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names) { $0.perHost = 1 }
        for name in names[..<20] {
            let number = Int64(name.dropFirst())
            try expect(
                transcript,
                [
                    (1, "job \(name)", "send \(number!)"),
                    (1, "answer \(number!) \(number! % 2 == 0 ? "503" : "timeout")", ""),
                ]
            )
        }
        try expect(
            transcript,
            [
                (2, "job n20", ""),
                (2, "job n21", ""),
                (2, "job n22", ""),
                (2, "job d", "send 23"),
                (2.1, "commit", "offset 23 rows"),
                (30.9, "wait", ""),
                (31, "wait", "send 20"),
                (32, "wait", ""),
                (32, "answer 20 connect", ""),
                (91.9, "wait", ""),
                (92, "wait", "send 21"),
                (93, "answer 21 200", "send 22"),
            ]
        )
        #expect(transcript.rig.dispatcher.gauges.openHosts == 0)
        #expect(transcript.rig.attempts[.status] == 10)
    }

    /// A host that has failed 20 times at second 1, with a job that waits for it.
    private static func leftAlone() throws -> Transcript {
        let transcript = try Self.transcript(connections: (0..<23).map { "n\($0)" }) { $0.perHost = 30 }
        for number in 0..<20 { try expect(transcript, [(0, "job n\(number)", "send \(number)")]) }
        for number in 0..<20 { try expect(transcript, [(1, "answer \(number) connect", "")]) }
        try expect(transcript, [(2, "job n20", ""), (2, "job n21", ""), (2, "commit", "offset 22 rows")])
        return transcript
    }

    @Test func `settings let a host that is left alone be tried once at once, and the result decides`() throws {
        let transcript = try Self.leftAlone()
        try expect(
            transcript,
            [
                (5, "settings n20 one.example", "send 20"),
                (6, "answer 20 connect Connection refused", ""),
                (6, "commit", "offset 22 rows"),
                (65.9, "wait", ""),
                (66, "wait", "send 21"),
                (67, "answer 21 connect", ""),
                (70, "settings n0 one.example", "send 0"),
                (71, "answer 0 200", (1...21).map { "send \($0)" }.joined(separator: ", ")),
            ]
        )
    }

    @Test func `settings of another host shorten no pause`() throws {
        let transcript = try Self.leftAlone()
        try expect(
            transcript,
            [(5, "settings c other.example", ""), (30.9, "wait", ""), (31, "wait", "send 20")]
        )
    }

    @Test func `settings that come while a host is tried let it be tried once more`() throws {
        let transcript = try Self.leftAlone()
        try expect(
            transcript,
            [
                (31, "wait", "send 20"), (32, "settings n21 one.example", ""), (33, "answer 20 timeout", "send 21"),
                (34, "answer 21 timeout", ""), (35, "job n22", ""), (35, "commit", "offset 23 rows"),
                (153.9, "wait", ""), (154, "wait", "send 22"),
            ]
        )
    }

    @Test func `requests that began before a pause do not lengthen it`() throws {
        let names = (0..<23).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names) { $0.perHost = 30 }
        for number in 0..<22 { try expect(transcript, [(0, "job n\(number)", "send \(number)")]) }
        for number in 0..<20 { try expect(transcript, [(1, "answer \(number) connect", "")]) }
        try expect(
            transcript,
            [
                (2, "answer 20 connect", ""), (2, "answer 21 connect", ""), (3, "job n22", ""),
                (3.1, "commit", "offset 23 rows"), (30.9, "wait", ""), (31, "wait", "send 22"),
            ]
        )
    }

    @Test func `a delivery ends the failures in a row`() throws {
        let names = (0..<40).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names)
        for number in 0..<39 {
            let answer = number == 19 ? "200" : "connect"
            try expect(
                transcript,
                [(1, "job n\(number)", "send \(number)"), (1, "answer \(number) \(answer)", "")]
            )
        }
        try expect(transcript, [(1, "job n39", "send 39")])
    }

    @Test func `of two pauses of a URL the longer one counts`() throws {
        try expect(
            try Self.transcript(connections: ["a", "b", "c"]),
            [
                (0, "job a", "send 0"), (0, "job b", "send 1"), (1, "answer 0 429 after 60", ""),
                (1, "answer 1 429 after 10", ""), (2, "job c", ""), (2.1, "commit", "offset 3 rows"),
                (60.9, "wait", ""),
                (61, "wait", "send 2"),
            ]
        )
    }

    @Test func `jobs that waited and fresh ones take turns at a host`() throws {
        let names = (0..<8).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names) { options in
            options.schedule = RetrySchedule(delaysMilliseconds: [1_000])
            options.perHost = 1
        }
        for number in 0..<4 {
            try expect(transcript, [(1, "job n\(number)", "send \(number)"), (1, "answer \(number) 404", "")])
        }
        try expect(transcript, [(1, "commit", "offset 4 rows")])
        var sent: [String] = []
        for number in 4..<8 { sent.append(try transcript.perform(3, "job n\(number)")) }
        for _ in 0..<7 {
            let sequence = try #require(transcript.rig.underWay.values.first.map { Rig.number($0.delivery.sequence) })
            sent.append(try transcript.perform(3, "answer \(sequence) 200"))
        }
        let sequences = sent.compactMap { Int($0.replacing("send ", with: "")) }
        #expect(sequences.sorted() == Array(0..<8))
        for pair in 0..<4 { #expect(Set(sequences[(2 * pair)..<(2 * pair + 2)].map { $0 / 4 }) == [0, 1]) }
    }

    @Test func `a job that waits for a host that is left alone goes to the new host of its settings`() throws {
        let names = (0..<21).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names) { options in
            options.schedule = RetrySchedule(delaysMilliseconds: [1_000])
        }
        for number in 0..<20 {
            try expect(transcript, [(1, "job n\(number)", "send \(number)"), (1, "answer \(number) connect", "")])
        }
        try expect(
            transcript,
            [(1, "commit", "offset 20 rows"), (10, "wait", ""), (11, "settings n3 two.example", "send 3")]
        )
        #expect(transcript.rig.request(3)?.delivery.address.host == "two.example")
    }

    @Test func `a job whose next attempt was noted by a clock that was ahead is sent at once`() throws {
        let transcript = try Self.transcript(connections: ["c", "d"])
        try expect(
            transcript,
            [
                (5_000_000, "job c", "send 0"),
                (5_000_000, "answer 0 503", ""),
                (5_000_001, "commit", "offset 1 rows"),
            ]
        )
        let times = [4_999_997, 10].map { Rig.start + $0 * 1_000 }
        #expect(times.map { transcript.rig.dispatcher.clockWasSetBack(to: $0) } == [false, true])
        try expect(transcript, [(10, "crash", "send 0"), (11, "answer 0 200", ""), (12, "job d", "send 1")])
    }

    @Test func `a fresh job is not stored if its host is back before the commit`() throws {
        let names = (0..<22).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names)
        for (number, name) in names[..<20].enumerated() {
            try expect(transcript, [(1, "job \(name)", "send \(number)"), (1, "answer \(number) connect", "")])
        }
        try expect(
            transcript,
            [
                (2, "job n20", ""),
                (2.1, "commit", "offset 21 rows"),
                (30.95, "job n21", ""),
                (31, "wait", "send 20"),
                (31.01, "answer 20 404", ""),
                (31.05, "commit", "offset 21 rows, send 21"),
                (31.1, "answer 21 200", ""),
                (31.2, "commit", "offset 22 delivered 1"),
            ]
        )
    }

    @Test func `the pause doubles to 10 minutes at most`() throws {
        let names = (0..<40).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names)
        for (number, name) in names[..<16].enumerated() {
            try expect(transcript, [(0, "job \(name)", "send \(number)")])
        }
        for number in 0..<16 { _ = try transcript.perform(0, "answer \(number) connect") }
        for (number, name) in names.enumerated().dropFirst(16).prefix(4) {
            try expect(transcript, [(0, "job \(name)", "send \(number)"), (0, "answer \(number) connect", "")])
        }
        for name in names[20...] { try expect(transcript, [(0, "job \(name)", "")]) }
        #expect(transcript.rig.dispatcher.gauges.openHosts == 1)
        _ = try transcript.rig.commit()
        var time = 0.0
        for (index, pause) in [30.0, 60, 120, 240, 480, 600, 600].enumerated() {
            time += pause
            try expect(
                transcript,
                [
                    (time - 0.001, "wait", ""),
                    (time, "wait", "send \(20 + index)"),
                    (time, "answer \(20 + index) connect", ""),
                ]
            )
        }
    }

    @Test func `a request that was cut off or says nothing of the host does not end the pause`() throws {
        let names = (0..<24).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names)
        for (number, name) in names[..<20].enumerated() {
            try expect(transcript, [(0, "job \(name)", "send \(number)"), (0, "answer \(number) connect", "")])
        }
        try expect(
            transcript,
            [
                (1, "job n20", ""),
                (1, "job n21", ""),
                (1, "commit", "offset 22 rows"),
                (30, "wait", "send 20"),
                (31, "answer 20 secret", "send 21"),
                (32, "answer 21 404", ""),
                (33, "job n22", "send 22"),
            ]
        )
    }

    @Test func `at most so many requests go to a host at once, and so many in all`() throws {
        let names = (0..<6).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names) { options in
            options.perHost = 2
            options.concurrency = 3
        }
        try expect(
            transcript,
            [
                (0, "job n0", "send 0"), (0, "answer 0 200", ""),
                (0, "job c", "send 1"), (0, "answer 1 200", ""),
                (0, "job d", "send 2"), (0, "answer 2 200", ""),
                (0, "job n0", "send 3"),
                (0, "job n1", "send 4"),
                (0, "job n2", ""),
                (0, "job c", "send 6"),
                (0, "job d", ""),
                (1, "answer 3 200", "send 7"),
                (1, "answer 6 200", "send 5"),
            ]
        )
    }

    @Test func `a rate limits the requests to a host in a second`() throws {
        let names = (0..<6).map { "n\($0)" }
        let transcript = try Self.transcript(connections: names) { $0.ratePerHost = 2 }
        try expect(
            transcript,
            [
                (0, "job n0", "send 0"),
                (0, "job n1", ""),
                (0, "job n2", ""),
                (0, "job c", "send 3"),
                (0.399, "wait", ""),
                (0.4, "wait", "send 1"),
                (0.899, "wait", ""),
                (0.9, "wait", "send 2"),
            ]
        )
    }

    @Test func `a rate holds for a host whose requests go one by one`() throws {
        try expect(
            try Self.transcript(connections: ["n0"]) { $0.ratePerHost = 20 },
            [
                (0, "job n0", "send 0"),
                (0, "job n0", ""),
                (0, "job n0", ""),
                (0, "job n0", ""),
                (0, "answer 0 200", "send 1"),
                (0.001, "answer 1 200", "send 2"),
                (0.002, "answer 2 200", ""),
                (0.049, "wait", ""),
                (0.05, "wait", "send 3"),
            ]
        )
    }

    @Test func `a rate holds for a host that has not answered yet`() throws {
        let transcript = try Self.transcript(connections: ["n0", "n1", "n2", "n3"]) { $0.ratePerHost = 20 }
        for number in 0..<3 {
            try expect(transcript, [(0, "job n\(number)", "send \(number)"), (0, "answer \(number) address", "")])
        }
        try expect(transcript, [(0, "job n3", ""), (0.05, "wait", "send 3")])
    }

    @Test func `a draining partition begins nothing, and what is cut off is no attempt`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job d", "send 1"),
                (0, "job d", ""),
                (1, "drain", ""),
                (2, "answer 1 200", ""),
                (3, "cut off", "cut 0"),
                (3, "commit", "offset 0 rows delivered 1"),
                (4, "release", ""),
                (5, "assign", "send 0, send 2"),
                (6, "answer 0 500", ""),
                (6, "commit", "offset 2 rows"),
            ]
        )
        #expect(transcript.rig.attempts == [.delivered: 1, .status: 1])
        #expect(transcript.rig.drain([0]) == transcript.rig.now + 5_000)
    }

    @Test func `a job waits in memory for 10 s at most`() throws {
        let transcript = try Self.transcript(connections: ["n0", "n1"]) { $0.perHost = 1 }
        try expect(
            transcript,
            [
                (0, "job n0", "send 0"),
                (1, "job n1", ""),
                (9.9, "commit", "nothing"),
                (10, "commit", "offset 1 rows"),
                (11, "commit", "offset 2 rows"),
                (12, "crash", "send 0"),
                (13, "answer 0 200", "send 1"),
            ]
        )
    }
}
