package import Kafka

/// The status of a group and its topics, computed from one or two readings.
package struct Status: Sendable {
    /// An input partition and its owner.
    package struct Partition: Sendable, Equatable {
        package let place: TopicPartition
        /// The group member that owns the partition; nil if none does.
        package let owner: String?
        package let end: Int64
        package let committed: Int64?
        package let lag: Int64
        /// The age of the oldest record that is not committed; nil if there is none, or if it is unknown.
        package let oldestSeconds: Double?
        /// The rate of new offsets per second, including transaction markers; nil after a single reading.
        package let arrivingPerSecond: Double?
        /// The rate of committed offsets per second.
        package let committedPerSecond: Double?
    }

    package let reading: StatusReading
    /// The inputs of workers: uploads before connection settings, ordered by partition.
    package let partitions: [Partition]
    /// The partitions of webhook jobs; empty without dispatchers.
    package let jobs: [Partition]

    /// The partitions that have or had records, and have an owner, but no committed offset.
    package var uncommitted: [Partition] {
        (partitions + jobs).filter { $0.owner != nil && $0.committed == nil && reading.used.contains($0.place) }
    }

    /// Computes the status; an earlier reading is needed for the rates.
    package init(_ reading: StatusReading, after earlier: StatusReading? = nil) {
        self.reading = reading
        let seconds = earlier.map { Double(reading.time - $0.time) / 1_000 } ?? 0
        func made(_ group: StatusReading.Group, after earlier: StatusReading.Group?) -> [Partition] {
            var owners: [TopicPartition: String] = [:]
            for member in group.members { for place in member.partitions { owners[place] = member.name } }
            var before: [TopicPartition: StatusReading.Partition] = [:]
            for partition in earlier?.partitions ?? [] { before[partition.place] = partition }
            return group.partitions.sorted {
                ($1.place.topic, $0.place.partition) < ($0.place.topic, $1.place.partition)
            }.map { now in
                let then = before[now.place]
                func rate(_ offset: Int64?, _ earlier: Int64?) -> Double? {
                    guard let offset, let earlier, seconds > 0 else { return nil }
                    return max(0, Double(offset - earlier)) / seconds
                }
                return Partition(
                    place: now.place,
                    owner: owners[now.place],
                    end: now.end,
                    committed: now.committed,
                    lag: now.lag,
                    oldestSeconds: reading.oldest[now.place].map { max(0, Double(reading.time - $0) / 1_000) },
                    arrivingPerSecond: rate(now.end, then?.end),
                    committedPerSecond: rate(now.committed, then?.committed)
                )
            }
        }
        partitions = made(reading.group, after: earlier?.group)
        jobs = made(reading.dispatchers, after: earlier?.dispatchers)
    }
}

extension GroupMember {
    /// The instance id of the member, or its client id if it has none.
    package var name: String { instanceID ?? clientID }
}
