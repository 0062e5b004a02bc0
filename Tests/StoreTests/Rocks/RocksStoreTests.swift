import Foundation
import Randomness
import Store
import Synchronization
import Testing
import Vocabulary

extension RocksStore: WritableState {
    func apply(_ changes: [StateChange]) {
        do { try apply(changes, changelogOffset: nil, atMilliseconds: 0) } catch { Issue.record(error) }
    }
}

private func hasChunk(_ store: RocksStore, _ key: [UInt8]) -> Bool { unsafe store.hasChunk(at: key.span.bytes) }

/// The store in RocksDB does what the one in memory does, and keeps it.
struct RocksStoreTests {
    private static let memory = Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20)

    /// A directory of its own, gone when the test has ended.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
        func path(_ name: String = "a") -> String { url.appending(path: name).path }

        /// Copies the files of a database in a moment in which it makes and deletes none, as it does beside its writes.
        func copy(_ source: String, to target: String) throws {
            let files = FileManager.default
            while true {
                let before = try files.contentsOfDirectory(atPath: source).sorted()
                let isCopied = (try? files.copyItem(atPath: source, toPath: target)) != nil
                if isCopied, try files.contentsOfDirectory(atPath: source).sorted() == before { return }
                try? files.removeItem(atPath: target)
            }
        }
    }

    @Test(arguments: [0, 30])
    func `of a connection that was removed and compacted no byte is in the files`(others: Int) throws {
        let folder = try Folder()
        let database = try Database(path: folder.path(), memory: Self.memory)
        let store = try RocksStore(3, in: database)
        func connection(_ name: String) throws -> ConnectionID { try #require(ConnectionID(Array(name.utf8))) }
        func change(_ name: String, _ day: Int32, _ text: String?) throws -> StateChange {
            let stateKey = StateKey(.segment, day: day, stream: .steps, hour: 0)
            let value = text.map { Array("\($0)-\(day)".utf8) }
            return StateChange(connection: try connection(name), stateKey: stateKey, value: value, heldBytes: nil)
        }
        for day in 0..<50 {
            store.apply([try change("anna", Int32(day), "secret"), try change("bert", Int32(day), "kept")])
            if day.isMultiple(of: 9) { try database.flush() }
        }
        func forget(_ changes: [StateChange], _ connections: [ConnectionID]) throws {
            try store.apply(changes, forgetting: connections, changelogOffset: nil, atMilliseconds: 0)
            while try database.eraseNext() {}
        }
        try forget([], [try connection("bert")])
        // Others, of whom there is nothing, lie before and after.
        try forget(
            try (0..<50).map { try change("anna", $0, nil) },
            try ["anna"].map(connection)
                + (0..<others).map { try connection("\($0.isMultiple(of: 2) ? "a" : "z")\($0)") }
        )
        let log = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".log") }
        let tables = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".sst") }
        #expect(!tables.isEmpty)
        for file in log + tables {
            let bytes = try Data(contentsOf: URL(filePath: folder.path("a/" + file)))
            #expect(bytes.range(of: Data("secret".utf8)) == nil && bytes.range(of: Data("anna".utf8)) == nil, "\(file)")
        }
        #expect(store.value(at: StateKey(.segment, day: 7, stream: .steps, hour: 0), of: try connection("bert")) != nil)
    }

    @Test(arguments: 0..<20)
    func `the store in RocksDB does what every store must`(seed: UInt64) throws {
        let folder = try Folder()
        let database = try Database(path: folder.path(), memory: Self.memory)
        try checkStore(try RocksStore(3, in: database), seed: seed)
        #expect(database.readFailure == nil)
    }

    @Test func `a store knows which records of a changelog are of its values`() throws {
        let folder = try Folder()
        let store = try RocksStore(3, in: try Database(path: folder.path(), memory: Self.memory))
        func records(_ name: String, bytes: Int) throws -> [Changelog.Record] {
            let value = [UInt8](repeating: 1, count: bytes)
            return Changelog.records(of: store.change(try connection(name), StateKey(.summary), value))
        }
        store.apply([store.change(try connection("a"), StateKey(.summary), [1, 2, 3])])
        // The second chunk is of a longer value that the store no longer has.
        let found = try (records("a", bytes: Changelog.chunkBytes + 1) + records("b", bytes: 3)).map { record in
            hasChunk(store, record.key)
        }
        #expect(found == [true, false, false])
        #expect(!hasChunk(store, [7, 7]))
    }

    @Test func `what cannot be read any more is no nothing: the database says so`() throws {
        let folder = try Folder()
        let name = try connection("a")
        let stateKeys = (0..<200).map { StateKey(.segment, day: $0, stream: .steps, hour: 0) }
        do {
            let database = try Database(path: folder.path(), memory: Self.memory)
            let store = try RocksStore(1, in: database)
            // Nothing that could be packed, so that it fills many blocks.
            var dice = SeededRandom(seed: 1)
            store.apply(
                stateKeys.map { stateKey in
                    store.change(name, stateKey, (0..<500).map { _ in UInt8.random(in: 0...255, using: &dice) })
                }
            )
            try database.flush()
        }
        let tables = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".sst") }
        for file in tables {
            let url = URL(filePath: folder.path("a/" + file))
            var bytes = try Data(contentsOf: url)
            // What the database reads to open lies at both ends.
            for index in bytes.count * 2 / 5..<bytes.count * 3 / 5 { bytes[index] ^= 0x5A }
            try bytes.write(to: url)
        }
        let database = try Database(path: folder.path(), memory: Self.memory)
        let store = try RocksStore(1, in: database)
        #expect(database.readFailure == nil)
        for stateKey in stateKeys { _ = store.value(at: stateKey, of: name) }
        #expect(database.readFailure != nil)
        let records = stateKeys.flatMap { Changelog.records(of: store.change(name, $0, [1])) }
        #expect(records.allSatisfy { hasChunk(store, $0.key) })
    }

    @Test(arguments: [
        (Database.schemaVersion + 1, "a newer worker wrote: run that version"),
        (Database.schemaVersion - 1, "an older worker wrote"),
    ])
    func `a store that is laid out otherwise is refused by its version`(version: UInt8, writer: String) throws {
        try Database.checkSchema([Database.schemaVersion])
        let error = #expect(throws: StoreError.otherSchema(version, known: Database.schemaVersion)) {
            try Database.checkSchema([version])
        }
        #expect(error?.description.contains("the layout \(version), which \(writer)") == true)
    }

    @Test
    func `what was written is there after a start, each partition for itself`() throws {
        let folder = try Folder()
        let name = try connection("a")
        let stateKey = StateKey(head: 7)
        do {
            let database = try Database(path: folder.path(), memory: Self.memory)
            let store = try RocksStore(1, in: database)
            try store.apply(
                [store.change(name, stateKey, [1, 2])],
                changelogOffset: 42,
                atMilliseconds: 99
            )
            try database.flush()
        }
        let database = try Database(path: folder.path(), memory: Self.memory)
        let store = try RocksStore(1, in: database)
        #expect(store.value(at: stateKey, of: name) == [1, 2])
        #expect(store.changelogOffset == 42)
        #expect(store.inSyncMilliseconds == 99)
        let other = try RocksStore(2, in: database)
        #expect(other.value(at: stateKey, of: name) == nil)
        #expect(other.changelogOffset == 0)
        #expect(other.inSyncMilliseconds == nil)
    }

    @Test
    func `a range is found whole in however many files it lies`() throws {
        let folder = try Folder()
        let database = try Database(path: folder.path(), memory: Self.memory)
        let store = try RocksStore(0, in: database)
        // Each file has some state keys of some connections; names begin alike.
        let names = try (0..<40).map { try connection("c" + String(repeating: "a", count: $0 % 3) + "\($0 / 3)") }
        var stateKeys: [[StateKey]] = Array(repeating: [], count: names.count)
        for file in 0..<5 {
            for (index, name) in names.enumerated() where (index + file) % 3 != 0 {
                let stateKey = StateKey(head: UInt64(1 + file) << 40, high: UInt64(index))
                try store.apply([store.change(name, stateKey, [UInt8(file)])], changelogOffset: 1, atMilliseconds: 1)
                stateKeys[index].append(stateKey)
            }
            try database.flush()
        }
        for (name, stateKeys) in zip(names, stateKeys) {
            let found = store.stateKeys(in: StateKey(head: 0)...StateKey(head: .max, high: .max, low: .max), of: name)
            #expect(found == stateKeys)
            #expect(store.stateKeys(in: stateKeys[1]...stateKeys[2], of: name) == Array(stateKeys[1...2]))
        }
    }

    @Test
    func `what a crash leaves is the state at the offset that it says`() throws {
        let folder = try Folder()
        let name = try connection("a")
        let database = try Database(path: folder.path(), memory: Self.memory)
        let store = try RocksStore(0, in: database)
        // Several write buffers' worth, so that some of it is in files and the rest only in memory.
        for offset in 1...200 {
            let value = [UInt8](repeating: UInt8(offset), count: 20_000)
            try store.apply(
                [
                    store.change(name, StateKey(head: 1), value),
                    store.change(name, StateKey(head: UInt64(offset + 1)), value),
                ],
                changelogOffset: Int64(offset),
                atMilliseconds: 1
            )
        }
        // A copy of the files beneath an open database is what a killed process leaves.
        try folder.copy(folder.path(), to: folder.path("crashed"))
        let left = try RocksStore(0, in: try Database(path: folder.path("crashed"), memory: Self.memory))
        let offset = Int(left.changelogOffset)
        #expect((1..<200).contains(offset))
        #expect(left.value(at: StateKey(head: 1), of: name)?.first == UInt8(offset))
        #expect(left.stateKeys(in: StateKey(head: 2)...StateKey(head: 500), of: name).count == offset)
    }

    @Test(arguments: 0..<50)
    func `a replay ends in what was applied, from wherever it begins`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let folder = try Folder()
        let name = try connection("a")
        var applied = MemoryStore()
        let restored = try RocksStore(0, in: try Database(path: folder.path(), memory: Self.memory))
        var log: [Changelog.Record] = []
        for _ in 0..<40 {
            let isGone = Int.random(in: 0...3, using: &random) == 0
            let stateKey = StateKey(head: UInt64.random(in: 0...3, using: &random))
            let change = applied.change(name, stateKey, isGone ? nil : [UInt8].random(upTo: 50, using: &random))
            log += Changelog.records(of: change, chunkBytes: 16)
            applied.apply([change])
        }
        // A part of it twice: the offset of a store may lie before what it has.
        let middle = Int.random(in: 0...log.count, using: &random)
        for range in [0..<middle, Int.random(in: 0...middle, using: &random)..<log.count] {
            for offset in range {
                let record = log[offset]
                let value = unsafe record.value?.span.bytes
                try unsafe restored.replay(key: record.key.span.bytes, value: value, offset: Int64(offset))
            }
        }
        try restored.endReplay(at: Int64(log.count), atMilliseconds: 1)
        let all = StateKey(head: 0)...StateKey(head: .max, high: .max, low: .max)
        #expect(restored.stateKeys(in: all, of: name) == applied.stateKeys(in: all, of: name), "seed \(seed)")
        for stateKey in applied.stateKeys(in: all, of: name) {
            #expect(restored.value(at: stateKey, of: name) == applied.value(at: stateKey, of: name), "seed \(seed)")
        }
        #expect(restored.changelogOffset == Int64(log.count))
    }

    @Test
    func `a cleared store is empty, and its neighbour is not`() throws {
        let folder = try Folder()
        let name = try connection("a")
        let database = try Database(path: folder.path(), memory: Self.memory)
        let stores = [try RocksStore(1, in: database), try RocksStore(2, in: database)]
        for store in stores { store.apply([store.change(name, StateKey(head: 1), [1])]) }
        try stores[0].clear()
        #expect(stores[0].value(at: StateKey(head: 1), of: name) == nil)
        #expect(stores[1].value(at: StateKey(head: 1), of: name) == [1])
        #expect(stores[0].inSyncMilliseconds == nil)
    }

    @Test
    func `a full disk is an error before anything is written, and the store stays as it was`() throws {
        let folder = try Folder()
        let name = try connection("a")
        let free = Mutex<Int?>(.max)
        let space = DiskSpace { _ in free.withLock { $0 } }
        let change = MemoryStore().change(name, StateKey(head: 1), [1])
        do {
            let database = try Database(path: folder.path(), memory: Self.memory, space: space)
            let store = try RocksStore(1, in: database)
            try store.apply([change], changelogOffset: 5, atMilliseconds: 1)
            try database.flush()
            free.withLock { $0 = 1_000 }
            let full = StoreError.diskFull(path: folder.path(), freeBytes: 1_000, neededBytes: 34_603_008)
            let next = store.change(name, StateKey(head: 1), [2])
            #expect(throws: full) { try store.apply([next], changelogOffset: 6, atMilliseconds: 2) }
            #expect(throws: full) { try database.flush() }
            #expect(throws: full) { try Database(path: folder.path(), memory: Self.memory, space: space) }
            #expect("\(full)".contains("0 MiB are free, 33 MiB are needed"))
        }
        // Where nobody knows, nothing is held up.
        free.withLock { $0 = nil }
        let database = try Database(path: folder.path(), memory: Self.memory, space: space)
        #expect(try RocksStore(1, in: database).value(at: StateKey(head: 1), of: name) == [1])
        #expect(try RocksStore(1, in: database).changelogOffset == 5)
    }

    @Test
    func `closing writes nothing, since the changelog has it all`() throws {
        let folder = try Folder()
        let name = try connection("a")
        do {
            let store = try RocksStore(1, in: try Database(path: folder.path(), memory: Self.memory))
            store.apply([store.change(name, StateKey(head: 1), [1])])
        }
        let store = try RocksStore(1, in: try Database(path: folder.path(), memory: Self.memory))
        #expect(store.value(at: StateKey(head: 1), of: name) == nil)
    }
}
