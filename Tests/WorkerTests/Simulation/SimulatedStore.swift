import Health
import Randomness
import Store

/// A lane's store of one partition, as RocksDB keeps it: it stands at an offset of the changelog.
struct SimulatedStore {
    /// Small, so that values take several records of the changelog.
    static let chunkBytes = 24

    private(set) var values = MemoryStore()
    private(set) var offset: Int64 = 0
    private(set) var inStep: Int64?
    private var replay = Replay()

    /// As it is opened: what a replay had gathered is lost.
    mutating func open() { replay = Replay() }

    mutating func clear() { self = SimulatedStore() }

    mutating func beginReplay(at now: Int64) {
        if offset == 0 { inStep = now }
    }

    mutating func replay(_ record: Changelog.Record, at offset: Int64) {
        do throws(StoreError) {
            let value = unsafe record.value?.span.bytes
            if let change = unsafe try replay.take(key: record.key.span.bytes, value: value, offset: offset) {
                values.apply([change])
            }
        } catch {
            preconditionFailure("the simulation wrote what the store cannot read: \(error)")
        }
        if !replay.isOpen { self.offset = max(self.offset, offset + 1) }
    }

    /// False when a value waits for chunks that never come.
    mutating func endReplay(at end: Int64, foundAt time: Int64) -> Bool {
        if replay.isOpen { return false }
        offset = max(offset, end)
        inStep = time
        return true
    }

    mutating func apply(_ changes: [StateChange], offset: Int64?, at began: Int64) {
        values.apply(changes)
        if let offset { self.offset = max(self.offset, offset) }
        inStep = began
    }

    mutating func noteInStep(at time: Int64) { inStep = time }
}

/// What lies on the disk of one machine: what a crash leaves is some earlier state, of all partitions together.
struct SimulatedDatabase {
    private(set) var stores: [Int32: SimulatedStore] = [:]
    private var flushed: [[Int32: SimulatedStore]] = [[:]]

    mutating func write(_ partition: Int32, _ store: SimulatedStore) {
        stores[partition] = store
        flushed.append(stores)
        if flushed.count > 6 { flushed.removeFirst() }
    }

    /// Everything so far is on the disk.
    mutating func flush() { flushed = [stores] }

    mutating func crash(_ dice: inout SimulatedDice) {
        stores = flushed[dice.below(flushed.count)]
        flush()
    }

    mutating func wipe() {
        stores = [:]
        flush()
    }
}

/// Chance, all of it from one seed.
struct SimulatedDice {
    var random: SeededRandom
    /// How many of a hundred calls go wrong.
    var faultPercent: Int

    mutating func fault() -> Bool { below(100) < faultPercent }
    mutating func below(_ count: Int) -> Int { Int(truncatingIfNeeded: random.next() >> 33) % count }
}
