import CRocksDB
import Synchronization

/// One RocksDB database for a process: the state of all partitions that its lanes own.
///
/// It has no write-ahead log of its own. The changelog topic is the log: each write holds the changelog's offset beside
/// the data, so that what a crash leaves is the state at some earlier offset, from which a replay goes on.
package final class Database: Sendable {
    /// How much memory the database may take.
    package struct Memory: Sendable {
        /// Bytes of blocks, indexes and filters that are kept for reading.
        package var cacheBytes: Int
        /// Bytes of what was written and is not yet in a file.
        package var writeBufferBytes: Int

        /// Memory in these parts.
        package init(cacheBytes: Int, writeBufferBytes: Int) {
            self.cacheBytes = cacheBytes
            self.writeBufferBytes = writeBufferBytes
        }
    }

    /// The version of how state is laid out; a store of a later one is refused.
    static let schemaVersion: UInt8 = 1

    /// What a disk must have left beyond one write buffer: for files that are made of others, and for notes.
    private static let reserveBytes = 32 << 20

    let handle: DatabaseHandle
    private let path: String
    private let neededBytes: Int
    private let space: DiskSpace
    private let failure = Mutex<StoreError?>(nil)

    /// Opens the database in a directory, which is made when it is missing.
    package init(path: String, memory: Memory, space: DiskSpace = DiskSpace()) throws(StoreError) {
        self.path = path
        self.space = space
        neededBytes = memory.writeBufferBytes + Self.reserveBytes
        try space.require(neededBytes, at: path)
        handle = try DatabaseHandle(path: path, memory: memory)
        try checkSchema()
    }

    /// The first failure of a read since the start.
    ///
    /// What a failed read gave is not to be trusted, nor what was derived from it.
    package var readFailure: StoreError? { failure.withLock { $0 } }

    /// Writes everything to files, so that the next start has nothing to replay.
    package func flush() throws(StoreError) {
        try space.require(neededBytes, at: path)
        try handle.flush()
    }

    /// Writes all of the batch, or nothing.
    func write(_ batch: borrowing WriteBatch) throws(StoreError) {
        try space.require(neededBytes, at: path)
        try handle.write(batch)
    }

    /// The value under a key, nil when there is none or the read failed.
    func value(_ key: [UInt8]) -> [UInt8]? {
        do throws(StoreError) {
            return try handle.value(key)
        } catch {
            note(error)
            return nil
        }
    }

    /// The keys of one connection from one up to another, ascending, with their values.
    func entries(
        from: [UInt8],
        upTo: [UInt8],
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        do throws(StoreError) {
            try unsafe handle.entries(from: from, upTo: upTo, body)
        } catch {
            note(error)
        }
    }

    private func note(_ error: StoreError) {
        failure.withLock { if $0 == nil { $0 = error } }
    }

    private func checkSchema() throws(StoreError) {
        if let held = try handle.value(StoreKey.schema) {
            guard let version = held.first, version <= Self.schemaVersion else {
                throw .newerSchema(held.first ?? 0)
            }
        } else {
            var batch = WriteBatch()
            batch.put(StoreKey.schema, [Self.schemaVersion])
            try write(batch)
        }
    }
}
