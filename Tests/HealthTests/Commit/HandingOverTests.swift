import Health
import Store
import Testing
import Vocabulary

/// What of a commit can be on its way while the rest of it is derived: what nothing changes any more.
struct HandingOverTests {
    /// What a commit brings, and how much of it there was whenever it was shown.
    private struct Shown {
        var records: [OutputRecord] = []
        var changes: [StateChange] = []
        var outcome = Outcome()
        var turns: [Int] = []

        /// Finishes a batch, and takes each time what is new.
        init(_ batch: consuming Batch, _ processor: borrowing Processor) {
            var (records, changes, turns): ([OutputRecord], [StateChange], [Int]) = ([], [], [])
            outcome = processor.finish(batch) { outcome in
                records += outcome.records.dropFirst(outcome.handedOver.records)
                changes += outcome.changes.dropFirst(outcome.handedOver.changes)
                outcome.handedOver = (outcome.records.count, outcome.changes.count)
                turns.append(outcome.records.count)
            }
            (self.records, self.changes, self.turns) = (records, changes, turns)
        }
    }

    /// A commit over the state of connections that have had an upload each.
    private struct Commit: ~Copyable {
        private var processor = Processor(rules: Rules(), zones: ZoneTable(read: ZoneFiles.read))
        private var batch: Batch

        init(over connections: [String]) {
            var store = MemoryStore()
            batch = processor.batch(over: store)
            for connection in connections { upload(1, of: connection) }
            store.apply(processor.finish(batch).changes)
            batch = processor.batch(over: store)
        }

        /// An upload of a sample, and of something else that is refused.
        mutating func upload(_ number: Int, of connection: String) {
            let sample = Line.steps(number, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3 + number)
            let line = Line.upload("2001-01-01T01:00:00Z", [sample, "7"])
            add(.uploads, connection, line.replacing(#""c""#, with: #""\#(connection)""#))
        }

        /// A record, which is newer than those before.
        mutating func add(_ topic: RecordPlace.Topic, _ connection: String, _ text: String) {
            time += 1
            let place = RecordPlace(topic: topic, partition: 0, offset: time, timestampMilliseconds: time)
            let (key, value) = (Array(connection.utf8), Array(text.utf8))
            unsafe processor.add(place, key: key.span.bytes, value: value.span.bytes, to: &batch)
        }

        private var time: Int64 = 1_000_000_000_000

        func shown() -> Shown { Shown(batch, processor) }
        func outcome() -> Outcome { processor.finish(batch) }
    }

    @Test func `what is shown after each connection is how the outcome begins, dead letters first`() {
        var commit = Commit(over: ["a", "b", "d"])
        for connection in ["d", "b", "a", "c"] { commit.upload(2, of: connection) }
        let shown = commit.shown()
        #expect(shown.turns.count == 4)
        #expect(shown.turns == shown.turns.sorted() && shown.turns.first ?? 0 > 4)
        #expect(shown.records.prefix(4).allSatisfy { $0.deadLetter != nil })
        #expect(shown.records == shown.outcome.records)
        #expect(shown.outcome.changes.prefix(shown.changes.count).map(\.stateKey) == shown.changes.map(\.stateKey))
        // What is known of the partition comes at the end, when all of it is.
        #expect(shown.outcome.changes.dropFirst(shown.changes.count).map(\.connection) == [.ofPartition])
    }

    @Test func `from a connection on that is forgotten and begins anew nothing is shown before the end`() {
        var commit = Commit(over: ["a", "b", "c"])
        commit.upload(2, of: "a")
        commit.upload(2, of: "c")
        commit.add(.connections, "b", #"{"connection_id":"b","forget":true}"#)
        commit.add(.connections, "b", #"{"connection_id":"b"}"#)
        commit.upload(2, of: "b")
        let shown = commit.shown()
        #expect(shown.turns.count == 1)
        let connections = shown.changes.map { String(decoding: $0.connection.bytes, as: UTF8.self) }
        #expect(!connections.isEmpty && connections.allSatisfy { $0 == "a" })
        #expect(shown.outcome.handedOver.changes == shown.changes.count)
        #expect(Set(shown.outcome.changes.map(\.connection)).count == 4)
    }

    @Test func `nobody has to take anything`() {
        var commit = Commit(over: ["a"])
        commit.upload(2, of: "a")
        let outcome = commit.outcome()
        #expect(outcome.handedOver == (0, 0) && !outcome.records.isEmpty)
    }
}
