import Dispatching
import Testing
import Vocabulary
import Webhooks

/// When jobs are tried again, and how long deliveries take.
struct AttemptTimeTests {
    private static func options(_ delays: [Int64]) -> DispatchOptions {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: delays)
        return options
    }

    @Test func `a job waits for the end of the pause that its receiver has asked for, also after a restart`() throws {
        try expect(
            try Transcript(Self.options([5_000])),
            [
                (0, "job c", "send 0"),
                (1, "answer 0 429 after 60", ""),
                (1, "commit", "offset 1 rows"),
                (2, "crash", ""),
                (60.9, "wait", ""),
                (61, "wait", "send 0"),
            ]
        )
    }

    @Test func `jobs that fail together are tried again at different times`() throws {
        let names = (0..<20).map { "n\($0)" }
        let transcript = try Transcript(Self.options([10_000]), connections: names)
        for (number, name) in names.enumerated() {
            try expect(transcript, [(0, "job \(name)", "send \(number)"), (0, "answer \(number) 500", "")])
        }
        let times = try (80...120).filter { try transcript.perform(Double($0) / 10, "wait") != "" }
        #expect(times.count > 8)
        #expect(try transcript.perform(12.1, "wait") == "")
    }

    @Test func `a delivery takes the time since its record was written`() throws {
        let transcript = try Transcript()
        let rig = transcript.rig
        var record = rig.job("c")
        record.timestampMilliseconds = Rig.start - 100_000
        rig.append(record)
        rig.read()
        try expect(transcript, [(1, "wait", "send 0"), (2, "answer 0 200", "")])
        #expect(try rig.commit()?.counts.deliveryMilliseconds == [102_000])
    }
}
