import Randomness
import Store
import Testing
import Vocabulary

/// What every store must do, whatever it is made of: each of them runs `checkStore` on empty stores.
protocol WritableState: PartitionState {
    mutating func apply(_ changes: [StateChange])
}

extension MemoryStore: WritableState {}

func connection(_ name: String) throws -> ConnectionID { try #require(ConnectionID(Array(name.utf8))) }

/// Applies seeded changes to a store and to a dictionary, and compares every read with it.
func checkStore(_ empty: some WritableState, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var store = empty
    var model: [ConnectionID: [StateKey: [UInt8]]] = [:]
    let names = try ["a", "a-", "b", "conn_7", String(repeating: "z", count: 200)].map(connection)
    for _ in 0..<300 {
        var changes: [StateChange] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            let stateKey = StateKey.random(using: &random)
            let length = Int.random(in: 0...30, using: &random) == 0 ? 2 * StateEntries.valueMaxBytes : 40
            let value = Bool.random(using: &random) ? [UInt8].random(upTo: length, using: &random) : nil
            changes.append(store.change(name, stateKey, value))
            model[name, default: [:]][stateKey] = value
        }
        store.apply(changes)
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let stateKey = StateKey.random(using: &random)
        let held = model[name] ?? [:]
        #expect(store.value(at: stateKey, of: name) == held[stateKey], "seed \(seed)")
        let other = StateKey.random(using: &random)
        let range = min(stateKey, other)...max(stateKey, other)
        let stateKeys = held.keys.filter(range.contains).sorted()
        #expect(store.stateKeys(in: range, of: name) == stateKeys, "seed \(seed)")
        for limit in [0, 1, 3, 1_000] {
            let first = stateKeys.prefix(limit).map { StoredValue(stateKey: $0, bytes: held[$0] ?? []) }
            #expect(store.first(limit, in: range, of: name) == first, "seed \(seed)")
        }
        let read = store.entries(in: range, of: name)
        #expect(read.entries.map(\.stateKey) == stateKeys, "seed \(seed)")
        #expect(read.entries.map(\.count) == stateKeys.map { held[$0]?.count }, "seed \(seed)")
        for entry in read.entries {
            let isShort = entry.count <= StateEntries.valueMaxBytes
            #expect(entry.value == (isShort ? held[entry.stateKey] : nil), "seed \(seed)")
        }
    }
    for (name, values) in model {
        for (stateKey, value) in values { #expect(store.value(at: stateKey, of: name) == value, "seed \(seed)") }
    }
}

extension PartitionState {
    /// A change of what the state holds now.
    func change(_ connection: ConnectionID, _ stateKey: StateKey, _ value: [UInt8]?) -> StateChange {
        let held = self.value(at: stateKey, of: connection)?.count
        return StateChange(connection: connection, stateKey: stateKey, value: value, heldBytes: held)
    }
}

extension StateKey {
    /// One of few state keys, so that they are met again, with all three words in use.
    static func random(using random: inout SeededRandom) -> StateKey {
        StateKey(
            head: [0, 1, 255, 256, UInt64.max][Int.random(in: 0..<5, using: &random)],
            high: UInt64.random(in: 0...1, using: &random),
            low: UInt64.random(in: 254...257, using: &random)
        )
    }
}

extension [UInt8] {
    static func random(upTo count: Int, using random: inout SeededRandom) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
