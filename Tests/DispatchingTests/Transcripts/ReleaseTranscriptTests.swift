import Dispatching
import Testing
import Vocabulary
import Webhooks

struct ReleaseTranscriptTests {
    /// A transcript in which 20 connections have failed at one host, which is left alone until 31 s.
    private static func transcript(
        delays: [Int64] = [1_000_000, 1_000_000],
        _ change: (inout DispatchOptions) -> Void = { _ in }
    ) throws -> Transcript {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: delays)
        options.concurrency = 100
        options.perHost = 100
        change(&options)
        let transcript = try Transcript(options)
        for number in 0..<22 { try transcript.rig.put(#""callback_url":"https://one.example/""#, of: "n\(number)") }
        for number in 0..<20 {
            try expect(transcript, [(1, "job n\(number)", "send \(number)"), (1, "answer \(number) connect", "")])
        }
        try expect(transcript, [(2, "job n20", ""), (2, "commit", "offset 21 rows"), (31, "wait", "send 20")])
        return transcript
    }

    @Test func `all that waits for a host is due at once when it takes deliveries again`() throws {
        let transcript = try Self.transcript { $0.perHost = 4 }
        try expect(
            transcript,
            [
                (32, "answer 20 200", "send 0, send 1, send 2, send 3"),
                (33, "answer 0 200", "send 4"),
                // What fails from then on waits as the schedule says.
                (33, "answer 1 404", "send 5"),
                (34, "commit", "offset 21 rows delivered 2"),
                (35, "crash", "send 2, send 3, send 4, send 5"),
            ]
        )
    }

    @Test func `what fails after its host is back waits as the schedule says, while others are made due`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000_000, 1_000_000])
        options.concurrency = 3_000
        options.perHost = 3_000
        options.bounds.requestBytes = 16 << 20
        let rig = try Rig(options)
        // More than one step reads.
        let count = 800
        for number in 0..<count {
            try rig.put(#""callback_url":"https://one.example/""#, of: "n\(number)")
            rig.append(rig.job("n\(number)"))
        }
        rig.read()
        for delivery in rig.begin() { rig.answer(delivery.id, .failure(.connect)) }
        _ = try rig.commit()
        rig.now += 1_000
        try rig.put(#""callback_url":"https://one.example/""#, of: "probe")
        rig.append(rig.job("probe"))
        rig.read()
        rig.now += 30_000
        let probe = try #require(rig.begin().first)
        rig.answer(probe.id, .answer(Answer(status: 200, nowSeconds: 0)))
        let first = rig.beginOnce()
        #expect((1..<count).contains(first.count))
        rig.now += 1
        for delivery in first { rig.answer(delivery.id, .answer(Answer(status: 404, nowSeconds: 0))) }
        let rest = rig.begin()
        #expect(rest.count == count - first.count)
        let isNew = Set(rest.map(\.sequence)).isDisjoint(with: first.map(\.sequence))
        #expect(isNew)
    }

    @Test func `an answer that is not 2xx ends the pause of a host, and makes nothing due`() throws {
        try expect(
            try Self.transcript(),
            [(32, "answer 20 404", ""), (33, "job n21", "send 21"), (34, "answer 21 200", "")]
        )
    }

    @Test func `jobs of a connection in order wait for their first one`() throws {
        let transcript = try Self.transcript()
        try expect(
            transcript,
            [(31.5, "job n0", ""), (31.5, "commit", "offset 22 rows")]
        )
        let sent = try transcript.perform(32, "answer 20 200").split(separator: ", ")
        #expect(sent.count == 20 && !sent.contains("send 21"))
        try expect(transcript, [(33, "answer 0 404", ""), (33, "answer 1 200", "")])
    }

    @Test func `a pause of a URL holds when its host takes deliveries again`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000_000])
        let transcript = try Transcript(options)
        try transcript.rig.put(#""callback_url":"https://one.example/other""#, of: "c")
        try expect(transcript, [(0, "job c", "send 0"), (0, "answer 0 429 after 600", "")])
        for number in 1...20 {
            try transcript.rig.put(#""callback_url":"https://one.example/""#, of: "n\(number)")
            try expect(transcript, [(1, "job n\(number)", "send \(number)"), (1, "answer \(number) connect", "")])
        }
        try expect(transcript, [(2, "job n1", ""), (2, "commit", "offset 22 rows"), (31, "wait", "")])
        try expect(transcript, [(31, "settings n1 one.example", "send 1")])
        let sent = try transcript.perform(32, "answer 1 200").split(separator: ", ")
        #expect(sent.count == 16 && !sent.contains("send 0"))
        while let number = transcript.rig.underWay.values.map({ Rig.number($0.delivery.sequence) }).min() {
            _ = try transcript.perform(33, "answer \(number) 200")
        }
        try expect(transcript, [(599.9, "wait", ""), (600, "wait", "send 0")])
    }

    @Test(arguments: ["ordered", "unordered"])
    func `times of a clock that was ahead count no longer, though others wait before them`(order: String) throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [100_000_000, 100_000_000])
        let transcript = try Transcript(options)
        for connection in ["c", "d"] {
            try transcript.rig.put(#""callback_url":"https://one.example/""#, of: connection)
        }
        try expect(
            transcript,
            [
                (1, "job c", "send 0"),
                (2, "answer 0 503", ""),
                (5_000_000, "job d", "send 1, send 0"),
                (5_000_000, "job d", ""),
                (5_000_000, "answer 1 503", ""),
                // The request for job 0 is cut off, so that job 0 waits as before.
                (5_000_001, "commit", "offset 3 rows"),
            ]
        )
        // Job 0 does not hide job 1.
        try expect(transcript, [(10, "crash \(order)", order == "ordered" ? "send 1" : "send 2, send 1")])
        try expect(transcript, [(11, "answer 1 503", "")])
        if order == "ordered" {
            try expect(transcript, [(3_609, "wait", ""), (3_610.5, "wait", "send 2")])
        }
    }
}
