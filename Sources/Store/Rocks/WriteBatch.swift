import CRocksDB

/// Changes that are written to the database together or not at all.
@safe struct WriteBatch: ~Copyable {
    let pointer: OpaquePointer
    /// The approximate number of bytes of the changes.
    private(set) var bytes = 0

    init() {
        unsafe pointer = rocksdb_writebatch_create()
    }

    deinit {
        unsafe rocksdb_writebatch_destroy(pointer)
    }

    mutating func put(_ key: [UInt8], _ value: [UInt8]) {
        bytes += key.count + value.count
        unsafe key.withUnsafeBytes { key in
            unsafe value.withUnsafeBytes { value in
                unsafe rocksdb_writebatch_put(
                    pointer,
                    key.baseAddress?.assumingMemoryBound(to: CChar.self),
                    key.count,
                    value.baseAddress?.assumingMemoryBound(to: CChar.self),
                    value.count
                )
            }
        }
    }

    mutating func delete(_ key: [UInt8]) {
        bytes += key.count
        unsafe key.withUnsafeBytes { key in
            unsafe rocksdb_writebatch_delete(pointer, key.baseAddress?.assumingMemoryBound(to: CChar.self), key.count)
        }
    }

    mutating func deleteRange(from: [UInt8], to: [UInt8]) {
        unsafe from.withUnsafeBytes { from in
            unsafe to.withUnsafeBytes { to in
                unsafe rocksdb_writebatch_delete_range(
                    pointer,
                    from.baseAddress?.assumingMemoryBound(to: CChar.self),
                    from.count,
                    to.baseAddress?.assumingMemoryBound(to: CChar.self),
                    to.count
                )
            }
        }
    }

    mutating func clear() {
        unsafe rocksdb_writebatch_clear(pointer)
        bytes = 0
    }
}
