import CRocksDB
import Glibc

/// Owns an open RocksDB database and the options that every call needs.
///
/// RocksDB allows all threads to use its handles.
@safe struct DatabaseHandle: ~Copyable, @unchecked Sendable {
    private let database: OpaquePointer
    private let reading: OpaquePointer
    private let writing: OpaquePointer

    init(path: String, memory: Database.Memory) throws(StoreError) {
        let options = Options(memory: memory)
        var message: UnsafeMutablePointer<CChar>?
        let opened = unsafe rocksdb_open(options.pointer, path, &message)
        if let error = unsafe Self.error(message) { throw .database("the store in \(path) can't be opened: \(error)") }
        guard let opened = unsafe opened else { throw .database("the store in \(path) can't be opened") }
        unsafe database = opened
        unsafe reading = rocksdb_readoptions_create()
        unsafe writing = rocksdb_writeoptions_create()
        unsafe rocksdb_writeoptions_disable_WAL(writing, 1)
    }

    /// Opens an existing database read-only.
    init(lookingInto path: String) throws(StoreError) {
        let options = Options(memory: Database.Memory(cacheBytes: 1 << 20, writeBufferBytes: 1 << 20))
        var message: UnsafeMutablePointer<CChar>?
        let opened = unsafe rocksdb_open_for_read_only(options.pointer, path, 0, &message)
        if let error = unsafe Self.error(message) { throw .database("the store in \(path) can't be read: \(error)") }
        guard let opened = unsafe opened else { throw .database("the store in \(path) can't be read") }
        unsafe database = opened
        unsafe reading = rocksdb_readoptions_create()
        unsafe writing = rocksdb_writeoptions_create()
    }

    deinit {
        unsafe rocksdb_cancel_all_background_work(database, 1)
        unsafe rocksdb_readoptions_destroy(reading)
        unsafe rocksdb_writeoptions_destroy(writing)
        unsafe rocksdb_close(database)
    }

    func value(_ key: [UInt8]) throws(StoreError) -> [UInt8]? { unsafe try value(key, reading) }

