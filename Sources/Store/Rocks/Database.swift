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

    /// The version of how state is laid out; a store of another one is refused.
    package static let schemaVersion: UInt8 = 2

    /// What a disk must have left beyond one write buffer: for files that are made of others, and for notes.
    private static let reserveBytes = 32 << 20

    let handle: DatabaseHandle
    private let path: String
    private let neededBytes: Int
    private let space: DiskSpace
    private let failure = Mutex<StoreError?>(nil)
    let erasures = Erasures()
    private let erasuresStop = Atomic(false)

    /// Opens the database in a directory, which is made when it is missing.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - memory: How much memory it may take.
    ///   - space: Who says how much room the disk has.
    /// - Throws: When the disk is full, the directory can't be had, or its data is laid out otherwise.
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

    /// The first failure of a read since the start.
    ///
    /// What a failed read gave is not to be trusted, nor what was derived from it.
    package var readFailure: StoreError? { failure.withLock { $0 } }

    /// What the database says of one partition that it holds.
    package struct Held: Sendable {
        package let partition: Int32
        /// Up to where the changelog is in the store.
        package let changelogOffset: Int64
        /// When it was last known to miss nothing, in milliseconds since 1970; nil when that is unknown.
        package let inStepMilliseconds: Int64?
        /// What its state belongs to.
        package let identity: StateIdentity?
    }

    /// The partitions of which there is anything, ascending.
    package func partitions() throws(StoreError) -> [Held] {
        var held: [Held] = []
        var failure: StoreError?
        unsafe entries(from: StoreKey.offset(0), upTo: StoreKey.offset(.max), ofManyConnections: true) { key, value in
            guard let partition = unsafe StoreKey.partition(ofOffset: key) else { return }
            let bytes = unsafe Array(value)
            do throws(StoreError) {
                let note = try StoreNote(bytes, partition: partition)
                held.append(
                    Held(
                        partition: partition,
                        changelogOffset: note.changelogOffset,
                        inStepMilliseconds: note.inStepMilliseconds,
                        identity: note.identity
                    )
                )
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return held
    }

    /// Whether what is being written anew is cut short.
    var isStoppingErasures: Bool { erasuresStop.load(ordering: .acquiring) }

    /// Cuts short what is being written anew, so that the process can end; the next one does it.
    package func stopErasures() {
        erasuresStop.store(true, ordering: .releasing)
        handle.stopCompacting()
    }

    /// How much there is, in files and not yet in files.
    package var bytes: Int {
        handle.figure("rocksdb.live-sst-files-size") + handle.figure("rocksdb.cur-size-all-mem-tables")
    }

    /// Writes everything to files, so that the next start has nothing to replay.
    package func flush() throws(StoreError) {
        try space.require(neededBytes, at: path)
        try handle.flush()
    }

    /// Writes ranges anew, so that nothing that was deleted there is on the disk any more.
    func compact(_ ranges: [(start: [UInt8], end: [UInt8])]) throws(StoreError) {
        // A compaction says nothing of what it could not read or write: a flush does.
        try flush()
        for range in ranges { handle.compact(from: range.start, before: range.end) }
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

    /// The keys of one connection, unless of many, from one up to another, ascending, with their values.
    func entries(
        from: [UInt8],
        upTo: [UInt8],
        ofManyConnections isWhole: Bool = false,
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        do throws(StoreError) {
            try unsafe handle.entries(from: from, upTo: upTo, ofManyConnections: isWhole, body)
        } catch {
            note(error)
        }
    }

    /// The first key from one on and before another.
    func firstKey(from: [UInt8], before end: [UInt8]) -> [UInt8]? {
        do throws(StoreError) {
            return try handle.firstKey(from: from, before: end)
        } catch {
            note(error)
            return nil
        }
    }

    private func note(_ error: StoreError) {
        failure.withLock { if $0 == nil { $0 = error } }
    }

    /// How much room a disk must have for a database with this memory to go on writing.
    package static func neededBytes(_ memory: Memory) -> Int { memory.writeBufferBytes + reserveBytes }

    /// Looks how a database that nobody has open is laid out; nothing is written.
    ///
    /// - Throws: When it can't be read, or its data is laid out otherwise.
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

    /// Refuses what a database says of its layout, unless it is this program's.
    package static func checkSchema(_ held: [UInt8]) throws(StoreError) {
        guard held == [schemaVersion] else { throw .otherSchema(held.first ?? 0, known: schemaVersion) }
    }
}
