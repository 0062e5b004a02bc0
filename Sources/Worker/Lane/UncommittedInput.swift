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
        /// Those whose records have a timestamp.
        var timed = 0
        /// The least timestamp, in Unix milliseconds.
        var oldest: Int64?
        var timestampSum = 0.0
    }

    /// Nothing read so far.
    package init() {}

    /// How many uploads there are, refused ones too.
    package var uploads: Int { partitions.values.reduce(0) { $0 + $1.count } }

    /// The least of their records' timestamps, in Unix milliseconds.
    package var oldest: Int64? { partitions.values.lazy.compactMap(\.oldest).min() }

    /// Takes note of an upload by the timestamp of its record, if that has one.
    package mutating func note(_ timestamp: Int64?, in partition: Int32) {
        var known = partitions.removeValue(forKey: partition) ?? Uploads()
        known.count += 1
        if let timestamp {
            known.timed += 1
            known.timestampSum += Double(timestamp)
            known.oldest = min(known.oldest ?? timestamp, timestamp)
        }
        partitions[partition] = known
    }

    /// The uploads of partitions will not be committed: they are read again later, or by somebody else.
    package mutating func forget(_ gone: [Int32]) {
        for partition in gone { partitions[partition] = nil }
    }

    /// How long they were under way.
    package func latency(committedAt now: Int64) -> Latency {
        var latency = Latency()
        for known in partitions.values {
            guard let oldest = known.oldest else { continue }
            latency.add(
                uploads: known.timed,
                timestampSum: known.timestampSum,
                oldest: oldest,
                committedAt: now
            )
        }
        return latency
    }
}
