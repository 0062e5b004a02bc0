import Vocabulary

/// The keys of the database: a byte for the kind, the partition, and for data the connection and the state key.
enum StoreKey {
    private static let meta: UInt8 = 0
    private static let data: UInt8 = 1
    private static let erasures: UInt8 = 2

    /// The key of the layout version.
    static let schema: [UInt8] = [meta]

    /// The key of a partition's changelog offset and identity.
    static func offset(_ partition: Int32) -> [UInt8] { prefix(meta, partition) }

    /// Returns the partition in a key that `offset` returned; nil for other keys.
    static func partition(ofOffset key: UnsafeRawBufferPointer) -> Int32? {
        guard key.count == 5, unsafe key[0] == meta else { return nil }
        return unsafe Int32(bigEndian: key.loadUnaligned(fromByteOffset: 1, as: Int32.self))
    }

    /// The key of the marker for a partition whose files still contain deleted rows.
    static func erasure(_ partition: Int32) -> [UInt8] { prefix(erasures, partition) }

    /// Returns the partition in a key that `erasure` returned; nil for other keys.
    static func partition(ofErasure key: UnsafeRawBufferPointer) -> Int32? {
        guard key.count == 5, unsafe key[0] == erasures else { return nil }
        return unsafe Int32(bigEndian: key.loadUnaligned(fromByteOffset: 1, as: Int32.self))
    }

    /// Returns the first key of a partition's data.
    static func first(_ partition: Int32) -> [UInt8] { prefix(data, partition) }

    /// Returns the first key after all data of a connection.
    static func end(_ partition: Int32, _ connection: ConnectionID) -> [UInt8] {
        prefix(data, partition) + connection.bytes + [1]
    }

    /// Returns the first key after a partition's data.
    static func end(_ partition: Int32) -> [UInt8] { prefix(data, partition + 1) }

    /// Returns the key of a value.
    static func value(_ partition: Int32, _ connection: ConnectionID, _ stateKey: StateKey) -> [UInt8] {
        var key = prefix(data, partition)
        key.append(contentsOf: connection.bytes)
        key.append(0)
        key.appendBigEndian(stateKey.head)
        key.appendBigEndian(stateKey.high)
        key.appendBigEndian(stateKey.low)
        return key
    }

    /// Returns the connection id in a database key; nil if the key does not belong to a state value.
    static func connection(_ key: UnsafeRawBufferPointer) -> ConnectionID? {
        let last = key.count - Changelog.placeBytes - 1
        guard last > 5, unsafe isOfConnection(key) else { return nil }
        return unsafe ConnectionID(stored: Array(UnsafeRawBufferPointer(rebasing: key[5..<last])))
    }

    /// Returns the state key in a database key that belongs to a state value; nil if the key is too short.
    static func stateKey(_ key: UnsafeRawBufferPointer) -> StateKey? {
        guard key.count >= Changelog.placeBytes else { return nil }
        let start = key.count - Changelog.placeBytes
        func word(_ at: Int) -> UInt64 {
            unsafe UInt64(bigEndian: key.loadUnaligned(fromByteOffset: start + at, as: UInt64.self))
        }
        return StateKey(head: word(0), high: word(8), low: word(16))
    }

    /// Whether a database key belongs to a state value.
    static func isOfConnection(_ key: UnsafeRawBufferPointer) -> Bool {
        unsafe key.first == data && key.count > Changelog.placeBytes
    }

    /// Returns the length of a database key without the state key at its end.
    static func prefixCount(_ count: Int) -> Int { count - Changelog.placeBytes }

    private static func prefix(_ kind: UInt8, _ partition: Int32) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(5 + 201 + Changelog.placeBytes)
        key.append(kind)
        key.appendBigEndian(UInt32(bitPattern: partition))
        return key
    }
}
