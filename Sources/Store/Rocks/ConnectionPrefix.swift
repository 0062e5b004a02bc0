import CRocksDB

/// The prefix of a connection's keys, for the Bloom filters of RocksDB's files.
///
/// Reading a range then skips files that contain nothing of the connection, usually all but one or two.
enum ConnectionPrefix {
    /// The name of the prefix function, which is stored in the files.
    ///
    /// RocksDB ignores filters that were written with another prefix function.
    private static let name: StaticString = "fork-worker.connection"

    /// Creates the prefix function; the database options take ownership.
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