    /// Returns the value of a key; `reading` are options that choose the snapshot.
    func value(_ key: [UInt8], _ reading: OpaquePointer) throws(StoreError) -> [UInt8]? {
        var message: UnsafeMutablePointer<CChar>?
        let slice = unsafe key.withUnsafeBytes { key in
            unsafe rocksdb_get_pinned(database, reading, Self.characters(key), key.count, &message)
        }
        if let error = unsafe Self.error(message) { throw .database("a read from the store failed: \(error)") }
        guard let slice = unsafe slice else { return nil }
        defer { unsafe rocksdb_pinnableslice_destroy(slice) }
        var count = 0
        guard let bytes = unsafe rocksdb_pinnableslice_value(slice, &count) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Calls `body` for the first entries of a key range, ascending; `isOver` is asked before each and ends the range.
    ///
    /// The iterator gets the end of the range, because it would otherwise read ahead.
    func entries(
        from: [UInt8],
        upTo: [UInt8],
        ofManyConnections isWhole: Bool,
        atMost limit: Int,
        at snapshot: OpaquePointer? = nil,
        unless isOver: () -> Bool = { false },
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) throws(StoreError) {
        let options = unsafe rocksdb_readoptions_create()
        defer { unsafe rocksdb_readoptions_destroy(options) }
        if let snapshot = unsafe snapshot { unsafe Self.choose(snapshot, in: options) }
        // Disables the prefix filters, which could skip other connections.
        if isWhole { unsafe rocksdb_readoptions_set_total_order_seek(options, 1) }
        // The bound is exclusive, so it is the least key after the range.
        let error = unsafe (upTo + [0]).withUnsafeBytes { end -> String? in
            unsafe rocksdb_readoptions_set_iterate_upper_bound(options, Self.characters(end), end.count)
            let iterator = unsafe rocksdb_create_iterator(database, options)
            defer { unsafe rocksdb_iter_destroy(iterator) }
            unsafe from.withUnsafeBytes { unsafe rocksdb_iter_seek(iterator, Self.characters($0), $0.count) }
            var rest = limit
            while rest > 0, !isOver(), unsafe rocksdb_iter_valid(iterator) != 0 {
                rest -= 1
                var count = 0
                guard let bytes = unsafe rocksdb_iter_key(iterator, &count) else { break }
                let key = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                let value = unsafe rocksdb_iter_value(iterator, &count)
                unsafe body(key, UnsafeRawBufferPointer(start: value, count: count))
                unsafe rocksdb_iter_next(iterator)
            }
            var message: UnsafeMutablePointer<CChar>?
            unsafe rocksdb_iter_get_error(iterator, &message)
            return unsafe Self.error(message)
        }
        if let error { throw .database("a read from the store failed: \(error)") }
    }

    /// Has options read a snapshot, without replacing cached blocks that lanes need.
    static func choose(_ snapshot: OpaquePointer, in options: OpaquePointer?) {
        unsafe rocksdb_readoptions_set_snapshot(options, snapshot)
        unsafe rocksdb_readoptions_set_fill_cache(options, 0)
    }

    /// Returns a snapshot of all data, which `release` must release before the database is closed.
    func snapshot() -> OpaquePointer? { unsafe rocksdb_create_snapshot(database) }

    /// The sequence number of the last write.
    var latestSequence: UInt64 { unsafe rocksdb_get_latest_sequence_number(database) }

    /// The sequence number of the oldest snapshot; nil if there is none.
    var oldestSnapshotSequence: UInt64? {
        let oldest = figure("rocksdb.oldest-snapshot-sequence")
        return oldest == 0 ? nil : UInt64(oldest)
    }

    func release(_ snapshot: OpaquePointer) { unsafe rocksdb_release_snapshot(database, snapshot) }

    private static func characters(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    }

    /// Returns a metric of RocksDB; 0 if there is no metric of this name.
    func figure(_ name: String) -> Int {
        var value: UInt64 = 0
        return unsafe rocksdb_property_int(database, name, &value) == 0 ? Int(clamping: value) : 0
    }

    func write(_ batch: borrowing WriteBatch) throws(StoreError) {
        var message: UnsafeMutablePointer<CChar>?
        unsafe rocksdb_write(database, writing, batch.pointer, &message)
        if let error = unsafe Self.error(message) { throw .database("a write to the store failed: \(error)") }
    }

    func flush() throws(StoreError) {
        let options = unsafe rocksdb_flushoptions_create()
        defer { unsafe rocksdb_flushoptions_destroy(options) }
        var message: UnsafeMutablePointer<CChar>?
        unsafe rocksdb_flush(database, options, &message)
        if let error = unsafe Self.error(message) { throw .database("the store can't be written out: \(error)") }
    }

    /// Rewrites all files that have keys of a range, so that deleted rows are no longer in them.
    func compact(from: [UInt8], before end: [UInt8]) {
        let options: OpaquePointer? = unsafe rocksdb_compactoptions_create()
        defer { unsafe rocksdb_compactoptions_destroy(options) }
        // Other compactions may run at the same time. `kForce` (2) includes the last level, which holds most of the
        // data.
        unsafe rocksdb_compactoptions_set_exclusive_manual_compaction(options, 0)
        unsafe rocksdb_compactoptions_set_bottommost_level_compaction(options, 2)
        unsafe from.withUnsafeBytes { first in
            unsafe end.withUnsafeBytes { last in
                unsafe rocksdb_compact_range_opt(
                    database,
                    options,
                    Self.characters(first),
                    first.count,
                    Self.characters(last),
                    last.count
                )
            }
        }
    }

    /// Cancels running manual compactions and prevents new ones.
    func stopCompacting() { unsafe rocksdb_disable_manual_compaction(database) }

    /// Takes an error text of RocksDB and frees it.
    private static func error(_ message: UnsafeMutablePointer<CChar>?) -> String? {
        guard let message = unsafe message else { return nil }
        defer { unsafe free(message) }
        return unsafe String(cString: message)
    }
}

/// The options for opening a database.
@safe private struct Options: ~Copyable {
    let pointer: OpaquePointer
    private let table: OpaquePointer
    private let cache: OpaquePointer

