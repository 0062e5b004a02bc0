package import Observation

/// The uncommitted input of a lane: the size of its batches, and the timestamps of its uploads.
package struct UncommittedInput: Sendable {
    /// The size of the batches, in bytes.
    package var bytes = 0
    /// The number of connections in the batches.
    package var connections = 0
    private var partitions: [Int32: Uploads] = [:]

    /// The uploads of one partition.
    private struct Uploads {
        /// The number of uploads, including refused uploads.
        var count = 0
        /// The timestamps of records that have a timestamp, in Unix milliseconds.
        var timestamps: [Int64] = []
        /// The smallest timestamp, or nil if there is none.
        var oldest: Int64?

        mutating func note(_ timestamp: Int64?) {
            count += 1
            guard let timestamp else { return }
            timestamps.append(timestamp)
            oldest = min(oldest ?? timestamp, timestamp)
        }
    }

    package init() {}

    /// The number of uploads, including refused uploads.
    package var uploads: Int { partitions.values.reduce(0) { $0 + $1.count } }

    /// The smallest timestamp of an upload record, in Unix milliseconds.
    package var oldest: Int64? { partitions.values.lazy.compactMap(\.oldest).min() }

    /// Returns the number of uploads of a partition, and their smallest timestamp.
    package func uploads(of partition: Int32) -> (count: Int, oldest: Int64?) {
        let known = partitions[partition]
        return (known?.count ?? 0, known?.oldest)
    }

    /// Counts an upload, with the timestamp of its record if there is one.
    package mutating func note(_ timestamp: Int64?, in partition: Int32) {
        partitions[partition, default: Uploads()].note(timestamp)
    }

    /// Forgets the uploads of partitions, because they are read again later or by another member.
    package mutating func forget(_ gone: [Int32]) {
        for partition in gone { partitions[partition] = nil }
    }

    /// Returns the latencies of the uploads, from their timestamps to this time.
    package func latency(committedAt now: Int64) -> Latency {
        var latency = Latency()
        for known in partitions.values { latency.add(known.timestamps, committedAt: now) }
        return latency
    }
}
