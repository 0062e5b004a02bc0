import SimulatedSystem

/// What stands for RocksDB in a worker that is simulated: the files of a folder, which outlive a process, and what was
/// written since they were made, which does not.
struct DatabaseHandle: ~Copyable, Sendable {
    private nonisolated(unsafe) let disk: SimulatedDisk
    private nonisolated(unsafe) let process: SimulatedProcess?

    init(path: String, memory: Database.Memory) throws(StoreError) {
        process = World.current.process
        process?.call("open store")
        disk = SimulatedDisk.at(path)
        // A process that has ended may have left what it was about to write: it is gone.
        disk.open()
    }

    init(lookingInto path: String) throws(StoreError) {
        process = World.current.process
        disk = SimulatedDisk.at(path)
    }

    func value(_ key: [UInt8]) throws(StoreError) -> [UInt8]? { disk.value(key) }

    func entries(
        from: [UInt8],
        upTo: [UInt8],
        ofManyConnections isWhole: Bool,
        atMost limit: Int,
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) throws(StoreError) {
        for (key, value) in disk.entries(from: from, before: upTo + [0]).prefix(limit) {
            key.withUnsafeBytes { key in value.withUnsafeBytes { body(key, $0) } }
        }
    }

    func figure(_ name: String) -> Int { 0 }

    /// Nobody reads beside the lanes of a worker that is simulated.
    var latestSequence: UInt64 { 0 }
    var oldestSnapshotSequence: UInt64? { nil }

    func write(_ batch: borrowing WriteBatch) throws(StoreError) {
        process?.call("write store")
        if process?.isDead == true { return }
        disk.write(batch.writes)
        process?.call("written store")
    }

    func flush() throws(StoreError) {
        process?.call("flush store")
        if process?.isDead == true { return }
        disk.flush()
    }

    func compact(from: [UInt8], before end: [UInt8]) {
        process?.call("compact store")
        if process?.isDead == true { return }
        disk.compact(from: from, before: end)
    }

    func stopCompacting() {}
}
