import Kafka
import Observation
import Store
import System

/// The lag of a lane, for the pace of its commits and for metrics and probes.
extension Lane {
    func noteLag(at now: Int64) {
        var next: [TopicPartition: Int64] = [:]
        for (input, offset) in cycle.reached { next[partition(input)] = offset }
        let behind = consumer.recordsBehind(next)
        cycle.lagging(by: behind.reduce(0) { $0 + ($1.key.topic == topics.uploads ? $1.value : 0) })
        let assigned = cycle.assigned
        backlog.note(behind, at: now)
        let wall = clocks.wallMilliseconds()
        askForUnread(assigned.filter { !cycle.isActive($0) }, at: now)
        stand()
        let lag = backlog.look(at: assigned, of: topics, batches.input, committed: cycle.committed, wall: wall)
        observer.backlog(lane: number, lag)
        if number == 0, backlog.mustMeasureStore(at: now) { observer.storeHolds(bytes: context.database.bytes) }
    }

    /// Requests the lag of partitions that are not read, because librdkafka does not know their end offsets.
    private func askForUnread(_ numbers: [Int32], at now: Int64) {
        guard backlog.mustAsk(hasUnread: !numbers.isEmpty && !options.isEmbedded, at: now) else { return }
        let places = Input.both(of: numbers).map(partition)
        status.asking {
            guard let ends = try? admin.watermarks(of: places, timeoutMilliseconds: Self.callMilliseconds),
                let committed = try? consumer.committed(places, timeoutMilliseconds: Self.callMilliseconds)
            else { return }
            backlog.note(ends, committed: committed)
        }
    }
}
