import Health
import Store
import Testing
import Vocabulary

/// What no outcome may be, whatever comes in: each case plants one fault in a good outcome.
struct OutcomeCheckTests {
    private static let connections = ["a", "b"].compactMap { ConnectionID(Array($0.utf8)) }

    private static func change(_ connection: Int, _ day: Int32, _ kind: StateKey.Kind = .segment) -> StateChange {
        StateChange(connection: connections[connection], stateKey: StateKey(kind, day: day), value: [1], heldBytes: nil)
    }

    private static func document(_ topic: String, _ key: String, isDeleted: Bool = false) -> OutputRecord {
        record(.document, topic, key, isDeleted: isDeleted)
    }

    private static func record(
        _ kind: OutputRecord.Kind,
        _ topic: String,
        _ key: String,
        isDeleted: Bool = false
    ) -> OutputRecord {
        let value: [UInt8]? = isDeleted ? nil : [1]
        return OutputRecord(kind: kind, topic: topic, partition: 0, key: Array(key.utf8), value: value, headers: [])
    }

    private static let letter = DeadLetter(
        Refusal(.noData, "It is refused."),
        of: DeadLetter.Place(topic: "t", partition: 0, offset: 0),
        worker: "1"
    )

    private static var good: Outcome {
        var outcome = Outcome()
        outcome.accounting.samplesIn = 5
        outcome.accounting.new = 1
        outcome.accounting.duplicates = 1
        outcome.accounting.replaced = 1
        outcome.accounting.deletedBeforeArrival = 1
        outcome.accounting.refused = 1
        outcome.changes = [change(0, 1, .summary), change(0, 1), change(0, 2), change(1, 1)]
        outcome.records = [
            record(.deadLetter(letter), "d", "a"), record(.deadLetter(letter), "d", "a"), document("t", "a/1"),
            document("t", "a/1#2"),
            record(.job, "j", "a"), record(.job, "j", "a"), document("t", "b/1"), document("u", "1"),
        ]
        return outcome
    }

    /// The name of what a fault breaks, if it is there at once, and if it comes after half of the outcome was checked.
    private static func broken(_ plant: (inout Outcome) -> Void) -> (atOnce: String?, later: String?) {
        var (atOnce, later) = (good, good)
        plant(&atOnce)
        atOnce.checkEnd()
        later.checkGrowth()
        #expect(later.broken == nil)
        plant(&later)
        later.checkGrowth()
        later.checkEnd()
        return (atOnce.broken?.name, later.broken?.name)
    }

    @Test func `an outcome without a fault is whole, at once and in parts`() {
        let found = Self.broken { _ in }
        #expect(found.atOnce == nil && found.later == nil)
        // A move has one key in two topics, and a part of a document has a key of its own.
        let moved = Self.broken { outcome in
            outcome.records += [Self.document("v", "b/2"), Self.document("t", "b/2", isDeleted: true)]
        }
        #expect(moved.atOnce == nil && moved.later == nil)
    }

    private static let accounts: [@Sendable (inout Accounting) -> Void] = [
        { $0.samplesIn += 1 }, { $0.samplesIn -= 1 }, { $0.new += 1 }, { $0.duplicates -= 1 }, { $0.replaced += 1 },
        { $0.deletedBeforeArrival += 1 }, { $0.refused -= 1 },
    ]

    @Test(arguments: accounts.indices)
    func `samples that are not accounted for`(index: Int) {
        let found = Self.broken { Self.accounts[index](&$0.accounting) }
        #expect(found.atOnce == "accounting_unbalanced" && found.later == "accounting_unbalanced")
    }

    @Test func `a state key that comes twice`() {
        let found = Self.broken { $0.changes.append(Self.change(1, 1)) }
        #expect(found.atOnce == "state_key_repeated" && found.later == "state_key_repeated")
    }

    private static let disorders = [[change(1, 0)], [change(0, 3)], [change(1, 2), change(0, 3)]]

    @Test(arguments: disorders.indices)
    func `state keys that descend, or a connection whose changes are apart`(index: Int) {
        let found = Self.broken { $0.changes += Self.disorders[index] }
        #expect(found.atOnce == "state_keys_out_of_order" && found.later == "state_keys_out_of_order")
    }

