import Store
import Testing
import Vocabulary

struct MemoryStoreTests {
    @Test(arguments: 0..<50)
    func `reads give what was written`(seed: UInt64) throws {
        try checkStore(MemoryStore(), seed: seed)
    }

    @Test
    func `the size follows what is held`() throws {
        var store = MemoryStore()
        let name = try connection("a")
        let stateKey = StateKey(head: 1)
        store.apply([store.change(name, stateKey, [1, 2, 3])])
        #expect(store.valueBytes == 3)
        store.apply([store.change(name, stateKey, [1])])
        #expect(store.valueBytes == 1)
        store.apply([store.change(name, stateKey, nil)])
        #expect(store.valueBytes == 0)
    }
}
