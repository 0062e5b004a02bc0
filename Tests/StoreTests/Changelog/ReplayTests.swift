import Health
import Store
import Testing
import Vocabulary

/// What a replay makes of records that do not follow each other as they were written.
struct ReplayTests {
    /// The records of a value of so many bytes, in chunks of 16.
    private static func records(_ count: Int) throws -> [Changelog.Record] {
        let value = [UInt8](repeating: UInt8(count), count: count)
        let change = StateChange(
            connection: try connection("a"),
            stateKey: StateKey(head: 1),
            value: value,
            heldBytes: nil
        )
        return Changelog.records(of: change, chunkBytes: 16)
    }

    private static func take(_ record: Changelog.Record, _ replay: inout Replay) throws -> StateChange? {
        let (key, value) = (record.key, record.value)
        return unsafe try replay.take(key: key.span.bytes, value: value?.span.bytes, offset: 0)
    }

    @Test func `whatever comes for a value ends what was begun of it`() throws {
        let begun = try Self.records(40)
        for other in [try Self.records(5)[0], Changelog.Record(key: begun[0].key, value: nil)] {
            var replay = Replay()
            #expect(try Self.take(begun[0], &replay) == nil)
            #expect(replay.isOpen)
            #expect(try Self.take(other, &replay)?.value?.count == (other.value == nil ? nil : 5))
            #expect(!replay.isOpen)
            // What is left of it comes to nothing.
            for rest in begun.dropFirst() { #expect(try Self.take(rest, &replay) == nil) }
            try replay.end()
        }
    }

    @Test func `an identity is known by where it has read to, also where that is the first`() throws {
        for (uploads, connections) in [(0, nil), (nil, 0), (7, 9), (nil, nil)] as [(Int64?, Int64?)] {
            var identity = StateIdentityTests.example
            (identity.uploads, identity.connections) = (uploads, connections)
            let value = identity.value
            #expect(unsafe try StateIdentity(value.span.bytes, offset: 0) == identity)
        }
    }

    private static let letter = DeadLetter(
        Refusal(.noData, "It is refused."),
        of: DeadLetter.Place(topic: "t", partition: 0, offset: 0),
        worker: "1"
    )

    @Test func `a tally counts each record as what it is, and nothing may follow it`() throws {
        var outcome = Outcome()
        func record(_ kind: OutputRecord.Kind, _ value: [UInt8]?) -> OutputRecord {
            OutputRecord(kind: kind, topic: "t", partition: 0, key: [1], value: value, headers: [])
        }
        outcome.records = [
            record(.document, [1]), record(.document, nil), record(.document, nil), record(.job, [1]),
            record(.deadLetter(Self.letter), nil),
        ]
        var tally = StateTally()
        tally.add(outcome.records, outcome.accounting)
        #expect(tally.documents == 1 && tally.tombstones == 2 && tally.jobs == 1)
        var identity = StateIdentityTests.example
        identity.tally = tally
        let value = identity.value + [0]
        #expect(throws: StoreError.malformedValue(offset: 3)) {
            _ = unsafe try StateIdentity(value.span.bytes, offset: 3)
        }
    }

    @Test func `connections follow each other, and the partition's own state is none of them`() throws {
        var store = MemoryStore()
        let names = try ["a", "b", "c"].map(connection)
        for name in names + [.ofPartition] {
            store.apply([StateChange(connection: name, stateKey: StateKey(head: 1), value: [1], heldBytes: nil)])
        }
        #expect(store.firstConnection(after: nil) == names[0])
        #expect(store.firstConnection(after: names[0]) == names[1])
        #expect(store.firstConnection(after: names[2]) == nil)
    }
}
