import Health
import Store
import Testing
import Vocabulary

/// State that this version can't read must never count as no state: documents would be made from a part of the samples.
struct UnreadableStateTests {
    private static let upload = Line.upload(
        "2001-01-01T01:00:00Z",
        [Line.steps(1, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3), naming],
        deleted: [2]
    )
    private static let naming = Line.sample(
        3,
        "HKQuantityTypeIdentifierStepCount",
        "2001-01-01T00:00:30Z",
        "2001-01-01T00:00:40Z",
        "\"value\":3,\"unit\":\"count\",\"workout_id\":\"\(Line.id(4))\""
    )

    /// A store in which something has been deleted already.
    private static func store(_ connection: ConnectionID) -> MemoryStore {
        var store = MemoryStore()
        var summary = ConnectionSummary()
        summary.deletedCount = 5000
        summary.longStreams = 1 << UInt64(DataType.steps.rawValue)
        summary.note(durationSeconds: 600, of: .workouts)
        store.apply([
            StateChange(connection: connection, stateKey: StateKey(.summary), value: summary.packed, heldBytes: nil)
        ])
        let zero = UUID128(hi: 0, lo: 0)
        for (level, value) in [(0, [1] + words(zero)), (1, page), (2, [1] + words(zero))] {
            let stateKey = StateKey(.deletedIDs, day: Int32(level), id: zero)
            store.apply([StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: nil)])
        }
        // A block of days with one page.
        for (stateKey, value) in [(heldBlocks, [1, 1, 19, 0, 0] as [UInt8]), (heldPage, [1])] {
            store.apply([StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: nil)])
        }
        return store
    }

    private static let heldBlocks = StateKey(.heldIDs, day: .min)
    private static let heldPage = StateKey(.heldIDs, day: -10)

    private static func words(_ id: UUID128) -> [UInt8] {
        var packer = Packer()
        packer.word(id.hi)
        packer.word(id.lo)
        return packer.bytes
    }

    /// One block, and a filter that says maybe of everything.
    private static let page: [UInt8] =
        [1, 1, 1] + words(UUID128(hi: 0, lo: 0)) + [1] + [UInt8](repeating: 255, count: 8)

    private static func outcome(_ stateKey: StateKey, _ value: [UInt8], of upload: String = upload) throws -> Outcome {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var store = store(connection)
        store.apply([
            StateChange(connection: owner(of: stateKey, connection), stateKey: stateKey, value: value, heldBytes: nil)
        ])
        var loop = CommitLoop(over: store)
        return loop.commit(upload.read(stateKey)).outcome
    }

    /// Whose a value is.
    private static func owner(of stateKey: StateKey, _ connection: ConnectionID) -> ConnectionID {
        stateKey.kind == .partition ? .ofPartition : connection
    }

    private static let stateKeys: [(StateFormat, StateKey)] = [
        (.summary, StateKey(.summary)), (.settings, StateKey(.settings)), (.workouts, StateKey(.workouts, day: 0)),
        (.deletedRoot, StateKey(.deletedIDs, day: 0)), (.deletedPage, StateKey(.deletedIDs, day: 1)),
        (.deletedBlock, StateKey(.deletedIDs, day: 2)), (.heldBlocks, heldBlocks), (.heldPage, heldPage),
        (.workoutPlace, StateKey(.workoutPlace, id: UUID128(hi: 0x4000, lo: 0x8000_0000_0000_0004))),
        (.named, StateKey(.named, id: UUID128(hi: 0x4000, lo: 0x8000_0000_0000_0004))),
        (.segment, StateKey.segment(stream: .steps, start: 10, end: 20)),
        (.segmentAlone, StateKey(.long, stream: .steps)), (.origins, .origins(day: 0)),
        (.published, StateKey(.published, day: 0, stream: .steps).ofPublished), (.partition, StateKey(.partition)),
    ]

    @Test func `every kind of value that an upload of a known connection needs is looked at here`() {
        #expect(
            Set(Self.stateKeys.map(\.0))
                == Set(StateFormat.allCases).subtracting([.behind, .forgotten, .owed, .written])
        )
    }

    @Test func `the mark of a forgotten connection is not taken for none`() throws {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let stateKey = StateKey(.forgotten, id: UUID128.v5(name: connection.bytes))
        var store = MemoryStore()
        store.apply([StateChange(connection: .ofPartition, stateKey: stateKey, value: [9, 0], heldBytes: nil)])
        var loop = CommitLoop(over: store)
        #expect(loop.commit(Self.upload).outcome.unreadable?.format == .forgotten)
    }

    @Test(arguments: [[], [1], [1, 255, 255], [9, 0]] as [[UInt8]])
    func `the mark of a document topic that cannot be read is not taken for none`(bytes: [UInt8]) throws {
        for topic in ["fork.connection.c", "fork.documents"] {
            var loop = CommitLoop(over: MemoryStore())
            let mark = LogMark(offset: 7, timestampMilliseconds: 8, checksum: 9)
            func outcome() -> Outcome {
                var outcome = Outcome()
                let log = loop.processor.documentLog(topic, over: loop.state)
                loop.processor.note([WrittenLog(log, mark: mark, isReplaced: false)], in: &outcome, over: loop.state)
                return outcome
            }
            let change = try #require(outcome().afterDelivery.first)
            loop.state.apply([change])
            #expect(outcome().unreadable == nil)
            loop.state.apply([
                StateChange(connection: change.connection, stateKey: change.stateKey, value: bytes, heldBytes: nil)
            ])
            #expect(outcome().unreadable == UnreadableValue(.written, bytes, of: change.connection))
        }
    }

    @Test(arguments: [[], [1], [1, 1, 99, 255], [9, 0]] as [[UInt8]])
    func `the marker of owed documents that cannot be read is counted, and its release is refused`(bytes: [UInt8]) {
        var loop = CommitLoop(over: MemoryStore())
        let stateKey = StateKey(.owed, id: UUID128(hi: 1, lo: 2))
        loop.state.apply([StateChange(connection: .ofPartition, stateKey: stateKey, value: bytes, heldBytes: nil)])
        var markers: [OwedConnection?] = []
        loop.processor.owed(in: loop.state) { markers.append($0) }
        #expect(markers == [nil])
        let (outcome, _) = loop.processor.release(over: loop.state, from: nil)
        #expect(outcome.unreadable == UnreadableValue(.owed, bytes, of: .ofPartition) && outcome.changes.isEmpty)
    }

    @Test(arguments: stateKeys)
    func `a value of another version is refused by name, with what to do`(format: StateFormat, stateKey: StateKey)
        throws
    {
        for (version, writer) in [(format.version + 1, "A newer"), (0, "An older")] {
            let outcome = try Self.outcome(stateKey, [version, 0, 0, 0])
            #expect(outcome.unreadable != nil)
            let text = try #require(outcome.unreadable).description
            #expect(text.contains(format.rawValue))
            #expect(text.contains("is of version \(version), and this fork-worker reads version \(format.version)."))
            #expect(text.contains("\(writer) fork-worker wrote it: run that one."))
            #expect(text.contains("Deleting the state directory does not help"))
        }
    }

    /// A store that has a whole value of each kind, as it is written.
    private static func whole(_ connection: ConnectionID) throws -> MemoryStore {
        var loop = CommitLoop()
        loop.add(line: Array(#"{"connection_id":"c"}"#.utf8), to: .connections, timestampMilliseconds: 0)
        loop.commit()
        let samples = [
            Line.steps(11, "2001-01-01T00:00:10Z", "2001-01-01T00:00:20Z", 3),
            Line.steps(12, "2000-12-30T23:00:00Z", "2001-01-01T00:00:05Z", 3),
            Line.workout(4, "2001-01-01T00:00:00Z", "2001-01-01T00:10:00Z", version: 1),
            naming.replacing(Line.id(3), with: Line.id(13)),
        ]
        _ = loop.commit(Line.upload("2001-01-01T00:30:00Z", samples))
        var store = loop.state
        var summary = try #require(store.value(at: StateKey(.summary), of: connection).flatMap(ConnectionSummary.init))
        summary.deletedCount = 5000
        var changes = [(StateKey(.summary), summary.packed)]
        let many = Self.store(connection)
        for stateKey in Self.stateKeys.map(\.1) where stateKey.kind == .deletedIDs || stateKey.kind == .heldIDs {
            changes.append((stateKey, try #require(many.value(at: stateKey, of: connection))))
        }
        store.apply(
            changes.map { StateChange(connection: connection, stateKey: $0, value: $1, heldBytes: nil) }
        )
        return store
    }

    @Test func `values as they are written are read`() throws {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let store = try Self.whole(connection)
        for (format, stateKey) in Self.stateKeys {
            #expect(
                store.value(at: stateKey, of: Self.owner(of: stateKey, connection))?.first == format.version,
                "\(format)"
            )
        }
        var loop = CommitLoop(over: store)
        let unreadable = loop.commit(Self.upload).outcome.unreadable
        #expect(unreadable == nil)
    }

    @Test(arguments: stateKeys)
    func `a value of another version is not read, even where its bytes could be`(
        format: StateFormat,
        stateKey: StateKey
    )
        throws
    {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var store = try Self.whole(connection)
        let owner = Self.owner(of: stateKey, connection)
        let value = try #require(store.value(at: stateKey, of: owner))
        for version in [format.version - 1, format.version + 1] {
            let other = [version] + value.dropFirst()
            store.apply([StateChange(connection: owner, stateKey: stateKey, value: other, heldBytes: nil)])
            var loop = CommitLoop(over: store)
            let unreadable = loop.commit(Self.upload.read(stateKey)).outcome.unreadable
            #expect(unreadable == UnreadableValue(format, other, of: owner))
        }
    }

    @Test(arguments: stateKeys)
    func `a value whose bytes are damaged is refused by name`(format: StateFormat, stateKey: StateKey) throws {
        for bytes in [[], [format.version], [format.version, 255, 255]] {
            // Nothing follows the version where nothing is listed.
            if [.named, .deletedRoot, .deletedBlock, .heldPage].contains(format), bytes.count == 1 { continue }
            let text = try #require(try Self.outcome(stateKey, bytes).unreadable).description
            #expect(text.contains(format.rawValue) && text.contains("damaged"))
        }
    }

    @Test(arguments: [1, 9])
    func `a deletion does not pass over a segment of a later format`(count: Int) throws {
        let deletion = Line.upload("2001-01-01T01:00:00Z", [], deleted: Array(10..<10 + count))
        let segment = StateKey.segment(stream: .heart, start: -432_000, end: -432_000)
        #expect(try Self.outcome(segment, [9, 0, 0], of: deletion).unreadable != nil)
    }

    @Test func `samples whose origins are not known are unreadable, none at all are not`() throws {
        let segment = StateKey.segment(stream: .steps, start: 10, end: 20)
        let withoutOrigins = [3, 1] + [UInt8](repeating: 0, count: 19)
        #expect(try Self.outcome(segment, withoutOrigins).unreadable != nil)
        var list = OriginList()
        let packed = Segment().packed(Pool(zones: ZoneTable { _ in nil }), naming: &list)
        #expect(try Self.outcome(segment, packed).unreadable == nil)
    }
}

extension String {
    /// This upload as one that needs what lies under a state key: what is known of the partition only a new connection does.
    fileprivate func read(_ stateKey: StateKey) -> String {
        stateKey.kind == .partition ? replacing(#""connection_id":"c""#, with: #""connection_id":"d""#) : self
    }
}
