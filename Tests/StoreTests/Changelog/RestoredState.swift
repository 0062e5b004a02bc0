import Store
import Vocabulary

/// A state that is read back from the changelog.
struct RestoredState {
    private(set) var store = MemoryStore()
    private var replay = Replay()

    mutating func take(_ record: Changelog.Record, at offset: Int64) throws(StoreError) {
        let value = unsafe record.value?.span.bytes
        if let change = unsafe try replay.take(key: record.key.span.bytes, value: value, offset: offset) {
            store.apply([change])
        }
    }

    mutating func end() throws(StoreError) { try replay.end() }
}