    @Test(arguments: [("t", "a/1"), ("t", "a/1#2"), ("u", "1")], [false, true])
    func `a document that comes twice`(document: (topic: String, key: String), isDeleted: Bool) {
        let found = Self.broken { outcome in
            outcome.records.append(Self.document(document.topic, document.key, isDeleted: isDeleted))
        }
        #expect(found.atOnce == "document_repeated" && found.later == "document_repeated")
    }

    @Test func `a document of a connection that is reopened comes once more, after its deletion only`() {
        func broken(_ forgotten: [ConnectionID], _ deletions: [Bool]) -> String? {
            Self.broken { outcome in
                outcome.forgotten = forgotten
                outcome.records += deletions.map { Self.document("t", "b/2", isDeleted: $0) }
            }.atOnce
        }
        #expect(broken(Self.connections, [true, false]) == nil)
        #expect(broken([], [true, false]) == "document_repeated")
        for deletions in [[false, true], [true, true], [false, false], [true, false, false], [true, false, true]] {
            #expect(broken(Self.connections, deletions) == "document_repeated")
        }
    }

    @Test func `the first fault stays, and its text has its name and figures but no connection`() {
        var outcome = Self.good
        outcome.accounting.new += 1
        outcome.checkGrowth()
        outcome.accounting.new -= 1
        outcome.changes.append(Self.change(1, 1))
        outcome.checkEnd()
        #expect(outcome.broken == .accountingUnbalanced(samplesIn: 5, outcomes: 6))
        let faults: [BrokenInvariant] = [
            .accountingUnbalanced(samplesIn: 5, outcomes: 6), .stateKeyRepeated(.segment), .stateKeysOutOfOrder(nil),
            .documentRepeated,
        ]
        #expect(faults.map(\.name) == BrokenInvariant.names)
        for fault in faults { #expect(fault.description.hasPrefix("\(fault.name): ")) }
        #expect(faults[0].description.contains("5 samples") && faults[0].description.contains("6 of them"))
        #expect(faults[1].description.contains("(segment)") && faults[2].description.contains("(unknown kind)"))
    }

    /// A batch with an upload, whose outcome so far has the fault.
    private static func faulty(_ processor: inout Processor) -> Batch {
        var batch = processor.batch(over: MemoryStore())
        let upload = Line.upload(
            "2001-01-01T01:00:00Z",
            [Line.steps(1, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3)]
        )
        var place = RecordPlace(topic: .uploads, partition: 0, offset: 0, timestampMilliseconds: nil)
        place.describesItself = true
        let value = Array(upload.utf8)
        unsafe processor.add(place, key: nil, value: value.span.bytes, to: &batch)
        batch.outcome.records = [document("t", "a/1"), document("t", "a/1")]
        return batch
    }

    @Test func `each part is checked before it is handed over`() {
        var processor = Processor(rules: Rules(), zones: ZoneTable { _ in nil })
        var closed = Self.faulty(&processor)
        closed.close()
        #expect(closed.outcome.broken == .documentRepeated)
        var shown: [BrokenInvariant?] = []
        let outcome = processor.finish(Self.faulty(&processor)) { shown.append($0.broken) }
        #expect(shown == [.documentRepeated] && outcome.broken == .documentRepeated)
    }

    /// A state that no version has written: two published documents of one name, which forgetting deletes both.
    @Test func `a fault of the state is found before it is published`() throws {
        let connection = try #require(ConnectionID([UInt8(ascii: "c")]))
        let day: Int32 = 8_770
        var published = PublishedDocuments()
        for hour in [UInt8(3), StateKey.wholeDay] {
            let stateKey = StateKey(.published, day: day, stream: .steps, hour: hour)
            published[stateKey] = PublishedDocument(start: 0, end: 1, firstSampleDay: day, hashes: [1])
        }
        var loop = CommitLoop()
        loop.add(
            line: Array(
                Line.upload("2001-01-01T01:00:00Z", [Line.steps(1, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3)])
                    .utf8
            )
        )
        let before = loop.commit()
        #expect(before.broken == nil)
        let stateKey = StateKey(.published, day: day)
        let change = StateChange(connection: connection, stateKey: stateKey, value: published.packed, heldBytes: nil)
        loop.state.apply([change])
        loop.add(line: Array(#"{"connection_id":"c","forget":true}"#.utf8), to: .connections)
        let outcome = loop.commit()
        #expect(outcome.unreadable == nil && outcome.broken == .documentRepeated)
    }
}
