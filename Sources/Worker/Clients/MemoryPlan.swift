import Health
package import Store
import Vocabulary

/// The parts of the process's memory limit.
///
/// The plan reserves memory for the process without data and for an upload of 1 MiB in each lane. A longer upload is
/// rare. Each of its bytes beyond 1 MiB takes up to `timesOfLongUpload` bytes in addition to the limit.
package struct MemoryPlan {
    /// The memory of code, libraries and their tables, in bytes.
    private static let processBytes = 46 << 20
    /// The memory of a lane's clients without records.
    private static let clientsBytes = 8 << 20
    /// The length of an upload that fits into the limit.
    private static let usualUploadBytes = 1 << 20
    /// The memory for an upload as samples, documents and records, as a multiple of its length.
    private static let timesOfLongUpload = 32
    /// The memory for the samples, documents and records of a batch, as a multiple of the batch size.
    ///
    /// Usually, few records wait, because records are handed over to the producer as they are derived. The first commit
    /// and a commit after a failure hold all records. They need up to twice the batch size more, for which the unused
    /// part of the limit has room (see `init`).
    private static let timesOfBatch = 4
    /// Of the data memory beyond this, only an eighth is used; the rest is more useful as RocksDB's page cache.
    private static let fullyUsedBytes = 160 << 20

    /// The memory that all lanes together need to read an upload of usual length, in bytes.
    package let readingBytes: Int
    /// The memory that the longest upload needs in addition to the limit, in bytes.
    package let beyondBytes: Int
    /// The memory of the store: its block cache and its write buffers.
    package let store: Database.Memory
    /// The size of a lane's cache for the state of recently active connections, in bytes.
    package let stateCacheBytes: Int
    /// The size of the fetch queue of a lane's consumer, and of its restore, in KiB.
    package let consumerKiB: Int
    /// The size of the queue of a lane's producer, in KiB.
    package let producerKiB: Int
    /// The size of a lane's batches, in bytes: uploads and the state that they load.
    package let batchBytes: Int
    private let lanes: Int

    package init(totalBytes: Int, lanes: Int, uploadMaxBytes: Int) {
        self.lanes = lanes
        let longest = Self.usualUploadBytes
        readingBytes = Self.times(lanes, Processor.readingBytes(uploadMaxBytes: min(uploadMaxBytes, longest)))
        beyondBytes = Self.times(Self.timesOfLongUpload, max(0, uploadMaxBytes - longest))
        let fixed = Self.processBytes + Self.times(lanes, Self.clientsBytes).addingCapped(readingBytes)
        // At least a quarter of the limit is for data, whatever the number of lanes.
        let data = max(totalBytes - min(fixed, totalBytes), totalBytes / 4)
        // A hundredth of the data memory. The full parts add up to 73 hundredths, and the rest is for the overhead of
        // allocators. The batches get half, because larger commits cost less per upload.
        let part = (min(data, Self.fullyUsedBytes) + max(0, data - Self.fullyUsedBytes) / 8) / 100
        store = Database.Memory(cacheBytes: part * 6, writeBufferBytes: part * 6)
        stateCacheBytes = part * 5 / lanes
        consumerKiB = max(1_024, part * 4 / lanes / 1_024)
        producerKiB = max(4_096, part * 9 / lanes / 1_024)
        batchBytes = max(1 << 20, part * 9 / lanes)
    }

    /// The memory when every part is full, in bytes.
    ///
    /// If the sum exceeds the limit, the limit is too small for the lanes, and the worker logs a warning at its start.
    package var sumBytes: Int {
        let lane =
            Self.clientsBytes + stateCacheBytes + (2 * consumerKiB + producerKiB) * 1_024
            + Self.timesOfBatch * batchBytes
        // RocksDB begins a new write buffer while it flushes the previous one.
        let store = store.cacheBytes + store.writeBufferBytes * 3 / 2
        return Self.processBytes + store + Self.times(lanes, lane).addingCapped(readingBytes)
    }

    /// Returns the smallest memory limit that is enough for this number of lanes, in bytes.
    package static func leastBytes(lanes: Int, uploadMaxBytes: Int) -> Int {
        var bytes = 0
        while true {
            // The loop ends, because the parts grow more slowly than the limit.
            let sum = MemoryPlan(totalBytes: bytes, lanes: lanes, uploadMaxBytes: uploadMaxBytes).sumBytes
            if sum <= bytes { return bytes }
            bytes = sum
        }
    }

    private static func times(_ count: Int, _ bytes: Int) -> Int {
        let product = bytes.multipliedReportingOverflow(by: count)
        return product.overflow ? .max / 4 : min(product.partialValue, .max / 4)
    }
}

extension Int {
    fileprivate func addingCapped(_ other: Int) -> Int {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? .max / 4 : sum.partialValue
    }
}

extension MemoryPlan {
    /// Returns the free disk space that a worker needs, in bytes.
    package static func neededDiskBytes(memoryBytes: Int, uploadMaxBytes: Int) -> Int {
        Database.neededBytes(MemoryPlan(totalBytes: memoryBytes, lanes: 1, uploadMaxBytes: uploadMaxBytes).store)
    }
}

extension WorkerOptions {
    var memory: MemoryPlan { MemoryPlan(totalBytes: memoryBytes, lanes: lanes, uploadMaxBytes: rules.uploadMaxBytes) }

    /// The smallest memory limit for the worker's lanes, in bytes.
    package var leastMemoryBytes: Int {
        MemoryPlan.leastBytes(lanes: lanes, uploadMaxBytes: rules.uploadMaxBytes)
    }

    /// The parts of the memory limit in bytes, for the log line at the start.
    package var plannedMemory: [(name: String, value: Int)] {
        [
            ("store_cache_bytes", memory.store.cacheBytes), ("state_cache_per_lane_bytes", memory.stateCacheBytes),
            ("store_writes_bytes", memory.store.writeBufferBytes), ("reading_bytes", memory.readingBytes),
            ("fetch_buffer_per_lane_bytes", memory.consumerKiB << 10),
            ("send_buffer_per_lane_bytes", memory.producerKiB << 10), ("batch_per_lane_bytes", memory.batchBytes),
            ("total_bytes", memory.sumBytes),
            ("oversized_upload_bytes", memory.beyondBytes),
        ]
    }
}
