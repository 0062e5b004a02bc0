import CRocksDB
import Synchronization

/// The RocksDB database of the process, which holds the state of all its partitions.
///
/// The database has no write-ahead log, because the changelog topic is the log: every write contains data and the
/// changelog offset that the data corresponds to. After a crash, the database has the state at an earlier offset, and a
/// replay continues from there.
package final class Database: Sendable {
    /// The memory limits of the database.
    package struct Memory: Sendable {
        /// The bytes for blocks, indexes and filters that are cached for reading.
        package var cacheBytes: Int
        /// The bytes for data that is not flushed to a file yet.
        package var writeBufferBytes: Int

        package init(cacheBytes: Int, writeBufferBytes: Int) {
            self.cacheBytes = cacheBytes
            self.writeBufferBytes = writeBufferBytes
        }
    }

    /// The version of the storage layout; a store with another version is rejected.
    package static let schemaVersion: UInt8 = 2

    /// The free space that the disk must have beyond one write buffer, for compactions and small files.
    private static let reserveBytes = 32 << 20

    let handle: DatabaseHandle
    private let path: String
    /// The free space of the disk below which writes fail, in bytes.
    package let neededBytes: Int
    private let space: DiskSpace
    private let failure = Mutex<StoreError?>(nil)
    let erasures = Erasures()
    private let erasuresStop = Atomic(false)

    /// Opens the database in a directory, and creates the directory if it is missing.
    ///
    /// - Throws: If the disk is full, the directory cannot be used, or the data has another layout.
    package init(
        path: String,
        memory: Memory,
        space: DiskSpace = DiskSpace()
    ) throws(StoreError) {
        self.path = path
        self.space = space
        neededBytes = Self.neededBytes(memory)
        try space.require(neededBytes, at: path)
        handle = try DatabaseHandle(path: path, memory: memory)
        try checkSchema()
    }

    /// The first failed read since the start; nil if none failed.
    ///
    /// The result of a failed read, and everything derived from the result, is wrong.
    package var readFailure: StoreError? { failure.withLock { $0 } }

    /// A partition whose state the database contains.
    package struct Held: Sendable {
        package let partition: Int32
        /// The changelog offset that the store corresponds to.
        package let changelogOffset: Int64
        /// The last time when the store was known to match the changelog, in milliseconds since 1970; nil if unknown.
        package let inSyncMilliseconds: Int64?
        /// The state identity that is stored with the partition.
        package let identity: StateIdentity?
    }

    /// Returns the partitions whose state the database contains, ascending.
    ///
    /// Partitions whose stored position has another format are left out. Opening the store of such a partition throws.
    package func partitions() -> [Held] {
        var held: [Held] = []
        unsafe entries(from: StoreKey.offset(0), upTo: StoreKey.offset(.max), ofManyConnections: true) { key, value in
            guard let partition = unsafe StoreKey.partition(ofOffset: key) else { return }
            guard let note = try? StoreNote(unsafe Array(value), partition: partition) else { return }
            held.append(
                Held(
                    partition: partition,
                    changelogOffset: note.changelogOffset,
                    inSyncMilliseconds: note.inSyncMilliseconds,
                    identity: note.identity
                )
            )
        }
        return held
    }

    /// Whether running erasures must stop.
    var isStoppingErasures: Bool { erasuresStop.load(ordering: .acquiring) }

    /// Stops running erasures, so that the process can end; the next process completes the erasures.
    package func stopErasures() {
        erasuresStop.store(true, ordering: .releasing)
        handle.stopCompacting()
    }

    /// The bytes of all data, in files and in memory.
    package var bytes: Int {
        handle.figure("rocksdb.live-sst-files-size") + handle.figure("rocksdb.cur-size-all-mem-tables")
    }

    /// The free space of the disk in bytes; nil if unknown.
    package var freeBytes: Int? { space.freeBytes(path) }

    /// Flushes everything to files, so that the next start has nothing to replay.
    package func flush() throws(StoreError) {
        try space.require(neededBytes, at: path)
        try handle.flush()
    }

    /// Rewrites the files of key ranges, so that deleted rows are no longer on the disk.
    func compact(_ ranges: [(start: [UInt8], end: [UInt8])]) throws(StoreError) {
        // A compaction does not report read or write errors, but a flush does.
        try flush()
        for range in ranges { handle.compact(from: range.start, before: range.end) }
    }

    /// Writes the whole batch, or nothing.
    func write(_ batch: borrowing WriteBatch) throws(StoreError) {
        try space.require(neededBytes, at: path)
        try handle.write(batch)
    }

    /// Returns the value of a key; nil if there is none, or if the read failed.
    func value(_ key: [UInt8]) -> [UInt8]? {
        do throws(StoreError) {
            return try handle.value(key)
        } catch {
            note(error)
            return nil
        }
    }

    /// Calls `body` for the first entries of a key range, ascending.
    ///
    /// A range over several connections needs `ofManyConnections`.
    func entries(
        from: [UInt8],
        upTo: [UInt8],
        ofManyConnections isWhole: Bool = false,
        atMost limit: Int = .max,
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        do throws(StoreError) {
            try unsafe handle.entries(
                from: from,
                upTo: upTo,
                ofManyConnections: isWhole,
                atMost: limit,
                body
            )
        } catch {
            note(error)
        }
    }

    private func note(_ error: StoreError) {
        failure.withLock { if $0 == nil { $0 = error } }
    }

    /// Returns the free space that the disk must have for a database with these memory limits.
    package static func neededBytes(_ memory: Memory) -> Int { memory.writeBufferBytes + reserveBytes }

    /// Checks the layout of a database that is not open, without writing.
    ///
    /// - Throws: If the database cannot be read, or has another layout.
    package static func checkLayout(path: String) throws(StoreError) {
        let handle = try DatabaseHandle(lookingInto: path)
        guard let held = try handle.value(StoreKey.schema) else { return }
        try checkSchema(held)
    }

    private func checkSchema() throws(StoreError) {
        if let held = try handle.value(StoreKey.schema) { return try Self.checkSchema(held) }
        var batch = WriteBatch()
        batch.put(StoreKey.schema, [Self.schemaVersion])
        try write(batch)
    }

    /// Throws if a stored layout version is not this program's.
    package static func checkSchema(_ held: [UInt8]) throws(StoreError) {
        guard held == [schemaVersion] else { throw .otherSchema(held.first ?? 0, known: schemaVersion) }
    }
}
