import Randomness
import Store
import Testing
import Vocabulary

/// Restores from logs that compaction has gone over, in every way in which it may.
struct RestoreTests {
    /// Small, so that values of several chunks cost nothing.
    static let chunk = 16

    @Test(arguments: 0..<200)
    func `a compacted log restores the same state`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let names = try ["a", "b"].map(connection)
        var written = MemoryStore()
        var log: [Changelog.Record] = []
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            let lengths = [0, 5, Self.chunk, Self.chunk + 1, 2 * Self.chunk + 3]
            let count = lengths[Int.random(in: 0..<lengths.count, using: &random)]
            let fill = UInt8.random(in: 0...2, using: &random)
            let change = written.change(
                names[Int.random(in: 0...1, using: &random)],
                StateKey(head: UInt64.random(in: 0...1, using: &random)),
                Int.random(in: 0...3, using: &random) == 0 ? nil : [UInt8](repeating: fill, count: count)
            )
            log += Changelog.records(of: change, chunkBytes: Self.chunk)
            written.apply([change])
        }
        var state = RestoredState()
        for (offset, record) in compacted(log, using: &random) { try state.take(record, at: Int64(offset)) }
        try state.end()
        let restored = state.store
        for name in names {
            let all = StateKey(head: 0)...StateKey(head: .max)
            #expect(restored.stateKeys(in: all, of: name) == written.stateKeys(in: all, of: name), "seed \(seed)")
            for stateKey in written.stateKeys(in: all, of: name) {
                #expect(restored.value(at: stateKey, of: name) == written.value(at: stateKey, of: name), "seed \(seed)")
            }
        }
        #expect(restored.valueBytes == written.valueBytes, "seed \(seed)")
    }

    @Test
    func `replaying the tail over what is there changes nothing`() throws {
        let name = try connection("a")
        let stateKey = StateKey(head: 1)
        var store = MemoryStore()
        var log: [Changelog.Record] = []
        for count in [10, 2 * Self.chunk, 20] {
            let change = store.change(name, stateKey, [UInt8](repeating: 1, count: count))
            log += Changelog.records(of: change, chunkBytes: Self.chunk)
            store.apply([change])
        }
        var restored = RestoredState()
        for (offset, record) in log.enumerated() { try restored.take(record, at: Int64(offset)) }
        for (offset, record) in log.enumerated() { try restored.take(record, at: Int64(offset)) }
        try restored.end()
        #expect(restored.store.value(at: stateKey, of: name)?.count == 20)
    }

    @Test
    func `a value whose chunks are not all there is torn, never joined with an older write's`() throws {
        let name = try connection("a")
        let stateKey = StateKey(head: 1)
        let old = [UInt8](repeating: 1, count: Self.chunk + 1)
        let new = [UInt8](repeating: 2, count: Self.chunk + 1)
        let first = Changelog.records(
            of: StateChange(connection: name, stateKey: stateKey, value: old, heldBytes: nil),
            chunkBytes: Self.chunk
        )
        let second = Changelog.records(
            of: StateChange(connection: name, stateKey: stateKey, value: new, heldBytes: old.count),
            chunkBytes: Self.chunk
        )
        var restored = RestoredState()
        for record in first { try restored.take(record, at: 0) }
        try restored.take(second[0], at: 2)
        try restored.take(first[1], at: 3)
        #expect(restored.store.value(at: stateKey, of: name) == old)
        #expect(throws: StoreError.torn(values: 1)) { try restored.end() }
    }

    /// What the log cleaner may leave: up to some offset only the last record of each key; after it, everything.
    private func compacted(
        _ log: [Changelog.Record],
        using random: inout SeededRandom
    ) -> [(Int, Changelog.Record)] {
        let end = Int.random(in: 0...log.count, using: &random)
        let buried = Bool.random(using: &random)
        var last: [[UInt8]: Int] = [:]
        for index in 0..<end { last[log[index].key] = index }
        return log.enumerated().filter { index, record in
            guard index < end else { return true }
            return last[record.key] == index && !(buried && record.value == nil)
        }
    }
}
