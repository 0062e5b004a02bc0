import Store
import Testing
import Vocabulary

struct ChangelogTests {
    static let bytes = Changelog.chunkBytes

    @Test(arguments: [
        (0, 1), (1, 1), (bytes, 1), (bytes + 1, 2), (2 * bytes, 2), (2 * bytes + 1, 3),
    ])
    func `a value takes as many records as it needs and none is too long`(count: Int, records: Int) throws {
        let name = try connection(String(repeating: "n", count: 200))
        let change = MemoryStore().change(name, StateKey(head: 1), [UInt8](repeating: 7, count: count))
        let made = Changelog.records(of: change)
        #expect(made.count == records)
        for record in made {
            #expect(record.key.count + (record.value?.count ?? 0) <= Changelog.longestRecordBytes)
        }
    }

    @Test
    func `a key is connection, zero, stateKey and chunk`() throws {
        let stateKey = StateKey(head: 0x0102_0304_0506_0708, high: 0x1112_1314_1516_1718, low: 0x2122_2324_2526_2728)
        let change = MemoryStore().change(try connection("c1"), stateKey, [])
        let expected: [UInt8] =
            [0x63, 0x31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18]
            + [0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0, 0]
        #expect(Changelog.records(of: change).map(\.key) == [expected])
        #expect(Changelog.records(of: change).map(\.value) == [[1, 0, 1]])
    }

    @Test
    func `a shrunk value buries its surplus chunks and a deleted one all of them`() throws {
        let name = try connection("a")
        let stateKey = StateKey(head: 1)
        var store = MemoryStore()
        store.apply([store.change(name, stateKey, [UInt8](repeating: 1, count: 2 * Self.bytes))])
        let shrunk = Changelog.records(of: store.change(name, stateKey, [1]))
        #expect(shrunk.map { $0.value == nil } == [false, true])
        let gone = Changelog.records(of: store.change(name, stateKey, nil))
        #expect(gone.map { $0.value == nil } == [true, true])
        #expect(gone.map { $0.key.suffix(2) } == [[0, 0], [0, 1]])
    }

    @Test
    func `deleting what is not there writes nothing`() throws {
        let change = MemoryStore().change(try connection("a"), StateKey(head: 1), nil)
        #expect(Changelog.records(of: change).isEmpty)
    }

    @Test(arguments: [
        (key: [UInt8](), value: [UInt8]?.some([1, 0, 1]), error: StoreError.malformedKey(offset: 5)),
        (key: [UInt8](repeating: 65, count: 40), value: [1, 0, 1], error: .malformedKey(offset: 5)),
        (key: [65] + [UInt8](repeating: 0, count: 27), value: [], error: .malformedValue(offset: 5)),
        (key: [65] + [UInt8](repeating: 0, count: 27), value: [1, 0], error: .malformedValue(offset: 5)),
        (key: [65] + [UInt8](repeating: 0, count: 27), value: [1, 0, 0], error: .malformedValue(offset: 5)),
        (key: [65] + [UInt8](repeating: 0, count: 27), value: [1, 0, 2, 9], error: .malformedValue(offset: 5)),
        (key: [65] + [UInt8](repeating: 0, count: 27), value: [9], error: .unknownFormat(9, offset: 5)),
    ])
    func `what is not ours is an error that names the offset`(key: [UInt8], value: [UInt8]?, error: StoreError) {
        var restored = RestoredState()
        #expect(throws: error) { try restored.take(Changelog.Record(key: key, value: value), at: 5) }
    }
}
