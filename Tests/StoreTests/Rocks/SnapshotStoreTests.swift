import Foundation
import Store
import Testing
import Vocabulary

/// A snapshot is what the store was at one moment, for one reader with a budget.
struct SnapshotStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "snapshot-\(UUID().uuidString)")

    private func database() throws -> Database {
        try Database(path: folder.path, memory: Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20))
    }

    private func change(
        _ name: String,
        _ text: String?,
        at stateKey: StateKey = StateKey(.summary)
    ) throws -> StateChange {
        let connection = try #require(ConnectionID(Array(name.utf8)))
        let value = text.map { Array($0.utf8) }
        return StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: nil)
    }

    /// The summary that a store has of a connection, as text.
    private func summary(_ name: String, in store: SnapshotStore) throws -> String? {
        let connection = try #require(ConnectionID(Array(name.utf8)))
        return store.value(at: StateKey(.summary), of: connection).map { String(decoding: $0, as: UTF8.self) }
    }

    private func budget(bytes: Int = 1 << 20) -> ReadBudget { ReadBudget(until: 1, bytes: bytes) { 0 } }

    @Test func `what is written later is not in a snapshot, and what is removed later still is`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try database()
        let store = try RocksStore(3, in: database)
        var identity = StateIdentity(
            id: UUID128(hi: 1, lo: 2),
            clusterID: "c",
            topicPrefix: "fork.",
            partition: 3,
            partitions: 8,
            changelogBegin: 0,
            uploads: 17
        )
        try store.apply(
            [try change("anna", "first")],
            changelogOffset: 1,
            identity: identity,
            atMilliseconds: 0
        )
        let snapshot = DatabaseSnapshot(database, budget())
        identity.uploads = 18
        try store.apply(
            [try change("anna", nil), try change("bert", "second")],
            changelogOffset: 2,
            identity: identity,
            atMilliseconds: 0
        )
        try database.flush()
        let held = SnapshotStore(3, in: snapshot)
        #expect(held.identity?.uploads == 17)
        #expect(try summary("anna", in: held) == "first")
        #expect(try summary("bert", in: held) == nil)
        let now = SnapshotStore(3, in: DatabaseSnapshot(database, budget()))
        #expect(now.identity?.uploads == 18)
        #expect(now.firstConnection(after: nil)?.string == "bert")
    }

    @Test func `connections come in the order of their ids, each with its first value`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try database()
        let store = try RocksStore(0, in: database)
        let names = ["a", "a-", "a-1", "aB", "ab", "b", "B"]
        store.apply(try names.map { try change($0, $0) })
        store.apply([try change("ab", "later", at: StateKey(.settings))])
        let partition = StateChange(
            connection: .ofPartition,
            stateKey: StateKey(.partition),
            value: [1],
            heldBytes: nil
        )
        store.apply([partition])
        try RocksStore(1, in: database).apply([try change("other", "x")])
        let held = SnapshotStore(0, in: DatabaseSnapshot(database, budget()))
        var found: [String] = []
        var start: [UInt8] = []
        while let (connection, first) = held.firstConnection(from: start) {
            #expect(first == StoredValue(stateKey: StateKey(.summary), bytes: connection.bytes))
            found.append(connection.string)
            start = connection.bytes + [1]
        }
        #expect(found == ["B", "a", "a-", "a-1", "aB", "ab", "b"])
        #expect(held.firstConnection(from: Array("aC".utf8))?.connection.string == "ab")
        #expect(held.firstConnection(from: Array("c".utf8)) == nil)
    }

    /// Whether some file of the database has these bytes.
    private func areInFiles(_ text: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
            let bytes = FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }

    @Test func `rows of a forgotten connection leave the files when no reader from before has them`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try database()
        let store = try RocksStore(0, in: database)
        let anna = try #require(ConnectionID(Array("anna".utf8)))
        store.apply([try change("anna", "hidden-words")])
        try database.flush()
        var snapshot: DatabaseSnapshot? = DatabaseSnapshot(database, budget())
        try store.apply([try change("anna", nil)], forgetting: [anna], changelogOffset: nil, atMilliseconds: 0)
        // Others are written meanwhile, and read by readers that no longer see the forgotten one.
        store.apply([try change("bert", "of-bert")])
        let later = DatabaseSnapshot(database, budget())
        for _ in 0..<3 { #expect(try !database.eraseNext()) }
        #expect(try areInFiles("hidden-words"))
        #expect(try summary("anna", in: SnapshotStore(0, in: #require(snapshot))) == "hidden-words")
        snapshot = nil
        #expect(try database.eraseNext())
        #expect(try !areInFiles("hidden-words"))
        #expect(try summary("bert", in: SnapshotStore(0, in: later)) == "of-bert")
    }

    @Test func `a range ends where a reader has used up its bytes`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try database()
        let store = try RocksStore(0, in: database)
        let stateKeys = (0..<10).map { StateKey(.segment, day: $0, stream: .steps, hour: 0) }
        store.apply(try stateKeys.map { try change("anna", "0123456789", at: $0) })
        let small = budget(bytes: 25)
        let held = SnapshotStore(0, in: DatabaseSnapshot(database, small))
        var count = 0
        let anna = try #require(ConnectionID(Array("anna".utf8)))
        held.scan(stateKeys[0]...stateKeys[9], of: anna, atMost: .max) { _, _ in count += 1 }
        #expect(count == 2 && small.leftBytes == -5)
    }

    @Test func `a reader that has used up its bytes or its time reads nothing more`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try database()
        let store = try RocksStore(0, in: database)
        store.apply([try change("anna", "0123456789"), try change("bert", "0123456789")])
        let small = budget(bytes: 15)
        let held = SnapshotStore(0, in: DatabaseSnapshot(database, small))
        #expect(try summary("anna", in: held)?.count == 10)
        #expect(!small.isSpent)
        _ = try summary("bert", in: held)
        #expect(small.isSpent)
        #expect(try summary("anna", in: held) == nil)
        #expect(held.firstConnection(after: nil) == nil)
        var time: Int64 = 0
        let late = ReadBudget(until: 5, bytes: 1 << 20) { time }
        let other = SnapshotStore(0, in: DatabaseSnapshot(database, late))
        #expect(other.firstConnection(after: nil) != nil)
        time = 6
        _ = other.firstConnection(after: nil)
        #expect(late.isSpent && other.firstConnection(after: nil) == nil)
    }
}
