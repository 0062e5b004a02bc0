package import Kafka

/// How a group and its topics are: what two readings come to.
package struct Status: Sendable {
    /// A partition of an input topic, and who has it.
    package struct Partition: Sendable, Equatable {
        package let place: TopicPartition
        /// The name of the member that owns it; nil where none does.
        package let owner: String?
        package let end: Int64
        package let committed: Int64?
        package let lag: Int64
        /// Age of the oldest record that is not committed; nil where there is none, or nobody knows.
        package let oldestSeconds: Double?
        /// Records that came in a second, markers of transactions counted; nil where it was read once only.
        package let arrivingPerSecond: Double?
        /// Records that were committed in a second.
        package let committedPerSecond: Double?
    }

    package let reading: StatusReading
    /// Uploads before settings, by number.
    package let partitions: [Partition]

    /// What a reading says by itself, and where it was read before, how fast it goes.
    package init(_ reading: StatusReading, after earlier: StatusReading? = nil) {
        self.reading = reading
        var owners: [TopicPartition: String] = [:]
        for member in reading.members { for place in member.partitions { owners[place] = member.name } }
        let seconds = earlier.map { Double(reading.time - $0.time) / 1_000 } ?? 0
        var before: [TopicPartition: StatusReading.Partition] = [:]
        for partition in earlier?.partitions ?? [] { before[partition.place] = partition }
        partitions = reading.partitions.sorted {
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
}

extension GroupMember {
    /// What tells it from others for whoever has named it: its instance id, else its client's name.
    package var name: String { instanceID ?? clientID }
}
