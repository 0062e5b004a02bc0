import Dispatching
import Testing
import Webhooks

/// Performs the events of a table, and expects their effects.
func expect(
    _ transcript: Transcript,
    _ rows: [(seconds: Double, event: String, effects: String)],
    _ location: SourceLocation = #_sourceLocation
) throws {
    for row in rows {
        let effects = try transcript.perform(row.seconds, row.event)
        #expect(effects == row.effects, "\(row.seconds) \(row.event)", sourceLocation: location)
    }
}

struct OrderTranscriptTests {
    @Test func `a job that is delivered at once costs no row`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0.1, "commit", "nothing"),
                (0.2, "answer 0 204", ""),
                (0.3, "commit", "offset 1 delivered 1"),
                (0.4, "commit", "nothing"),
            ]
        )
    }

    @Test func `jobs of a connection go one after the other, other connections do not wait`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (0, "job d", "send 2"),
                (0.1, "answer 2 200", ""),
                (0.1, "commit", "offset 0 rows delivered 1"),
                (0.2, "answer 0 200", "send 1"),
                (0.3, "answer 1 200", ""),
                (0.4, "commit", "offset 3 rows delivered 2"),
            ]
        )
    }

    @Test func `a job that fails holds up later ones for an hour from its first failure`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [100_000, 7_200_000])
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (1, "job c", ""),
                (1, "answer 0 500", ""),
                (1.1, "commit", "offset 2 rows"),
                (80, "wait", ""),
                (121.1, "wait", "send 0"),
                (130, "answer 0 500", ""),
                (3_600, "wait", ""),
                (3_601, "wait", "send 1"),
                (3_602, "answer 1 200", ""),
                (3_603, "job c", "send 2"),
                (3_604, "answer 2 200", ""),
                (3_605, "commit", "offset 3 rows delivered 2"),
                (9_000, "wait", "send 0"),
                (9_001, "answer 0 500", ""),
                (9_002, "commit", "offset 3 rows dead 1 letter status"),
            ]
        )
    }

    @Test func `with a job that is given up go fresh ones that have waited longer than the schedule`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [1_000])
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (0.1, "job c", ""),
                (2, "answer 0 500", ""),
                (2.5, "job c", ""),
                (3.2, "wait", "send 0"),
                (3.3, "answer 0 500", "send 2"),
                (3.4, "commit", "offset 2 dead 2 letter status letter status"),
            ]
        )
    }

    @Test func `with a job that is given up go stored ones that have waited longer than the schedule`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [3_000])
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (0.1, "answer 0 500", ""),
                (0.2, "commit", "offset 2 rows"),
                (2, "job c", ""),
                (2.1, "commit", "offset 3 rows"),
                (3.8, "wait", "send 0"),
                (3.9, "answer 0 500", "send 2"),
                (4, "commit", "offset 3 rows dead 2 letter status letter status"),
            ]
        )
    }

    @Test func `a job behind one that failed goes at once when that one is delivered`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (1, "answer 0 timeout", ""),
                (1, "commit", "offset 2 rows"),
                (7, "wait", "send 0"),
                (8, "answer 0 200", "send 1"),
                (9, "answer 1 200", ""),
                (9, "commit", "offset 2 rows delivered 2"),
            ]
        )
    }

    @Test func `without order several jobs of a connection are sent at once`() throws {
        var options = DispatchOptions()
        options.orderHoldMilliseconds = 0
        try expect(
            try Transcript(options),
            [
                (0, "job c", "send 0"),
                (0, "job c", "send 1"),
                (1, "answer 0 500", ""),
                (1, "job c", "send 2"),
                (2, "answer 1 200", ""),
                (2, "commit", "offset 2 rows delivered 1"),
                (8, "wait", "send 0"),
                (9, "answer 0 200", ""),
                (9, "answer 2 200", ""),
                (9, "commit", "offset 3 rows delivered 2"),
            ]
        )
    }

    @Test func `a crash keeps attempts, the order and what was delivered behind an open job`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job d", "send 1"),
                (0, "job d", ""),
                (1, "answer 1 200", "send 2"),
                (1, "commit", "offset 0 rows delivered 1"),
                (2, "crash", "send 0, send 2"),
                (3, "answer 0 500", ""),
                (3, "answer 2 200", ""),
                (3, "commit", "offset 3 rows delivered 1"),
                (4, "crash", ""),
                (4, "job c", ""),
                (9.1, "wait", "send 0"),
                (10, "answer 0 200", "send 3"),
                (11, "commit", "offset 3 rows delivered 1"),
                (12, "crash", "send 3"),
                (13, "answer 3 200", ""),
                (13, "commit", "offset 4 delivered 1"),
            ]
        )
    }

    @Test func `a process without order sends what one with order has left, several at once`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (0, "job c", ""),
                (0, "job c", ""),
                (1, "answer 0 500", ""),
                (1, "commit", "offset 4 rows"),
                (2, "crash unordered", ""),
                (3, "job c", "send 4"),
                (8, "wait", "send 0"),
                (3_601, "wait", "send 1, send 2, send 3"),
                (3_602, "answer 1 200", ""),
                (3_602, "answer 2 200", ""),
                (3_602, "answer 3 200", ""),
                (3_602, "answer 4 200", ""),
                (3_602, "answer 0 200", ""),
                (3_602, "commit", "offset 5 rows delivered 5"),
            ]
        )
    }

    @Test func `a process with order keeps the order of what one without has left`() throws {
        var options = DispatchOptions()
        options.orderHoldMilliseconds = 0
        options.bounds.freshMilliseconds = 0
        options.perHost = 1
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"),
                (0, "job c", ""),
                (0, "job c", ""),
                (1, "commit", "offset 3 rows"),
                (2, "crash ordered", "send 0"),
                (3, "job c", ""),
                (4, "answer 0 500", ""),
                (5, "job d", "send 4"),
                (10, "wait", "send 0"),
                (11, "answer 0 200", "send 1"),
                (12, "answer 1 200", "send 2"),
                (13, "answer 2 200", "send 3"),
            ]
        )
    }

    @Test func `an aborted commit is repeated with what came since`() throws {
        try expect(
            try Transcript(),
            [
                (0, "job c", "send 0"),
                (0, "job d", "send 1"),
                (1, "answer 1 200", ""),
                (1, "abort", "offset 0 rows delivered 1"),
                (2, "answer 0 200", ""),
                (2, "commit", "offset 2 delivered 2"),
                (3, "commit", "nothing"),
                (3, "crash", ""),
            ]
        )
    }
}
