import Store
import Vocabulary

/// Records of the state topic are refused, or make the state that their own encoding makes again.
enum Changelogs {
    /// The bytes are records one after the other: how long the key is, the key, whether there is a value, how long it
    /// is, the value.
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var unpacker = Unpacker(bytes)
        var replay = Replay()
        var store = MemoryStore()
        var again = MemoryStore()
        var replayAgain = Replay()
        var offset: Int64 = 0
        while !unpacker.isAtEnd {
            let key = unpacker.string()
            let value = unpacker.byte() == 0 ? nil : unpacker.string()
            defer { offset += 1 }
            var change: StateChange?
            do throws(StoreError) {
                change = unsafe try replay.take(key: key.span.bytes, value: value?.span.bytes, offset: offset)
            } catch {
                try expect(!error.description.isEmpty, "an error says nothing")
                continue
            }
            guard let change else { continue }
            store.apply([change])
            let stateKey = change.stateKey
            let connection = change.connection
            let held = again.value(at: stateKey, of: connection)?.count
            let anew = StateChange(connection: connection, stateKey: stateKey, value: change.value, heldBytes: held)
            let written = Changelog.records(of: anew, chunkBytes: 64)
            for record in written {
                do throws(StoreError) {
                    let value = unsafe record.value?.span.bytes
                    let change = unsafe try replayAgain.take(key: record.key.span.bytes, value: value, offset: 0)
                    if let change { again.apply([change]) }
                } catch {
                    throw Fault("its own record is refused: \(error)")
                }
            }
            try expect(store.value(at: stateKey, of: connection) == change.value, "the store has another value")
            try expect(again.value(at: stateKey, of: connection) == change.value, "written again it is another")
        }
        _ = try? replay.end()
    }
}
