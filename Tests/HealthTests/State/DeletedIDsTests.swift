import Health
import Randomness
import Store
import Testing
import Vocabulary

/// Deleted ids stay small to read and to write, whichever ids they are: those who upload choose them.
struct DeletedIDsTests {
    /// How ids can lie to each other.
    enum Kind: CaseIterable {
        /// Version 4: all bits are random.
        case random
        /// Version 7, of one millisecond: the leading half of the bits is the same.
        case timeOrdered
        case neighbouring
        case descending

        func id(_ number: UInt64, _ dice: inout SeededRandom) -> UUID128 {
            switch self {
            case .random: UUID128(hi: dice.next(), lo: dice.next())
            case .timeOrdered: UUID128(hi: 0x018E_1234_ABCD_7000 | dice.next() & 0xFFF, lo: dice.next() | 1 << 63)
            case .neighbouring: UUID128(hi: 7, lo: number)
            case .descending: UUID128(hi: .max - number, lo: 0)
            }
        }
    }

    private let connection = ConnectionID(Array("a".utf8))

    private func stateKeys(in store: MemoryStore) throws -> [StateKey] {
        let all = StateKey.range(.deletedIDs, days: Int32.min...Int32.max)
        return store.stateKeys(in: all, of: try #require(connection))
    }

    @Test(arguments: Kind.allCases) func `every deleted id is found, and no other`(kind: Kind) throws {
        let connection = try #require(connection)
        var dice = SeededRandom(seed: 7)
        let ids = (0..<14_000).map { kind.id($0 * 2, &dice) }
        let (all, others) = (ids[..<12_000], ids[12_000...])
        var store = MemoryStore()
        var count = 0
        var rest = all
        while !rest.isEmpty {
            var deleted = DeletedIDs(StateReader(connection, of: store), count: count)
            let some = rest.prefix(Int.random(in: 1...900, using: &dice))
            rest = rest.dropFirst(some.count)
            for id in some {
                let isNew = deleted.insert(id)
                let isNewAgain = deleted.insert(id)
                #expect(isNew && !isNewAgain)
            }
            #expect(deleted.added == some.count)
            count += deleted.added
            store.apply(deleted.changes)
        }
        var found = DeletedIDs(StateReader(connection, of: store), count: count)
        for id in all {
            let isHeld = found.contains(id)
            #expect(isHeld)
        }
        for id in others {
            let isHeld = found.contains(id)
            #expect(!isHeld)
        }
        let sizes = try stateKeys(in: store).map { store.value(at: $0, of: connection)?.count ?? 0 }
        #expect(sizes.max() ?? 0 < 8192, "no value is long to read or to write")
        #expect(sizes.reduce(0, +) < all.count * 36, "no block is almost empty")
    }

    @Test(arguments: Kind.allCases) func `one more deletion rewrites a block and a page`(kind: Kind) throws {
        let connection = try #require(connection)
        var dice = SeededRandom(seed: 8)
        var store = MemoryStore()
        var first = DeletedIDs(StateReader(connection, of: store), count: 0)
        for number in 0..<10_000 { _ = first.insert(kind.id(UInt64(number), &dice)) }
        store.apply(first.changes)
        for number in 10_000..<10_020 {
            var next = DeletedIDs(StateReader(connection, of: store), count: number)
            _ = next.insert(kind.id(UInt64(number), &dice))
            let changes = next.changes
            // A block that is full becomes two.
            #expect(changes.count <= 3)
            #expect(changes.reduce(0) { $0 + ($1.value?.count ?? 0) } < 10_000)
            store.apply(changes)
        }
    }

    @Test(arguments: Kind.allCases) func `new samples read hardly any block`(kind: Kind) throws {
        let connection = try #require(connection)
        var dice = SeededRandom(seed: 9)
        var store = MemoryStore()
        var first = DeletedIDs(StateReader(connection, of: store), count: 0)
        for number in 0..<10_000 { _ = first.insert(kind.id(UInt64(number), &dice)) }
        store.apply(first.changes)
        let reads = CountedReads(of: store)
        var found = DeletedIDs(StateReader(connection, of: store), count: 10_000)
        for number in 20_000..<20_100 { _ = found.contains(kind.id(UInt64(number), &dice)) }
        // The list, its few pages, and what a filter of a byte each errs in.
        #expect(reads.count <= 12)
    }
}

/// A state that counts how often it is read.
final class CountedReads: PartitionState {
    private let store: MemoryStore
    private(set) var count = 0
    /// How many values were gone through.
    private(set) var scanned = 0

    init(of store: MemoryStore) { self.store = store }

    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        count += 1
        return store.value(at: stateKey, of: connection)
    }

    func scan(_ range: ClosedRange<StateKey>, of connection: ConnectionID, _ body: (StateKey, RawSpan) -> Void) {
        count += 1
        store.scan(range, of: connection) {
            scanned += 1
            body($0, $1)
        }
    }

    func firstConnection(after connection: ConnectionID?) -> ConnectionID? { store.firstConnection(after: connection) }
}
