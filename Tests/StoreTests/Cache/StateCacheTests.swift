import Foundation
import Randomness
import Store
import Testing
import Vocabulary

/// What was read lately is kept, and nobody who reads can tell.
struct StateCacheTests {
    private static let memory = Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20)

    /// A database of its own in a folder that goes with the test.
    private final class Scratch {
        private let url = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        let database: Database
        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            database = try Database(path: url.appending(path: "a").path, memory: StateCacheTests.memory)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static func same(_ left: StateEntries, _ right: StateEntries) -> Bool {
        left.entries.map(\.stateKey) == right.entries.map(\.stateKey)
            && left.entries.map(\.count) == right.entries.map(\.count)
            && left.entries.map(\.value) == right.entries.map(\.value)
    }

    private static func stateKey(_ random: inout SeededRandom) -> StateKey {
        let day = Int32.random(in: -3...12, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return StateKey([.summary, .settings][Int.random(in: 0..<2, using: &random)])
        case 4: return StateKey(.workouts, day: Bool.random(using: &random) ? day : .max)
        case 1: return StateKey(.published, day: day)
        case 2: return StateKey(.published, stream: .workouts, id: UUID128(hi: random.next() % 3, lo: 1))
        case 3: return StateKey(.long, stream: .sleep)
        default:
            let stream = [DataType.heart, .sleep][Int.random(in: 0..<2, using: &random)]
            return StateKey(.segment, day: day, stream: stream, hour: UInt8.random(in: 0...3, using: &random))
        }
    }

    private static func range(_ random: inout SeededRandom) -> ClosedRange<StateKey> {
        let day = Int32.random(in: -3...12, using: &random)
        let days = day...day + Int32([0, 0, 1, 2, 7, 11][Int.random(in: 0..<6, using: &random)])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return StateKey(.summary)...StateKey(.settings)
        case 3: return StateKey.range(.workouts, days: Bool.random(using: &random) ? days : .max ... .max)
        case 1: return StateKey.range(.published, days: days)
        case 2: return StateKey.range(.segment, day: day, stream: .heart)
        default: return StateKey.range(.segment, days: days)
        }
    }

    @Test(arguments: [(1, 0), (2, 2_000), (3, 20_000), (4, 20_000), (5, 200_000), (6, 1 << 30)])
    func `a store with a cache answers as one without, whatever was read and written before`(
        seed: UInt64,
        maxBytes: Int
    ) throws {
        var random = SeededRandom(seed: seed)
        let scratch = try Scratch()
        let cache = StateCache(maxBytes: maxBytes)
        let stores = try (0..<2).map { try RocksStore($0, in: scratch.database, cache: cache) }
        let plain = try (0..<2).map { try RocksStore($0, in: scratch.database) }
        let names = try (0..<6).map { try connection("conn-\($0)") }
        for _ in 0..<1_500 {
            let partition = Int.random(in: 0..<2, using: &random)
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            if Bool.random(using: &random) {
                let range = Self.range(&random)
                let read = stores[partition].entries(in: range, of: name)
                #expect(Self.same(read, plain[partition].entries(in: range, of: name)), "seed \(seed)")
            } else {
                let stateKey = Self.stateKey(&random)
                let length = Int.random(in: 0...20, using: &random) == 0 ? 2 * StateEntries.valueMaxBytes : 300
                let isGone = Int.random(in: 0...3, using: &random) == 0
                let value = isGone ? nil : [UInt8].random(upTo: length, using: &random)
                stores[partition].apply([plain[partition].change(name, stateKey, value)])
            }
            #expect(cache.bytes <= maxBytes, "seed \(seed)")
        }
    }

    @Test func `what is kept is not read again, and days that were not asked for are`() throws {
        let scratch = try Scratch()
        let cache = StateCache(maxBytes: 1 << 20)
        let store = try RocksStore(0, in: scratch.database, cache: cache)
        let other = try RocksStore(0, in: scratch.database)
        let name = try connection("a")
        func segment(_ day: Int32) -> StateKey { StateKey(.segment, day: day, stream: .steps, hour: 0) }
        func put(_ day: Int32, _ value: [UInt8]) { other.apply([other.change(name, segment(day), value)]) }
        func read(_ days: ClosedRange<Int32>) -> [[UInt8]?] {
            store.entries(in: StateKey.range(.segment, days: days), of: name).entries.map(\.value)
        }
        for day in 1...3 { put(Int32(day), [UInt8(day)]) }
        #expect(read(2...2) == [[2]])
        // By somebody else, as nobody does: so it shows who reads.
        for day in 1...3 { put(Int32(day), [9]) }
        #expect(read(1...3) == [[9], [2], [9]])
        #expect(read(2...2) == [[2]])
        store.apply([store.change(name, segment(2), [7])])
        #expect(read(2...3) == [[7], [9]])
    }

    /// Stores of connections, each read and committed now and then; what others have put there since shows who reads.
    private struct Visits {
        private let scratch: Scratch
        private let store: RocksStore
        private let other: RocksStore
        private let names: [ConnectionID]
        private let range = StateKey.range(.segment, days: 1...1)

        /// A cache that has room for ten connections, and more of them than that.
        init(of count: Int) throws {
            scratch = try Scratch()
            store = try RocksStore(0, in: scratch.database, cache: StateCache(maxBytes: 10 * 1_500))
            other = try RocksStore(0, in: scratch.database)
            names = try (0..<count).map { try connection("conn-\($0)") }
            for index in names.indices { put(1, index) }
        }

        private func put(_ value: UInt8, _ index: Int) {
            let stateKey = StateKey(.segment, day: 1, stream: .steps, hour: 0)
            other.apply([other.change(names[index], stateKey, Array(repeating: value, count: 1_000))])
        }

        /// One comes, and is committed.
        func visit(_ index: Int) {
            _ = store.entries(in: range, of: names[index])
            _ = store.entries(in: range, of: names[index])
            store.apply([])
        }

        /// How many of them are kept.
        func kept(_ indices: Range<Int>) -> Int {
            for index in indices { put(9, index) }
            return indices.count { store.entries(in: range, of: names[$0]).entries.first?.value?.first == 1 }
        }
    }

    @Test func `where more connections come in turn than there is room for, those who are kept stay`() throws {
        let visits = try Visits(of: 100)
        for _ in 0..<10 { for index in 0..<100 { visits.visit(index) } }
        #expect(visits.kept(0..<10) >= 7)
    }

    @Test func `who comes again soon is kept, though there was no room`() throws {
        let visits = try Visits(of: 100)
        for index in 0..<100 { visits.visit(index) }
        visits.visit(98)
        #expect(visits.kept(98..<99) == 1)
    }

    @Test func `a store that is emptied, or let go of, leaves nothing in the cache that others share`() throws {
        let scratch = try Scratch()
        let cache = StateCache(maxBytes: 1 << 20)
        let name = try connection("a")
        var stores: [RocksStore] = try (0..<3).map { try RocksStore($0, in: scratch.database, cache: cache) }
        let head = StateKey(.summary)...StateKey(.settings)
        for store in stores {
            store.apply([store.change(name, StateKey(.summary), [1, 2, 3])])
            #expect(store.entries(in: head, of: name).entries.count == 1)
        }
        let each = cache.bytes / 3
        try stores[1].clear()
        #expect(cache.bytes == 2 * each)
        #expect(stores[1].entries(in: head, of: name).entries.isEmpty)
        stores.removeLast()
        #expect(cache.bytes < 2 * each)
        #expect(stores[0].entries(in: head, of: name).entries.map(\.value) == [[1, 2, 3]])
    }
}
