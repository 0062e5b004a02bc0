import Health
import Store
import Testing
import Vocabulary

/// A commit is bounded by what its uploads weigh: what they meet in the state is held for as long as they are.
struct BatchWeightTests {
    private static let samples = (0..<50).map { Line.steps($0, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3) }

    @Test func `the state that an upload meets weighs with it`() {
        var loop = CommitLoop()
        let first = Line.upload("2001-01-01T01:00:00Z", Self.samples)
        let (weight, outcome) = loop.commit(first)
        #expect(weight == first.utf8.count)
        let held = outcome.changes.filter { $0.stateKey.kind == .segment }.reduce(0) { $0 + ($1.value?.count ?? 0) }
        #expect(held > 0)
        let second = Line.upload("2001-01-01T02:00:00Z", [Self.samples[0]])
        let next = loop.commit(second).weightBytes
        #expect(next == second.utf8.count + held)
    }

    @Test func `ids among which copies of a new sample are looked for weigh with it`() {
        var loop = CommitLoop()
        _ = loop.commit(Line.upload("2001-01-01T01:00:00Z", Self.samples))
        // Of another segment of the same day, so that only the ids of the others are read.
        let second = Line.upload("2001-01-01T08:00:00Z", [Line.steps(99, "2001-01-01T07:00Z", "2001-01-01T07:10Z", 1)])
        #expect(loop.commit(second).weightBytes >= second.utf8.count + 50 * 16)
    }

    @Test func `what is derived before the commit ends weighs until more comes of the connection`() {
        var loop = CommitLoop()
        let first = Line.upload("2001-01-01T01:00:00Z", Self.samples)
        loop.add(line: Array(first.utf8))
        loop.deriveAhead()
        let ahead = loop.batch?.weightBytes ?? 0
        #expect(ahead > first.utf8.count + 1_000)
        // Once only, whatever it is asked for.
        loop.deriveAhead()
        #expect(loop.batch?.weightBytes == ahead)
        let second = Line.upload("2001-01-01T02:00:00Z", [Self.samples[0]])
        loop.add(line: Array(second.utf8))
        #expect(loop.batch?.weightBytes == first.utf8.count + second.utf8.count)
        loop.deriveAhead()
        #expect(loop.batch?.weightBytes == first.utf8.count + second.utf8.count)
        let outcome = loop.commit()
        let made = outcome.records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        let own = outcome.changes.filter { $0.connection != .ofPartition }
        let kept = own.reduce(0) { $0 + ($1.value?.count ?? 0) }
        #expect(ahead == first.utf8.count + made + kept)
    }

    @Test func `what is closed before the commit ends weighs until then`() {
        var loop = CommitLoop()
        let first = Line.upload("2001-01-01T01:00:00Z", Self.samples)
        loop.add(line: Array(first.utf8))
        loop.close()
        let closed = loop.batch?.weightBytes
        #expect(loop.batch?.connections == 1)
        let outcome = loop.commit()
        let made = outcome.records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        let own = outcome.changes.filter { $0.connection != .ofPartition }
        #expect(closed == first.utf8.count + made + own.reduce(0) { $0 + ($1.value?.count ?? 0) })
    }

    @Test func `what is refused weighs with the upload, once more for its dead letter`() {
        var loop = CommitLoop()
        let refused = #"{"id":"no id"}"#
        let upload = Line.upload("2001-01-01T01:00:00Z", [refused, refused, Self.samples[0]])
        let weight = loop.commit(upload).weightBytes
        #expect(weight == upload.utf8.count + 2 * refused.utf8.count)
    }

    @Test func `documents that are made before the commit ends weigh with it`() {
        var rules = Rules()
        rules.stateRetentionSeconds = 10 * 86_400
        var loop = CommitLoop(rules)
        // One sample only, so that what is read of the state weighs less than the documents.
        let first = Line.upload("2001-01-01T01:00:00Z", [Self.samples[0]])
        _ = loop.commit(first)
        // Moves the horizon past all of them, so that what it affects is derived at once.
        let late = Line.upload(
            "2001-02-01T00:00:00Z",
            [Line.steps(60, "2001-01-31T10:00:00Z", "2001-01-31T11:00:00Z", 1)]
        )
        let (weight, outcome) = loop.commit(late)
        let made = outcome.records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        #expect(made > 0)
        #expect(weight >= late.utf8.count + made)
    }
}
