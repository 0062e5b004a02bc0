package import Kafka
package import Observation

/// The last known lag of a lane's partitions, and the times of the last measurements.
package struct Backlog {
    /// The interval between measurements of the lag.
    private static let intervalMilliseconds: Int64 = 50
    /// The interval between requests for the lag of partitions that are not read.
    private static let askMilliseconds: Int64 = 5_000
    private static let storeMilliseconds: Int64 = 10_000

    private var measured: Int64 = 0
    /// The time of the last request for the lag of partitions that are not read.
    private var asked: Int64 = 0
    private var storeMeasured: Int64 = .min / 2
    /// The lag of each input partition, in records.
    private var waiting: [TopicPartition: Int] = [:]
    private var oldest: [Int32: Oldest] = [:]

    /// The oldest uncommitted upload of a partition.
    private struct Oldest {
        /// The origin of `time`.
        enum Source {
            /// The timestamp of the record at the committed offset is unknown.
            ///
            /// `time` is the time at which waiting uploads were first noticed, or the timestamp of an upload that was
            /// committed since.
            case noticed
            /// The timestamp of the record was looked up.
            case lookedUp
            /// The record was read and waits for its commit.
            case read
        }

        /// The last known committed offset of the partition; nil if unknown.
        var committed: Int64?
        /// The timestamp of the upload, or the time at which it was noticed, in Unix milliseconds.
        var time: Int64
        var source: Source
        /// The time since which the timestamp is unknown, in Unix milliseconds.
        var noticedAt: Int64 = 0
    }

    package init() {}

    /// Whether the lag must be measured again.
    package func isDue(at now: Int64) -> Bool { now - measured >= Self.intervalMilliseconds }

    /// Stores the lag of partitions that are read.
    package mutating func note(_ behind: [TopicPartition: Int], at now: Int64) {
        measured = now
        waiting.merge(behind) { $1 }
    }

    /// Whether the lag of partitions that are not read must be requested now.
    ///
    /// The first request is due a few seconds after reading of the first such partition stops.
    package mutating func mustAsk(hasUnread: Bool, at now: Int64) -> Bool {
        if hasUnread, now - asked < Self.askMilliseconds { return false }
        asked = now
        return hasUnread
    }

    /// Stores the lag of partitions that are not read.
    package mutating func note(_ ends: [TopicPartition: Watermarks], committed: [TopicPartition: Int64]) {
        for (place, end) in ends { waiting[place] = Int(max(0, end.high - max(end.low, committed[place] ?? 0))) }
    }

    /// Whether the size of the store must be measured again.
    package mutating func mustMeasureStore(at now: Int64) -> Bool {
        guard now - storeMeasured >= Self.storeMilliseconds else { return false }
        storeMeasured = now
        return true
    }

    /// Returns the partitions whose first waiting upload has had an unknown timestamp for at least five seconds.
    package func unknown(wall: Int64) -> [Int32] {
        oldest.filter { $0.value.source == .noticed && wall - $0.value.noticedAt >= Self.askMilliseconds }.keys.sorted()
    }

    /// Returns the offsets of the first waiting uploads, for partitions in which their timestamps are unknown.
    package func unknownFirst(
        _ ends: [TopicPartition: Watermarks],
        committed: [TopicPartition: Int64],
        of topics: TopicNames
    ) -> [TopicPartition: Int64] {
        var offsets: [TopicPartition: Int64] = [:]
        for (place, end) in ends where place.topic == topics.uploads && waiting[place] ?? 0 > 0 {
            guard oldest[place.partition]?.source ?? .noticed == .noticed else { continue }
            offsets[place] = max(end.low, committed[place] ?? 0)
        }
        return offsets
    }

    /// Stores the timestamp of the first upload at or after the committed offset.
    package mutating func noteFirst(_ time: Int64, of partition: Int32, committed: Int64) {
        oldest[partition] = Oldest(committed: committed, time: time, source: .lookedUp)
    }

    /// Returns the lag of these partitions, including the uncommitted input.
    ///
    /// `committed` contains the committed offsets of partitions that are read.
    package mutating func look(
        at partitions: [Int32],
        of topics: TopicNames,
        _ uncommitted: UncommittedInput,
        committed: [Input: Int64],
        wall: Int64
    ) -> [PartitionBacklog] {
        oldest = oldest.filter { partitions.contains($0.key) }
        return partitions.flatMap { partition in
            let pending = uncommitted.uploads(of: partition)
            let records = (waiting[topics.place(.uploads(partition))] ?? 0) + pending.count
            let known = oldest(of: partition, committed: committed[.uploads(partition)], pending.oldest, records, wall)
            oldest[partition] = known
            let settings = waiting[topics.place(.connections(partition))] ?? 0
            return [
                PartitionBacklog(topic: topics.uploads, partition: partition, records: records, oldest: known?.time),
                PartitionBacklog(topic: topics.connections, partition: partition, records: settings, oldest: nil),
            ]
        }
    }

    private func oldest(
        of partition: Int32,
        committed: Int64?,
        _ oldestUncommitted: Int64?,
        _ records: Int,
        _ wall: Int64
    ) -> Oldest? {
        var known = oldest[partition]
        if let committed, let before = known?.committed, committed > before {
            known?.source = .noticed
            known?.noticedAt = wall
        }
        if let committed { known?.committed = committed }
        if let oldestUncommitted {
            let time =
                known.map { $0.source == .noticed ? oldestUncommitted : min(oldestUncommitted, $0.time) }
                ?? oldestUncommitted
            return Oldest(committed: known?.committed ?? committed, time: time, source: .read)
        }
        // A batch that was dropped without a commit is read again, even if the measured lag is 0 in the meantime.
        if records == 0 { return known?.source == .read ? known : nil }
        return known ?? Oldest(committed: committed, time: wall, source: .noticed, noticedAt: wall)
    }

    /// Forgets partitions that the lane no longer owns.
    package mutating func forget(_ partitions: [Int32]) {
        waiting = waiting.filter { !partitions.contains($0.key.partition) }
    }
}
