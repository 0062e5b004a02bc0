import Foundation
import Store
import Testing
import Vocabulary

/// What a store says of itself: whose state it is, up to where it goes, and when it was last in step.
struct StoreStandingTests {
    private static let memory = Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20)
    private static let own = StateIdentityTests.example
    private static let other: StateIdentity = {
        var other = own
        other.id = UUID128(hi: ~own.id.hi, lo: own.id.lo)
        return other
    }()

    /// Runs with a store in a folder of its own, and gives back what lies on disk of it then.
    private static func held(after body: (RocksStore) throws -> Void) throws -> Database.Held {
        let url = FileManager.default.temporaryDirectory.appending(path: "standing-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let database = try Database(path: url.path, memory: memory)
        try body(try RocksStore(3, in: database))
        return try #require(database.partitions().first)
    }

    @Test func `a partition whose note cannot be read is left out, and the others are there`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "standing-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let database = try Database(path: url.path, memory: Self.memory)
        for partition in 3...5 as ClosedRange<Int32> {
            try RocksStore(partition, in: database).noteInSync(atMilliseconds: 7)
        }
        var unreadable = Self.own
        unreadable.tally = StateTally()
        unreadable.tally?.milliseconds = -1
        try RocksStore(4, in: database).adopt(unreadable, changelogOffset: 1, atMilliseconds: 7)
        #expect(database.partitions().map(\.partition) == [3, 5])
        #expect(throws: StoreError.self) { _ = try RocksStore(4, in: database) }
    }

    /// Replays the record that says whose state a changelog holds.
    private static func replay(_ identity: StateIdentity, into store: RocksStore, at offset: Int64) throws {
        let (key, value) = (StateIdentity.key, identity.value)
        try unsafe store.replay(key: key.span.bytes, value: value.span.bytes, offset: offset)
    }

    @Test func `a changelog of another state is refused, and its own is taken`() throws {
        let held = try Self.held { store in
            store.expect(Self.own)
            #expect(throws: StoreError.foreign(offset: 7)) { try Self.replay(Self.other, into: store, at: 7) }
            try Self.replay(Self.own, into: store, at: 8)
            try store.endReplay(at: 9, atMilliseconds: 5)
        }
        #expect(held.identity == Self.own)
        #expect(held.changelogOffset == 9 && held.inSyncMilliseconds == 5)
    }

    @Test func `an empty store takes the identity that it finds`() throws {
        let held = try Self.held { store in
            try Self.replay(Self.own, into: store, at: 0)
            try store.endReplay(at: 1, atMilliseconds: 1)
        }
        #expect(held.identity == Self.own)
    }

    @Test func `a commit keeps whose state it is, up to where, and when, and never goes back`() throws {
        let held = try Self.held { store in
            try store.apply([], changelogOffset: 9, identity: Self.own, atMilliseconds: 1)
            try store.apply([], changelogOffset: 4, atMilliseconds: 2)
            try store.apply([], changelogOffset: nil, atMilliseconds: 3)
        }
        #expect(held.identity == Self.own)
        #expect(held.changelogOffset == 9 && held.inSyncMilliseconds == 3)
    }

    @Test func `what is adopted may begin earlier, and under another name`() throws {
        let held = try Self.held { store in
            try store.apply([], changelogOffset: 9, identity: Self.own, atMilliseconds: 1)
            try store.adopt(Self.other, changelogOffset: 4, atMilliseconds: 2)
        }
        #expect(held.identity == Self.other)
        #expect(held.changelogOffset == 4 && held.inSyncMilliseconds == 2)
    }

    @Test func `a replay that ends in the middle of a value is torn`() throws {
        _ = try Self.held { store in
            let connection = try connection("a")
            let value = [UInt8](repeating: 1, count: 40)
            let change = StateChange(connection: connection, stateKey: StateKey(head: 1), value: value, heldBytes: nil)
            let first = Changelog.records(of: change, chunkBytes: 16)[0]
            let bytes = try #require(first.value)
            try unsafe store.replay(key: first.key.span.bytes, value: bytes.span.bytes, offset: 0)
            #expect(store.changelogOffset == 0)
            #expect(throws: StoreError.torn(values: 1)) { try store.endReplay(at: 3, atMilliseconds: 1) }
            try store.endReplay(at: 3, atMilliseconds: 1)
            #expect(store.changelogOffset == 3)
        }
    }

    @Test func `only the replay of an empty store is in step while it goes on`() throws {
        let held = try Self.held { store in
            store.beginReplay(atMilliseconds: 4)
            #expect(store.inSyncMilliseconds == 4)
            try store.endReplay(at: 1, atMilliseconds: 5)
            store.beginReplay(atMilliseconds: 9)
            #expect(store.inSyncMilliseconds == 5)
        }
        #expect(held.inSyncMilliseconds == 5)
    }

    @Test func `a cleared store says nothing`() throws {
        _ = try Self.held { store in
            try store.apply([], changelogOffset: 9, identity: Self.own, atMilliseconds: 1)
            try store.clear()
            #expect(store.identity == nil && store.changelogOffset == 0 && store.inSyncMilliseconds == nil)
            try store.noteInSync(atMilliseconds: 2)
        }
    }
}
