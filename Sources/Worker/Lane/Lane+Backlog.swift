import Health
import Kafka
import Observation
import Store
import System

/// The lag of a lane, for the pace of its commits and for metrics and probes.
extension Lane {
    /// The interval between requests for the lag of partitions that are not read.
    private static let askMilliseconds: Int64 = 5_000
    private static let storeMilliseconds: Int64 = 10_000

    func noteLag(at now: Int64) {
        notedLag = now
        var next: [TopicPartition: Int64] = [:]
        for (input, offset) in cycle.reached { next[partition(input)] = offset }
        let behind = consumer.recordsBehind(next)
        cycle.lagging(by: cycle.reading.keys.reduce(0) { $0 + (behind[partition($1)] ?? 0) })
        let assigned = cycle.assigned
        for place in behind.keys { waiting[place] = behind[place] }
        askForUnread(assigned.filter { !cycle.isActive($0) }, at: now)
        stand()
        observer.backlog(lane: number, backlog(of: assigned))
        if number == 0, now - notedStore >= Self.storeMilliseconds {
            notedStore = now
            observer.storeHolds(bytes: database.bytes)
        }
    }

    private func backlog(of assigned: [Int32]) -> [PartitionBacklog] {
        let wall = clocks.wallMilliseconds()
        oldestUploads.keep(assigned)
        return assigned.flatMap { number in
            let uploads = partition(.uploads(number))
            let connections = partition(.connections(number))
            let inHand = uncommitted.uploads(of: number)
            let records = (waiting[uploads] ?? 0) + inHand.count
            return [
                PartitionBacklog(
                    topic: uploads.topic,
                    partition: number,
                    records: records,
                    oldest: oldestUploads.look(number, waiting: records, inHand: inHand.oldest, at: wall)
                ),
                PartitionBacklog(
                    topic: connections.topic,
                    partition: number,
                    records: waiting[connections] ?? 0,
                    oldest: nil
                ),
            ]
        }
    }

    /// Requests the lag of partitions that are not read, because librdkafka does not know their end offsets.
    private func askForUnread(_ numbers: [Int32], at now: Int64) {
        guard !numbers.isEmpty else {
            askedLag = now
            return
        }
        guard !options.isEmbedded, now - askedLag >= Self.askMilliseconds else { return }
        askedLag = now
        let places = numbers.flatMap { [partition(.uploads($0)), partition(.connections($0))] }
        status.asking {
            guard let ends = try? admin.watermarks(of: places, timeoutMilliseconds: Self.callMilliseconds),
                let committed = try? consumer.committed(places, timeoutMilliseconds: Self.callMilliseconds)
            else { return }
            for (place, end) in ends { waiting[place] = Int(max(0, end.high - max(end.low, committed[place] ?? 0))) }
        }
    }

    /// Forgets the lag of partitions that this lane no longer owns.
    func forgetBacklog(of numbers: [Int32]) {
        waiting = waiting.filter { !numbers.contains($0.key.partition) }
    }
}
