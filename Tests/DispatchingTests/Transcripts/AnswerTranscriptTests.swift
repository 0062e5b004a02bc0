import Dispatching
import Testing
import Vocabulary
import Webhooks

struct AnswerTranscriptTests {
    @Test func `the schedule is followed, then the job is dead`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000, 100_000])
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (1, "answer 0 connect", ""),
                (8.9, "wait", ""),
                (13.1, "wait", "send 0"),
                (14, "answer 0 404", ""),
                (93.9, "wait", ""),
                (134.1, "wait", "send 0"),
                (135, "answer 0 tls", ""),
                (135, "commit", "offset 1 dead 1 letter tls"),
            ]
        )
        let headers = transcript.rig.deadLetters[0].headers.map { "\($0.name): \(text($0.value))" }
        #expect(
            headers == [
                "fork-error-code: tls",
                "fork-error-message: The last attempt could not agree on TLS with the receiver, or its certificate is not valid.",
                "fork-topic: fork.webhook-dispatch", "fork-partition: 0", "fork-offset: 0",
                "fork-timestamp: \(Rig.start)", "fork-worker: ", "fork-sequence: \(Rig.base)",
                "fork-webhook-attempts: 3",
                "fork-webhook-first: 2024-04-26T08:15:01.000Z", "fork-webhook-last: 2024-04-26T08:17:15.000Z",
            ]
        )
        #expect(transcript.rig.deadLetters[0].value == transcript.rig.topic[0]?[0].value)
        #expect(transcript.rig.attempts == [.connect: 1, .status: 1, .tls: 1])
        #expect(transcript.rig.states[0]?.rowCount == 0)
    }

    @Test func `the reason of the last attempt is known after a restart, and the dead letter has it`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        options.orderHoldMilliseconds = 1_000
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 tls certificate has expired", ""),
                (1, "commit", "offset 2 rows"),
                (2, "crash", "send 1"),
                (3, "answer 1 connect Connection refused", ""),
                (3, "commit", "offset 2 rows"),
                (4, "crash", ""),
                (13.1, "wait", "send 0"),
                (14, "answer 0 500", ""),
                (14, "commit", "offset 2 rows dead 2 letter status letter connect"),
            ]
        )
        let reasons = transcript.rig.deadLetters.map { letter in
            letter.headers.first { $0.name == "fork-webhook-reason" }.map { text($0.value) }
        }
        #expect(reasons == [nil, "Connection refused"], "an answer has no reason")
        #expect(
            transcript.rig.failures.map {
                "\($0.hostAndPort ?? "") \($0.outcome) \($0.status ?? 0) \($0.reason?.description ?? "")"
            }
                == [
                    "c.example:443 tls 0 certificate has expired", "c.example:443 connect 0 Connection refused",
                    "c.example:443 status 500 ",
                ]
        )
    }

    @Test func `a callback URL that must not be called is a failed attempt with a reason and without a host`() throws {
        let transcript = try Transcript()
        try transcript.rig.put(#""callback_url":"https://c.example:444/secret""#, of: "c")
        try expect(transcript, [(0, "job c", ""), (0, "commit", "offset 1 rows")])
        #expect(
            transcript.rig.failures == [
                FailedAttempt(
                    hostAndPort: nil,
                    outcome: .url,
                    status: nil,
                    reason: FailureReason("The port of the callback URL is not allowed: see --allow-ports.")
                )
            ]
        )
    }

    @Test func `without a schedule the first failure is the last`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [])
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (1, "answer 0 302", ""),
                (1, "commit", "offset 1 dead 1 letter redirect"),
            ]
        )
    }

    @Test func `jobs that have waited longer than the schedule go with one that is given up`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (8, "job c", ""),
                (13.1, "wait", "send 0"),
                (14, "answer 0 500", "send 2"),
                (14, "commit", "offset 2 rows dead 2 letter status letter status"),
            ]
        )
    }

    @Test func `dead letters of jobs that go with another tell what happened to these jobs themselves`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        options.orderHoldMilliseconds = 2_000
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 3 rows"),
                (3.1, "wait", "send 1"),
                (12.5, "answer 1 connect", "send 0"),
                (14, "answer 0 tls", ""),
                (14, "commit", "offset 3 rows dead 3 letter tls letter connect letter tls"),
            ]
        )
        func headers(_ name: String) -> [String] {
            transcript.rig.deadLetters.map { letter in text(letter.headers.first { $0.name == name }?.value) }
        }
        #expect(headers("fork-webhook-attempts") == ["2", "1", "0"])
        #expect(
            headers("fork-error-message") == [
                "The last attempt could not agree on TLS with the receiver, or its certificate is not valid.",
                "The last attempt could not connect to the receiver, or the connection broke.",
                "This job was never sent. It had waited longer than the whole retry schedule when an earlier job of its "
                    + "connection was given up for this reason.",
            ]
        )
    }

    @Test func `a job that its receiver ends goes alone, however long the others have waited`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (2, "job c", ""),
                (13.1, "wait", "send 0"),
                (60, "answer 0 400 abort-message", "send 1"),
                (60, "commit", "offset 3 rows dead 1 letter aborted"),
                (61, "answer 1 200", "send 2"),
                (61, "answer 2 200", ""),
                (61, "commit", "offset 3 rows delivered 2"),
            ]
        )
        #expect(
            text(transcript.rig.deadLetters[0].headers.first { $0.name == "fork-error-message" }?.value)
                == "The receiver answered that this job must not be sent again."
        )
    }

    @Test func `what goes with a job that is given up does not wait for its host`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [10_000])
        options.ratePerHost = 0.05
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (20, "wait", "send 0"),
                (21, "answer 0 500", ""),
                (21, "commit", "offset 2 rows dead 2 letter status letter status"),
            ]
        )
    }

    @Test func `410 turns a connection off until its next settings, over restarts`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 410", ""),
                (1, "job c", ""),
                (1, "commit", "offset 3 rows off 3"),
                (2, "crash", ""),
                (3, "job c", ""),
                (3, "job d", "send 4"),
                (3, "commit", "offset 4 off 1"),
            ]
        )
        #expect(transcript.rig.dispatcher.gauges.offConnections == 1)
        try expect(
            transcript,
            [(4, "settings c c.example", ""), (4, "job c", "send 5"), (4, "commit", "offset 4 rows")]
        )
        #expect(transcript.rig.dispatcher.gauges.offConnections == 0)
    }

    @Test func `a job under way when its connection is turned off ends by its own answer`() throws {
        var options = DispatchOptions()
        options.orderHoldMilliseconds = 0
        options.perHost = 2
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000])
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (0, "job c", "send 1"),
                (0, "job c", ""),
                (0, "answer 0 404", "send 2"),
                (0.7, "answer 2 404", ""),
                (0.7, "commit", "offset 1 rows"),
                (1.4, "wait", "send 0"),
                (2, "answer 1 410", ""),
                (2.1, "wait", ""),
                (3, "answer 0 200", ""),
                (3, "commit", "offset 3 rows delivered 1 off 2"),
            ]
        )
    }

    @Test func `settings that are written while the process is down turn a connection on`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [(0, "job c", "send 0"), (1, "answer 0 200 disable", ""), (1, "commit", "offset 1 rows delivered 1")]
        )
        try transcript.rig.settings.put(#""callback_url":"https://c.example/""#, of: "c", at: transcript.rig.now)
        try expect(transcript, [(2, "crash", ""), (3, "job c", "send 1")])
    }

    @Test func `an answer to older settings turns nothing off`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (1, "settings c new.example", ""),
                (2, "answer 0 410", "send 0"),
                (2, "commit", "offset 1 rows"),
            ]
        )
    }

    @Test func `an answer can end a job, but not one that is delivered`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job d", "send 1"),
                (1, "answer 0 400 abort-message", ""),
                (1, "answer 1 200 abort-message", ""),
                (1, "commit", "offset 2 delivered 1 dead 1 letter aborted"),
            ]
        )
    }

    @Test func `after 413 a job goes on in its thin form at once, and keeps it`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 413", "send 0 thin"),
                (2, "answer 0 413", ""),
                (2, "commit", "offset 2 rows"),
                (3, "crash", ""),
                (8.1, "wait", "send 0 thin"),
                (9, "answer 0 200", "send 1"),
            ]
        )
    }

    @Test func `a stored job that never failed goes on in its thin form, too`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 2 rows"),
                (8, "wait", "send 0"),
                (9, "answer 0 200", "send 1"),
                (9, "commit", "offset 2 rows delivered 1"),
                (10, "answer 1 413", "send 1 thin"),
                (10, "commit", "offset 2 rows"),
                (11, "crash", "send 1 thin"),
                (12, "answer 1 500", ""),
                (12, "commit", "offset 2 rows"),
                (19, "wait", "send 1 thin"),
            ]
        )
    }

    @Test func `Retry-After holds up all jobs for the callback URL, and no other`() throws {
        let transcript = try Transcript(connections: ["e"])
        for connection in ["c", "d"] {
            try transcript.rig.put(#""callback_url":"https://app.example/hook""#, of: connection)
        }
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (1, "answer 0 429 after 60", ""),
                (1, "job d", ""),
                (1, "job e", "send 2"),
                (1, "commit", "offset 2 rows"),
                (60.9, "wait", ""),
                (61.1, "wait", "send 0, send 1"),
            ]
        )
    }

    @Test func `a job that is sent again keeps its sequence, also in its dead letter`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [])
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job d", "send 0"),
                (0, "resend c 17", "send 17"),
                (1, "answer 17 500", ""),
                (1, "commit", "offset 0 rows dead 1 letter status"),
            ]
        )
        let headers = transcript.rig.deadLetters[0].headers
        #expect(headers.first { $0.name == "fork-sequence" }?.value == Array("17".utf8))
        #expect(headers.first { $0.name == "fork-offset" }?.value == Array("1".utf8))
    }

    @Test func `a record that is no job is dead at once`() throws {
        let transcript = try Transcript()
        var record = transcript.rig.job("c")
        record.value = Array("{}".utf8)
        transcript.rig.append(record)
        record = transcript.rig.job("c")
        record.key = Array("d".utf8)
        transcript.rig.append(record)
        transcript.rig.read()
        try expect(
            transcript,
            [(0, "commit", "offset 2 dead 2 letter decodingError letter invalidIdentifier"), (1, "job c", "send 2")]
        )
    }

    @Test func `a waiting job whose count is missing in an adopted state is delivered`() throws {
        let transcript = try Transcript()
        try expect(transcript, [(0, "job c", "send 0"), (1, "answer 0 500", ""), (2, "commit", "offset 1 rows")])
        let state = try #require(transcript.rig.states[0])
        let key = StateKey(.progress)
        let held = try #require(state.value(at: key, of: .ofPartition)).count
        state.apply([StateChange(connection: .ofPartition, stateKey: key, value: nil, heldBytes: held)])
        try expect(transcript, [(3, "crash", ""), (7, "wait", "send 0"), (8, "answer 0 200", "")])
        #expect(try transcript.perform(9, "commit") == "offset 1 rows delivered 1")
    }
}
