package import Observation

/// What was read and is not committed yet: what the batches weigh, and since when their uploads are under way.
package struct UncommittedInput: Sendable {
    /// The weight of the batches.
    package var bytes = 0
    /// How many connections they touch.
    package var connections = 0
    private var partitions: [Int32: Uploads] = [:]

    /// The uploads of one partition.
    private struct Uploads {
        /// All of them, refused ones too.
        var count = 0
        /// Of those whose records have a timestamp, in Unix milliseconds.
        var timestamps: [Int64] = []
        /// The least of these.
        var oldest: Int64?

        mutating func note(_ timestamp: Int64?) {
            count += 1
            guard let timestamp else { return }
            timestamps.append(timestamp)
            oldest = min(oldest ?? timestamp, timestamp)
        }
    }

    /// Nothing read so far.
    package init() {}

    /// How many uploads there are, refused ones too.
    package var uploads: Int { partitions.values.reduce(0) { $0 + $1.count } }

    /// The least of their records' timestamps, in Unix milliseconds.
    package var oldest: Int64? { partitions.values.lazy.compactMap(\.oldest).min() }

    /// How many uploads of a partition there are, and the least of their records' timestamps.
    package func uploads(of partition: Int32) -> (count: Int, oldest: Int64?) {
        let known = partitions[partition]
        return (known?.count ?? 0, known?.oldest)
    }

    /// Takes note of an upload by the timestamp of its record, if that has one.
    package mutating func note(_ timestamp: Int64?, in partition: Int32) {
        partitions[partition, default: Uploads()].note(timestamp)
    }

    /// The uploads of partitions will not be committed: they are read again later, or by somebody else.
    package mutating func forget(_ gone: [Int32]) {
        for partition in gone { partitions[partition] = nil }
    }

    /// How long they were under way.
    package func latency(committedAt now: Int64) -> Latency {
        var latency = Latency()
        for known in partitions.values { latency.add(known.timestamps, committedAt: now) }
        return latency
    }
}
