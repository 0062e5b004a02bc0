package import Kafka
package import Observation

/// The last known lag of a lane's partitions, and when each figure is due again.
package struct Backlog {
    /// The interval between measurements of the lag.
    private static let intervalMilliseconds: Int64 = 50
    /// The interval between requests for the lag of partitions that are not read.
    private static let askMilliseconds: Int64 = 5_000
    private static let storeMilliseconds: Int64 = 10_000

    private var measured: Int64 = 0
    /// When the lag of partitions that are not read was last requested.
    private var asked: Int64 = 0
    private var storeMeasured: Int64 = .min / 2
    /// The lag of each input partition, in records.
    private var waiting: [TopicPartition: Int] = [:]
    /// Since when the oldest upload of each partition waits, in Unix milliseconds.
    ///
    /// The timestamp of a record that was not read is unknown. While uploads wait without interruption, the last known
    /// time is kept as an upper bound for the age. If none was ever read, the time is when waiting uploads were first
    /// noticed.
    private var oldest: [Int32: Int64] = [:]

    package init() {}

    /// Whether the lag must be measured again.
    package func isDue(at now: Int64) -> Bool { now - measured >= Self.intervalMilliseconds }

    /// Notes the lag of the partitions that are read.
    package mutating func note(_ behind: [TopicPartition: Int], at now: Int64) {
        measured = now
        waiting.merge(behind) { $1 }
    }

    /// Whether the lag of partitions that are not read must be requested now.
    ///
    /// The first request is due some seconds after the first of them is not read.
    package mutating func mustAsk(hasUnread: Bool, at now: Int64) -> Bool {
        if hasUnread, now - asked < Self.askMilliseconds { return false }
        asked = now
        return hasUnread
    }

    /// Notes the lag of partitions that are not read.
    package mutating func note(_ ends: [TopicPartition: Watermarks], committed: [TopicPartition: Int64]) {
        for (place, end) in ends { waiting[place] = Int(max(0, end.high - max(end.low, committed[place] ?? 0))) }
    }

    /// Whether the size of the store must be measured again.
    package mutating func mustMeasureStore(at now: Int64) -> Bool {
        guard now - storeMeasured >= Self.storeMilliseconds else { return false }
        storeMeasured = now
        return true
    }

    /// Returns the lag of these partitions, including the uncommitted input.
    package mutating func look(
        at partitions: [Int32],
        of topics: TopicNames,
        _ uncommitted: UncommittedInput,
        wall: Int64
    ) -> [PartitionBacklog] {
        oldest = oldest.filter { partitions.contains($0.key) }
        return partitions.flatMap { partition in
            let inHand = uncommitted.uploads(of: partition)
            let records = (waiting[topics.place(.uploads(partition))] ?? 0) + inHand.count
            let since = records == 0 ? nil : inHand.oldest ?? oldest[partition] ?? wall
            oldest[partition] = since
            let settings = waiting[topics.place(.connections(partition))] ?? 0
            return [
                PartitionBacklog(topic: topics.uploads, partition: partition, records: records, oldest: since),
                PartitionBacklog(topic: topics.connections, partition: partition, records: settings, oldest: nil),
            ]
        }
    }

    /// Forgets partitions that the lane no longer owns.
    package mutating func forget(_ partitions: [Int32]) {
        waiting = waiting.filter { !partitions.contains($0.key.partition) }
    }
}
