import CRocksDB

/// What the keys of a connection begin with, for the filters of RocksDB's files.
///
/// A look at a range then passes over files that have nothing of the connection: all but one or two of them.
enum ConnectionPrefix {
    /// Kept in the files: a filter that was made by another rule is not used.
    private static let name: StaticString = "fork-worker.connection"

    /// For a database's options, which own it.
    static func make() -> OpaquePointer? {
        unsafe rocksdb_slicetransform_create(
            nil,
            { _ in },
            { _, key, count, prefixCount in
                unsafe prefixCount?.pointee = StoreKey.prefixCount(count)
                return unsafe UnsafeMutablePointer(mutating: key)
            },
            { _, key, count in
                let bytes = unsafe UnsafeRawBufferPointer(start: key, count: count)
                return unsafe StoreKey.isOfConnection(bytes) ? 1 : 0
            },
            { _, _, _ in 0 },
            { _ in unsafe UnsafeRawPointer(ConnectionPrefix.name.utf8Start).assumingMemoryBound(to: CChar.self) }
        )
    }
}
