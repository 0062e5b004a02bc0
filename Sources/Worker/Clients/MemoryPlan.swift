import Store

/// How one limit of memory is divided.
///
/// What is left over is for what the process takes without data.
struct MemoryPlan {
    /// The store's part: blocks for reading, and what is not yet in files.
    let store: Database.Memory
    /// What a lane's consumer, and its restore, may hold of records that were fetched, in KiB.
    let consumerKiB: Int
    /// What a lane's producer may hold of records that are not yet sent, in KiB.
    let producerKiB: Int
    /// The weight of the uploads that a lane commits at once, and of the state that they meet, in bytes.
    let batchBytes: Int

    init(totalBytes: Int, lanes: Int) {
        let part = totalBytes / 100
        store = Database.Memory(cacheBytes: part * 30, writeBufferBytes: part * 12)
        consumerKiB = max(1_024, part * 6 / lanes / 1_024)
        producerKiB = max(4_096, part * 16 / lanes / 1_024)
        // Decoded samples, documents and records of a batch take several times the bytes of its uploads.
        batchBytes = max(1 << 20, part * 5 / lanes)
    }
}

extension WorkerSettings {
    /// How the worker's memory is divided.
    var memory: MemoryPlan { MemoryPlan(totalBytes: memoryBytes, lanes: lanes) }
}
