import Health
package import Store

/// How one limit of memory is divided: it holds for the whole process.
///
/// What the process takes without data comes first, and then an upload of 1 MiB in each lane. A longer one, which hardly
/// ever comes, takes up to `timesOfLongUpload` times its further bytes beyond the limit, while it is read and committed.
package struct MemoryPlan {
    /// What code, libraries and their tables take, whatever the limit is, in bytes.
    private static let processBytes = 46 << 20
    /// What a lane's clients take without records.
    private static let clientsBytes = 8 << 20
    /// An upload up to this long is within the limit.
    private static let usualUploadBytes = 1 << 20
    /// How many times its bytes an upload takes, as samples, documents and records.
    private static let timesOfLongUpload = 32
    /// How many times the weight of a batch its decoded samples, documents and records take.
    ///
    /// Of records few wait at a time, since they are handed over as they are derived. The first commit, and one after a failure, holds all of them, up to twice the
    /// weight more: there the rest of the limit has room for it (`init`).
    private static let timesOfBatch = 4
    /// What is for data beyond this serves a worker better as the system's cache of RocksDB's files: an eighth of it is used.
    private static let fullyUsedBytes = 160 << 20

    /// What all lanes together may take to read an upload of usual length, in bytes.
    package let readingBytes: Int
    /// What the longest upload takes beyond the limit, in bytes.
    package let beyondBytes: Int
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
    private let lanes: Int

    /// Divides a limit; each lane has its own reader, consumer and producer.
    package init(totalBytes: Int, lanes: Int, uploadMaxBytes: Int) {
        self.lanes = lanes
        let longest = Self.usualUploadBytes
        readingBytes = Self.times(lanes, Processor.readingBytes(uploadMaxBytes: min(uploadMaxBytes, longest)))
        beyondBytes = Self.times(Self.timesOfLongUpload, max(0, uploadMaxBytes - longest))
        let fixed = Self.processBytes + Self.times(lanes, Self.clientsBytes).addingCapped(readingBytes)
        // However many lanes there are, a quarter is for data.
        let data = max(totalBytes - min(fixed, totalBytes), totalBytes / 4)
        // In hundredths. The parts come to 73 of them when all are full; the rest is for what allocators round up. Half is for
        // the batch: what a commit costs by itself is shared by more uploads, and the broker has less to do.
        let part = (min(data, Self.fullyUsedBytes) + max(0, data - Self.fullyUsedBytes) / 8) / 100
        store = Database.Memory(cacheBytes: part * 6, writeBufferBytes: part * 6)
        stateCacheBytes = part * 5 / lanes
        consumerKiB = max(1_024, part * 4 / lanes / 1_024)
        producerKiB = max(4_096, part * 9 / lanes / 1_024)
        batchBytes = max(1 << 20, part * 9 / lanes)
    }

    /// What all of it comes to when every part is full at once, in bytes: below the limit, unless that is too small for as
    /// many lanes, of which the start warns.
    package var sumBytes: Int {
        let lane =
            Self.clientsBytes + stateCacheBytes + (2 * consumerKiB + producerKiB) * 1_024
            + Self.timesOfBatch * batchBytes
        // RocksDB begins a new buffer while it writes out the one before.
        let store = store.cacheBytes + store.writeBufferBytes * 3 / 2
        return Self.processBytes + store + Self.times(lanes, lane).addingCapped(readingBytes)
    }

    /// The least limit that so many lanes keep to, in bytes.
    package static func leastBytes(lanes: Int, uploadMaxBytes: Int) -> Int {
        var bytes = 0
        while true {
            // The parts grow with the limit, by less than it does.
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
    /// How much room a worker's disk must have for it to go on.
    package static func neededDiskBytes(memoryBytes: Int, uploadMaxBytes: Int) -> Int {
        Database.neededBytes(MemoryPlan(totalBytes: memoryBytes, lanes: 1, uploadMaxBytes: uploadMaxBytes).store)
    }
}

extension WorkerOptions {
    /// How the worker's memory is divided.
    var memory: MemoryPlan { MemoryPlan(totalBytes: memoryBytes, lanes: lanes, uploadMaxBytes: rules.uploadMaxBytes) }

    /// The least memory that the worker's lanes can do with, in bytes.
    package var leastMemoryBytes: Int {
        MemoryPlan.leastBytes(lanes: lanes, uploadMaxBytes: rules.uploadMaxBytes)
    }

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
            "sum=\(mebibytes(memory.sumBytes))",
            "beyond-for-the-longest-upload=\(mebibytes(memory.beyondBytes))",
        ]
    }
}
