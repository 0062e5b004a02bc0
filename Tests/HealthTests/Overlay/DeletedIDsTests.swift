import Health
import Store
import Testing

struct DeletedIDsTests {
    @Test func `thousands of ids are kept in small blocks, commit by commit`() throws {
        let connection = try #require(ConnectionID(Array("a".utf8)))
        var dice = SeededDice(seed: 7)
        let all = (0..<4000).map { _ in UUID128(hi: dice.next(), lo: dice.next()) }
        var store = MemoryStore()
        var count = 0
        var rest = all[...]
        while !rest.isEmpty {
            var deleted = DeletedIDs(count: count)
            let some = rest.prefix(Int.random(in: 1...300, using: &dice))
            rest = rest.dropFirst(some.count)
            for id in some {
                let isNew = deleted.insert(id, connection, store)
                let isNewAgain = deleted.insert(id, connection, store)
                #expect(isNew && !isNewAgain)
            }
            #expect(deleted.added == some.count)
            count += deleted.added
            store.apply(deleted.changes(connection, store))
        }
        var found = DeletedIDs(count: count)
        for id in all {
            let isHeld = found.contains(id, connection, store)
            #expect(isHeld)
        }
        for _ in 0..<500 {
            let other = UUID128(hi: dice.next(), lo: dice.next())
            let isHeld = found.contains(other, connection, store)
            #expect(!isHeld)
        }
        let places = store.places(in: Place.range(.deletedIDs, days: Int32.min...Int32.max), of: connection)
        let sizes = places.map { store.value(at: $0, of: connection)?.count ?? 0 }
        #expect(sizes.reduce(0, +) == all.count * 16, "every id is stored once")
        #expect(sizes.max() ?? 0 < 400 * 16, "no block holds much more than the average")
        #expect(Set(places.map(\.day)).count == 1, "blocks of fewer bits are gone")
    }

    @Test func `one deletion rewrites one block`() throws {
        let connection = try #require(ConnectionID(Array("a".utf8)))
        var dice = SeededDice(seed: 8)
        var store = MemoryStore()
        var first = DeletedIDs(count: 0)
        for _ in 0..<3000 { _ = first.insert(UUID128(hi: dice.next(), lo: 0), connection, store) }
        store.apply(first.changes(connection, store))
        var second = DeletedIDs(count: 3000)
        _ = second.insert(UUID128(hi: dice.next(), lo: 0), connection, store)
        let changes = second.changes(connection, store)
        #expect(changes.count == 1)
        #expect(changes[0].value?.count ?? 0 < 300 * 16)
    }
}
