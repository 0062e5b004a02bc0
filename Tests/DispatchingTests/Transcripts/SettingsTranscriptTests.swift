import Dispatching
import Testing
import Vocabulary
import Webhooks

struct SettingsTranscriptTests {
    @Test func `a settings record makes what waits due at once, and sends it to the new host`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (2, "settings c new.example", "send 0"),
            ]
        )
        #expect(transcript.rig.request(0)?.delivery.address.host == "new.example")
        try expect(
            transcript,
            [(3, "answer 0 200", "send 1"), (3, "answer 1 200", ""), (3, "commit", "offset 2 rows delivered 2")]
        )
        #expect(transcript.rig.states[0]?.rowCount == 0)
    }

    @Test func `a settings record does not let jobs overtake one that has failed`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (2, "settings c new.example", "send 0"),
                (3, "answer 0 500", ""),
                (3.1, "wait", ""),
            ]
        )
    }

    @Test func `a settings record that came while the process was down makes jobs due, too`() throws {
        let transcript = try Transcript()
        try expect(transcript, [(0, "job c", "send 0"), (1, "answer 0 500", ""), (1, "commit", "offset 1 rows")])
        try transcript.rig.settings.put(#""callback_url":"https://c.example/""#, of: "c", at: transcript.rig.now)
        try expect(transcript, [(2, "crash", "send 0")])
    }

    @Test func `fresh jobs go where the newest settings say`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [
                (0, "job c", "send 0"), (0, "job c", ""), (1, "settings c new.example", ""),
                (2, "answer 0 200", "send 1"),
            ]
        )
        #expect(transcript.rig.request(1)?.delivery.address.host == "new.example")
    }

    @Test(arguments: [("close c", "closed 3"), ("remove c", "no_callback 3"), ("mute c", "no_callback 3")])
    func `without a receiver jobs are dropped, fresh and stored ones`(event: String, counted: String) throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (1, "job c", ""),
                (2, event, ""),
                (2, "commit", "offset 3 rows \(counted)"),
                (3, "job c", ""),
                (3, "commit", "offset 4 \(counted.split(separator: " ")[0]) 1"),
            ]
        )
        #expect(transcript.rig.states[0]?.rowCount == 0)
    }

    @Test func `forget takes upserts out of what waits, and deletions go out`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (1, "job c", ""),
                (2, "forget c", "send 0"),
            ]
        )
        let commit = try #require(try transcript.rig.commit())
        let connection = try #require(ConnectionID(Array("c".utf8)))
        #expect(commit.partitions[0].forgotten == [connection])
        for place: Int64 in 0..<2 {
            let row = transcript.rig.states[0]?.value(at: StateKey(.job, place: place), of: connection)
            #expect(!text(row).contains("upsert") && text(row).contains("delete"))
        }
        for sequence: Int64 in 0..<3 {
            let request = try #require(transcript.rig.request(sequence))
            #expect(!text(request.delivery.job.bytes).contains("upsert"))
            #expect(text(request.delivery.job.bytes).contains(#"{"id":"sleep/2","op":"delete"}"#))
            let next = sequence < 2 ? "send \(sequence + 1)" : ""
            try expect(transcript, [(3, "answer \(sequence) 200", next)])
        }
        for state in transcript.rig.states.values { #expect(state.rowCount > 0) }
        try expect(transcript, [(4, "commit", "offset 3 rows delivered 3")])
        #expect(transcript.rig.states[0]?.rowCount == 0)
    }

    @Test func `a forgotten upsert reaches no row and no dead letter`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (1, "forget c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 1 rows"),
            ]
        )
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let row = try #require(transcript.rig.states[0]?.value(at: StateKey(.job, place: 0), of: connection))
        #expect(!text(row).contains("upsert") && text(row).contains("delete"))
        try expect(
            transcript,
            [(20, "wait", "send 0"), (21, "answer 0 500", ""), (21, "commit", "offset 1 rows dead 1 letter status")]
        )
        #expect(!text(transcript.rig.deadLetters[0].value).contains("upsert"))
    }

    @Test(arguments: [
        // Under way when the settings come, or given up and not committed yet.
        ["job c", "forget c", "answer 0 500"], ["job c", "answer 0 500", "forget c"],
    ])
    func `settings that forget reach the dead letters of the same commit`(events: [String]) throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [])
        let transcript = try Transcript(options)
        for event in events { _ = try transcript.perform(1, event) }
        try expect(transcript, [(2, "commit", "offset 1 dead 1 letter status")])
        let letter = text(transcript.rig.deadLetters[0].value)
        #expect(!letter.contains("upsert") && letter.contains("delete"))
    }

    @Test(arguments: [("close c", 0), ("forget c", 40), ("answer 40 410", 0)])
    func `what stops or strips jobs holds before all that wait are looked at`(event: String, sent: Int) throws {
        var options = DispatchOptions()
        options.orderHoldMilliseconds = 0
        options.perHost = 100
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000])
        let transcript = try Transcript(options)
        let rig = transcript.rig
        // More than one step reads.
        for _ in 0..<41 { rig.append(rig.job("c", padding: 100_000)) }
        rig.read()
        #expect(rig.begin().count == 41)
        for sequence: Int64 in 0..<40 {
            let request = try #require(rig.request(sequence))
            rig.answer(request.delivery.id, .answer(Answer(status: 404, nowSeconds: 0)))
        }
        try expect(transcript, [(0.1, "commit", "offset 40 rows")])
        _ = try transcript.perform(5, event)
        for _ in 0..<10 { _ = rig.begin() }
        let bodies = rig.underWay.values.filter { $0.atMilliseconds > Rig.start }.map { text($0.delivery.job.bytes) }
        #expect(bodies.count == sent && bodies.allSatisfy { !$0.contains("upsert") })
    }

    @Test func `a job of upserts only is forgotten`() throws {
        let transcript = try Transcript()
        let upsert = #"{"id":"sleep/1","op":"upsert","document":{"value":1}}"#
        transcript.rig.append(transcript.rig.job("c", documents: upsert))
        transcript.rig.append(transcript.rig.job("c", documents: upsert))
        transcript.rig.read()
        try expect(
            transcript,
            [
                (0, "wait", "send 0"),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (2, "forget c", ""),
                (2, "commit", "offset 2 rows forgotten 2"),
            ]
        )
    }

    @Test func `a URL that is not allowed is an attempt that failed, without a request`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        let transcript = try Transcript(options)
        try transcript.rig.put(#""callback_url":"https://c.example:8443/""#, of: "c")
        try expect(
            transcript,
            [
                (0, "job c", ""),
                (0, "commit", "offset 1 rows"),
                (20, "wait", ""),
                (20, "commit", "offset 1 rows dead 1 letter url"),
            ]
        )
        #expect(transcript.rig.attempts == [.url: 2])
    }
}
