import Health
package import Store

/// How one limit of memory is divided.
///
/// The longest upload that is taken, read by every lane at once, comes first; but at most half of the limit is set aside
/// for it, because it hardly ever comes. What is left over is for what the process takes without data.
package struct MemoryPlan {
    /// What all lanes together may take to read an upload, in bytes.
    package let readingBytes: Int
    /// The store's part: blocks for reading, and what is not yet in files.
    package let store: Database.Memory
    /// What a lane keeps of the state of connections that uploaded lately, in bytes.
    package let stateCacheBytes: Int
    /// What a lane's consumer, and its restore, may hold of records that were fetched, in KiB.
    package let consumerKiB: Int
    /// What a lane's producer may hold of records that are not yet sent, in KiB.
    package let producerKiB: Int
    /// The weight of the uploads that a lane commits at once, and of the state that they meet, in bytes.
    package let batchBytes: Int

    /// Divides a limit; each lane has its own reader, consumer and producer.
    package init(totalBytes: Int, lanes: Int, uploadMaxBytes: Int) {
        let reading = Processor.readingBytes(uploadMaxBytes: uploadMaxBytes).multipliedReportingOverflow(by: lanes)
        readingBytes = reading.overflow ? Int.max : reading.partialValue
        let part = (totalBytes - min(readingBytes, totalBytes / 2)) / 100
        store = Database.Memory(cacheBytes: part * 22, writeBufferBytes: part * 12)
        stateCacheBytes = part * 8 / lanes
        consumerKiB = max(1_024, part * 6 / lanes / 1_024)
        producerKiB = max(4_096, part * 16 / lanes / 1_024)
        // Decoded samples, documents and records of a batch take several times the bytes of its uploads.
        batchBytes = max(1 << 20, part * 5 / lanes)
    }
}

extension MemoryPlan {
    /// How much room a worker's disk must have for it to go on.
    package static func neededDiskBytes(memoryBytes: Int, uploadMaxBytes: Int) -> Int {
        Database.neededBytes(MemoryPlan(totalBytes: memoryBytes, lanes: 1, uploadMaxBytes: uploadMaxBytes).store)
    }
}

extension WorkerOptions {
    /// How the worker's memory is divided.
    var memory: MemoryPlan { MemoryPlan(totalBytes: memoryBytes, lanes: lanes, uploadMaxBytes: rules.uploadMaxBytes) }

    /// The same in words, for the line at the start.
    package var plannedMemory: [String] {
        func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20)MiB" }
        return [
            "store-cache=\(mebibytes(memory.store.cacheBytes))",
            "state-cache-per-lane=\(mebibytes(memory.stateCacheBytes))",
            "store-writes=\(mebibytes(memory.store.writeBufferBytes))",
            "reading=\(mebibytes(memory.readingBytes))",
            "fetched-per-lane=\(mebibytes(memory.consumerKiB << 10))",
            "unsent-per-lane=\(mebibytes(memory.producerKiB << 10))",
            "batch-per-lane=\(mebibytes(memory.batchBytes))",
        ]
    }
}
