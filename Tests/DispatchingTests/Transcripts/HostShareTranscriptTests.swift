import Dispatching
import Testing
import Vocabulary
import Webhooks

struct HostShareTranscriptTests {
    /// A transcript of at most four requests at once, in which each connection has a host of its own.
    private static func transcript(_ change: (inout DispatchOptions) -> Void = { _ in }) throws -> Transcript {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000_000])
        options.concurrency = 4
        change(&options)
        return try Transcript(options, connections: (0..<20).map { "n\($0)" } + ["good"])
    }

    @Test(
        arguments: [("404", 2), ("connect", 2), ("200", 4), ("secret", 3), ("address", 3)]
    )
    func `a host whose last request failed has half of the requests, one without an answer three quarters`(
        answer: String,
        share: Int
    ) throws {
        let transcript = try Self.transcript()
        for connection in 0..<6 {
            try transcript.rig.put(#""callback_url":"https://one.example/""#, of: "n\(connection)")
        }
        try expect(transcript, [(0, "job n0", "send 0"), (0, "answer 0 \(answer)", "")])
        for number in 1..<6 {
            try expect(transcript, [(1, "job n\(number)", number <= share ? "send \(number)" : "")])
        }
    }

    @Test func `hosts that answer well have a quarter while all others hang at first contact`() throws {
        let transcript = try Self.transcript()
        try expect(transcript, [(0, "job good", "send 0"), (0, "answer 0 200", "")])
        for number in 1...10 { try expect(transcript, [(1, "job n\(number)", number <= 3 ? "send \(number)" : "")]) }
        try expect(
            transcript,
            [
                (2, "job good", "send 11"),
                (3, "answer 11 200", ""),
                // Each that has hung makes room for one more without an answer, and has half with its like.
                (31, "answer 1 timeout", "send 4"),
                (31, "job good", "send 12"),
            ]
        )
    }

    @Test func `slow hosts share half of the requests, others have the rest`() throws {
        let transcript = try Self.transcript()
        try expect(transcript, [(0, "job good", "send 0"), (0, "answer 0 200", "")])
        for number in 1...3 { try expect(transcript, [(0, "job n\(number)", "send \(number)")]) }
        // A request that takes long makes its host slow, too.
        for number in 1...3 { try expect(transcript, [(6, "answer \(number) 200", "")]) }
        try expect(
            transcript,
            [
                (7, "job n1", "send 4"),
                (7, "job n2", "send 5"),
                (7, "job n3", ""),
                (7, "job n4", "send 7"),
                (7, "job n5", ""),
                (7, "job good", "send 9"),
                (8, "answer 9 200", ""),
                (9, "answer 4 200", "send 8"),
                (9, "answer 7 200", "send 6"),
            ]
        )
    }

    @Test func `hosts that failed before a restart are slow after it`() throws {
        let transcript = try Self.transcript { options in
            options.concurrency = 20
            options.schedule = RetrySchedule(delaysMilliseconds: [10_000, 10_000])
        }
        for number in 0..<20 {
            try expect(transcript, [(0, "job n\(number)", "send \(number)"), (0, "answer \(number) timeout", "")])
        }
        try expect(transcript, [(1, "commit", "offset 20 rows")])
        let sent = try transcript.perform(20, "crash").split(separator: ", ")
        #expect(sent.count == 10)
        try expect(transcript, [(20, "job good", "send 20")])
    }

    @Test func `a host is known as slow by a job that was sent, behind one that was not`() throws {
        let transcript = try Self.transcript()
        for number in 0..<6 { try transcript.rig.put(#""callback_url":"https://one.example/""#, of: "n\(number)") }
        try expect(transcript, [(0, "job n0", "send 0")])
        try expect(transcript, [(0, "answer 0 404", "")])
        for number in 1...4 { try expect(transcript, [(1, "job n\(number)", number < 3 ? "send \(number)" : "")]) }
        // Those that were not sent are due before the one that failed, which was sent again too early.
        try expect(transcript, [(11, "commit", "offset 5 rows"), (12, "crash", "send 1, send 2")])
        try expect(transcript, [(12, "job good", "send 5")])
    }
}
