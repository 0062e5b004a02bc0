import Foundation
import Glibc
import Randomness
import Store
import Testing
import Vocabulary

/// What was deleted for good is in no file, whenever the process ends.
struct ErasureTests {
    private static let memory = Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20)
    private static let partition: Int32 = 3

    /// A changelog, and the commits that have written it.
    struct Course {
        struct Commit {
            var changes: [StateChange] = []
            var forgotten: [ConnectionID] = []
            /// The changelog's end after it.
            var end = 0
        }

        private(set) var commits: [Commit] = []
        private(set) var log: [Changelog.Record] = []
        private var held: Set<StateKey> = []
        /// What stands in samples of anna, who is forgotten.
        static let secret = Array("an id of anna's".utf8)

        /// Uploads of two connections; then one of them is forgotten, and may begin anew in the same commit.
        init(seed: UInt64) {
            var dice = SeededRandom(seed: seed)
            let days = Int32(20 + Int.random(in: 0..<(60), using: &dice))
            for day in 0..<days { add(upload(day, &dice)) }
            add(forgetting(isRenewed: Int.random(in: 0..<(3), using: &dice) == 0))
            for day in 0..<Int32(Int.random(in: 0..<(6), using: &dice)) {
                add(Commit(changes: [Self.change("bert", Self.key(day), Array("later".utf8))]))
            }
        }

        private static func key(_ day: Int32) -> StateKey { StateKey(.segment, day: day, stream: .steps, hour: 0) }

        private static func change(_ name: String, _ stateKey: StateKey, _ value: [UInt8]?) -> StateChange {
            let connection = ConnectionID(Array(name.utf8)) ?? .ofPartition
            return StateChange(
                connection: connection,
                stateKey: stateKey,
                value: value,
                heldBytes: value == nil ? 1 : nil
            )
        }

        private mutating func upload(_ day: Int32, _ dice: inout SeededRandom) -> Commit {
            var commit = Commit()
            for name in ["anna", "bert"] {
                // Nothing that could be packed, so that files are made.
                let noise = (0..<(1 << 12)).map { _ in UInt8.random(in: 0...255, using: &dice) }
                let own = name == "anna" ? Self.secret : Array("bert's".utf8)
                commit.changes.append(Self.change(name, StateKey(.summary), own))
                commit.changes.append(Self.change(name, Self.key(day), own + noise))
            }
            held.insert(Self.key(day))
            return commit
        }

        private func forgetting(isRenewed: Bool) -> Commit {
            var commit = Commit(forgotten: [ConnectionID(Array("anna".utf8)) ?? .ofPartition])
            commit.changes = held.sorted().map { Self.change("anna", $0, nil) }
            commit.changes.append(Self.change("anna", StateKey(.summary), nil))
            if isRenewed { commit.changes.append(Self.change("anna", StateKey(.summary), Array("anew".utf8))) }
            return commit
        }

        private mutating func add(_ commit: Commit) {
            log += commit.changes.flatMap { Changelog.records(of: $0) }
            var commit = commit
            commit.end = log.count
            commits.append(commit)
        }
    }

    /// A directory of its own, gone when the test has ended.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "erasure-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
        var path: String { url.appending(path: "store").path }

        /// The files in which some bytes stand; the store's own list of files aside, which is written anew in time.
        func files(with bytes: [UInt8]) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
                guard !name.hasPrefix("MANIFEST") else { return false }
                let data = try Data(contentsOf: URL(filePath: path + "/" + name))
                return data.range(of: Data(bytes)) != nil
            }
        }
    }

    /// Commits all of a course, and erases, as a worker does; killed after some microseconds.
    static func work(_ path: String, seed: UInt64, killedAfter microseconds: UInt32) {
        let course = Course(seed: seed)
        do {
            let database = try Database(path: path, memory: memory)
            let store = try RocksStore(partition, in: database)
            let thread = Thread {
                // How far the other thread comes meanwhile is left to chance: each moment must do.
                usleep(microseconds)
                kill(getpid(), SIGKILL)
            }
            thread.start()
            for (number, commit) in course.commits.enumerated() {
                try store.apply(
                    commit.changes,
                    forgetting: commit.forgotten,
                    changelogOffset: Int64(commit.end),
                    atMilliseconds: 1
                )
                if number.isMultiple(of: 11) { try database.flush() }
                while try database.eraseNext() {}
            }
        } catch {
            Issue.record(error)
        }
        // However long it took, it ends without a word.
        kill(getpid(), SIGKILL)
    }

    /// Begins again where an ended process has left the store: what is missing comes from the changelog.
    private static func restart(_ path: String, _ course: Course) throws -> Int {
        let database = try Database(path: path, memory: memory)
        database.resumeErasures()
        let store = try RocksStore(partition, in: database)
        var erased = 0
        for (offset, record) in course.log.enumerated() where Int64(offset) >= store.changelogOffset {
            unsafe try store.replay(
                key: record.key.span.bytes,
                value: record.value?.span.bytes,
                offset: Int64(offset)
            )
            // Files may be written anew while the changelog is read.
            if offset.isMultiple(of: 7), try database.eraseNext() { erased += 1 }
        }
        try store.endReplay(at: Int64(course.log.count), atMilliseconds: 2)
        while try database.eraseNext() { erased += 1 }
        return erased
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<30)
    func `killed at any time, what was forgotten is in no file soon after the next start`(seed: UInt64) async throws {
        let folder = try Folder()
        var dice = SeededRandom(seed: seed &+ 77)
        let microseconds = UInt32(Int.random(in: 0..<(seed.isMultiple(of: 3) ? 400_000 : 60_000), using: &dice))
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, seed = seed as UInt64, microseconds = microseconds as UInt32] in
            ErasureTests.work(path, seed: seed, killedAfter: microseconds)
        }
        let course = Course(seed: seed)
        _ = try Self.restart(folder.path, course)
        #expect(try folder.files(with: Course.secret) == [], "seed \(seed), killed after \(microseconds) µs")
        #expect(try !folder.files(with: Array("bert's".utf8)).isEmpty)
        // And then nothing is left to be done.
        #expect(try Self.restart(folder.path, course) == 0)
    }

    @Test(arguments: 0..<6)
    func `a store that was elsewhere meanwhile has nothing of a forgotten connection after it was read on`(
        seed: UInt64
    ) throws {
        let folder = try Folder()
        let course = Course(seed: seed)
        do {
            let database = try Database(path: folder.path, memory: Self.memory)
            let store = try RocksStore(Self.partition, in: database)
            for commit in course.commits where commit.end < course.commits.count * 3 {
                try store.apply(commit.changes, changelogOffset: Int64(commit.end), atMilliseconds: 1)
            }
            try database.flush()
        }
        #expect(try !folder.files(with: Course.secret).isEmpty)
        #expect(try Self.restart(folder.path, course) > 0)
        #expect(try folder.files(with: Course.secret) == [])
    }

    @Test(arguments: [false, true])
    func `a partition that was left, or rebuilt, leaves no byte of its rows, also after a stop`(isStopped: Bool) throws
    {
        let folder = try Folder()
        let course = Course(seed: 5)
        do {
            let database = try Database(path: folder.path, memory: Self.memory)
            let store = try RocksStore(Self.partition, in: database)
            let other = try RocksStore(Self.partition + 1, in: database)
            for commit in course.commits.dropLast(10) {
                try store.apply(commit.changes, changelogOffset: Int64(commit.end), atMilliseconds: 1)
            }
            let kept = StateChange(
                connection: try #require(ConnectionID(Array("carl".utf8))),
                stateKey: StateKey(.summary),
                value: Array("kept".utf8),
                heldBytes: nil
            )
            try other.apply([kept], changelogOffset: 7, atMilliseconds: 1)
            try database.flush()
            try RocksStore(Self.partition, in: database).leave()
            if isStopped {
                database.stopErasures()
                #expect(try !database.eraseNext())
                try database.flush()
            } else {
                while try database.eraseNext() {}
            }
        }
        #expect(try folder.files(with: Course.secret).isEmpty == !isStopped)
        let database = try Database(path: folder.path, memory: Self.memory)
        database.resumeErasures()
        while try database.eraseNext() {}
        #expect(try folder.files(with: Course.secret) == [])
        #expect(try folder.files(with: Array("bert's".utf8)) == [])
        #expect(try database.partitions().map(\.partition) == [Self.partition + 1])
        #expect(try !folder.files(with: Array("kept".utf8)).isEmpty)
        // It comes back as a store that is filled from the changelog's beginning.
        let store = try RocksStore(Self.partition, in: database)
        #expect(store.changelogOffset == 0 && store.identity == nil)
    }
}
