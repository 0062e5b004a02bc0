import Dispatching
import Testing
import Webhooks

struct CoalescingTranscriptTests {
    private static var options: DispatchOptions {
        var options = DispatchOptions()
        options.coalesceMilliseconds = 5_000
        return options
    }

    @Test func `jobs of one data type that come within the time of the first are one, with the last one's sequence`()
        throws
    {
        let transcript = try Transcript(Self.options)
        try expect(
            transcript,
            [
                (0, "job c", ""),
                (1, "job c heart", ""),
                (5, "job c", ""),
                (5.5, "job c", ""),
                // The job of 1 s has an earlier place, and waits for others until 6 s.
                (5.9, "wait", ""),
                (6, "wait", "send 1"),
                (6.1, "answer 1 200", "send 2"),
                (6.2, "answer 2 200", ""),
                (6.2, "commit", "offset 3 delivered 2 merged 1"),
                (10.5, "wait", "send 3"),
            ]
        )
    }

    @Test func `a job that was sent takes no other in`() throws {
        try expect(
            try Transcript(Self.options),
            [
                (0, "job c", ""),
                (5, "wait", "send 0"),
                (5, "job c", ""),
                (6, "answer 0 200", ""),
                (10, "wait", "send 1"),
            ]
        )
    }

    @Test func `a crash makes one job of the same records, and counts them once`() throws {
        let transcript = try Transcript(Self.options)
        try expect(
            transcript,
            [
                (0, "job c", ""),
                (1, "job c", ""),
                (2, "job d", ""),
                (7, "wait", "send 1, send 2"),
                (7, "answer 2 200", ""),
                (7, "commit", "offset 0 rows delivered 1"),
                (8, "crash", "send 1"),
                (9, "answer 1 500", ""),
                (9, "commit", "offset 3 rows merged 1"),
                (10, "crash", ""),
                (20, "wait", "send 1"),
                (20, "answer 1 200", ""),
                (20, "commit", "offset 3 rows delivered 1"),
            ]
        )
        #expect(transcript.rig.counts == [.merged: 1, .delivered: 2])
        #expect(transcript.rig.states[0]?.rowCount == 0)
    }

    @Test func `a merged job names all uploads, and is cut at its limits`() throws {
        let transcript = try Transcript(Self.options)
        let rig = transcript.rig
        for _ in 0..<4 {
            rig.append(rig.job("c", documents: #"{"id":"sleep/1","op":"delete"}"#, padding: 300_000))
        }
        // The user id is the last job's, so that only documents and uploads add up.
        rig.read()
        try expect(transcript, [(5, "wait", "send 3")])
        let body = text(rig.request(3)?.delivery.job.bytes)
        #expect(body.split(separator: #""uploads":["#)[1].split(separator: "]")[0].split(separator: ",").count == 4)
        let document =
            #"{"id":"sleep/ID","op":"upsert","document":"# + "{\"a\":\"\(String(repeating: "x", count: 400_000))\"}}"
        for id in 4..<7 { rig.append(rig.job("d", documents: document.replacing("ID", with: "\(id)"))) }
        rig.read()
        try expect(transcript, [(10, "wait", "send 5"), (11, "answer 5 200", "send 6")])
    }

    @Test func `jobs in parts stay alone and do not wait`() throws {
        let transcript = try Transcript(Self.options)
        let rig = transcript.rig
        for _ in 0..<2 { rig.append(rig.job("c", parts: 2)) }
        rig.read()
        try expect(transcript, [(0, "wait", "send 0"), (0, "answer 0 200", "send 1")])
    }

    @Test func `an older job that is sent again does not take the place of a newer one`() throws {
        try expect(
            try Transcript(Self.options),
            [
                (0, "job d", ""),
                (0, "job c", ""),
                (1, "resend c 0", ""),
                (5, "wait", "send 0, send 1"),
                (6, "answer 1 200", "send 0"),
            ]
        )
    }

    @Test func `jobs behind one that failed are merged before they are stored`() throws {
        try expect(
            try Transcript(Self.options),
            [
                (0, "job c", ""),
                (5, "wait", "send 0"),
                (6, "answer 0 500", ""),
                (7, "job c", ""),
                (8, "job c", ""),
                (9, "commit", "offset 1 rows"),
                (12.1, "wait", "send 0"),
                (13, "commit", "offset 3 rows merged 1"),
                (14, "answer 0 200", "send 2"),
            ]
        )
    }
}