    init(memory: Database.Memory) {
        unsafe pointer = Self.withoutFlushAtClose()
        unsafe table = rocksdb_block_based_options_create()
        unsafe cache = Self.cache(bytes: memory.cacheBytes)
        unsafe rocksdb_options_set_create_if_missing(pointer, 1)
        // Most data is ids, which do not compress. zstd made files 10 % smaller for 10 to 25 % more CPU time.
        unsafe rocksdb_options_set_compression(pointer, Int32(rocksdb_lz4_compression))
        unsafe rocksdb_options_set_db_write_buffer_size(pointer, memory.writeBufferBytes)
        unsafe rocksdb_options_set_write_buffer_size(pointer, max(1 << 20, memory.writeBufferBytes / 2))
        unsafe rocksdb_options_set_max_open_files(pointer, 512)
        unsafe rocksdb_options_set_max_background_jobs(pointer, 2)
        unsafe rocksdb_options_set_keep_log_file_num(pointer, 2)
        unsafe rocksdb_options_set_info_log_level(pointer, 2)
        unsafe rocksdb_options_set_level_compaction_dynamic_level_bytes(pointer, 1)
        // Indexes and filters use the block cache, so that there is one memory limit. They are partitioned, because the
        // index of a whole file can be larger than a cache shard. The shard would never cache such an index, and every
        // lookup would read the index again.
        let twoLevels = Int32(rocksdb_block_based_table_index_type_two_level_index_search)
        unsafe rocksdb_block_based_options_set_index_type(table, twoLevels)
        unsafe rocksdb_block_based_options_set_partition_filters(table, 1)
        unsafe rocksdb_block_based_options_set_pin_top_level_index_and_filter(table, 1)
        unsafe rocksdb_block_based_options_set_block_cache(table, cache)
        unsafe rocksdb_block_based_options_set_cache_index_and_filter_blocks(table, 1)
        unsafe rocksdb_block_based_options_set_pin_l0_filter_and_index_blocks_in_cache(table, 1)
        unsafe rocksdb_block_based_options_set_filter_policy(table, rocksdb_filterpolicy_create_bloom_full(10))
        unsafe rocksdb_block_based_options_set_block_size(table, 16 << 10)
        unsafe rocksdb_options_set_block_based_table_factory(pointer, table)
        unsafe rocksdb_options_set_prefix_extractor(pointer, ConnectionPrefix.make())
    }

    /// Creates a block cache with four shards.
    ///
    /// Few threads read, and the default shards of a small cache are too small.
    private static func cache(bytes: Int) -> OpaquePointer {
        let options: OpaquePointer = unsafe rocksdb_lru_cache_options_create()
        defer { unsafe rocksdb_lru_cache_options_destroy(options) }
        unsafe rocksdb_lru_cache_options_set_capacity(options, bytes)
        unsafe rocksdb_lru_cache_options_set_num_shard_bits(options, 2)
        return unsafe rocksdb_cache_create_lru_opts(options)
    }

    /// Creates options that write nothing on close, because the changelog has everything and the disk may be full.
    ///
    /// The C interface lacks this option, but can parse it from text. If a RocksDB version lacks the option, the
    /// database flushes on close.
    private static func withoutFlushAtClose() -> OpaquePointer {
        let plain = unsafe rocksdb_options_create()
        let chosen: OpaquePointer = unsafe rocksdb_options_create()
        defer { unsafe rocksdb_options_destroy(plain) }
        var message: UnsafeMutablePointer<CChar>?
        unsafe rocksdb_get_options_from_string(plain, "avoid_flush_during_shutdown=true", chosen, &message)
        unsafe free(message)
        return unsafe chosen
    }

    deinit {
        unsafe rocksdb_block_based_options_destroy(table)
        unsafe rocksdb_cache_destroy(cache)
        unsafe rocksdb_options_destroy(pointer)
    }
}
