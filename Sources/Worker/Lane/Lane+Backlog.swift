import Kafka
import Observation
import Store
import System

/// The lag of a lane, for the intervals of commits and for metrics.
extension Lane {
    private static let lookUpMilliseconds: Int64 = 1_000

    func noteLag(at now: Int64) {
        var next: [TopicPartition: Int64] = [:]
        for (input, offset) in cycle.reached { next[partition(input)] = offset }
        let behind = consumer.recordsBehind(next)
        cycle.lagging(by: behind.reduce(0) { $0 + ($1.key.topic == topics.uploads ? $1.value : 0) })
        let assigned = cycle.assigned
        backlog.note(behind, at: now)
        let wall = clocks.wallMilliseconds()
        askForUnread(
            assigned.filter { !cycle.isActive($0) } + backlog.unknown(wall: wall).filter(cycle.isActive),
            at: now
        )
        publishStatus()
        let lag = backlog.look(at: assigned, of: topics, batches.input, committed: cycle.committed, wall: wall)
        observer.backlog(lane: number, lag)
        if number == 0, backlog.mustMeasureStore(at: now) { observer.measure(context.database) }
    }

    /// Requests the lag of partitions that are not read, and the timestamps of their first waiting uploads.
    ///
    /// librdkafka knows the end offsets only of partitions that are read.
    private func askForUnread(_ numbers: [Int32], at now: Int64) {
        guard backlog.mustAsk(hasUnread: !numbers.isEmpty && !options.isEmbedded, at: now) else { return }
        let places = Input.both(of: numbers).map(partition)
        status.asking {
            guard let ends = try? admin.watermarks(of: places, timeoutMilliseconds: Self.callMilliseconds),
                let committed = try? consumer.committed(places, timeoutMilliseconds: Self.callMilliseconds)
            else { return }
            backlog.note(ends, committed: committed)
            lookUpFirst(backlog.unknownFirst(ends, committed: committed, of: topics))
        }
    }

    /// Looks up the timestamps of the first uploads at or after these offsets.
    private func lookUpFirst(_ starts: [TopicPartition: Int64]) {
        if starts.isEmpty { return }
        // If the lookup fails, the next request repeats it.
        guard
            let reader = try? firstRecords
                ?? LogReader(
                    clients.firstRecords,
                    clocks,
                    onEvent: ClientReports.sink(observer)
                )
        else { return }
        firstRecords = reader
        try? reader.firstRecords(atOrAfter: starts, milliseconds: Self.lookUpMilliseconds) { place, record in
            guard let time = record.timestampMilliseconds else { return }
            backlog.noteFirst(time, of: place.partition, committed: starts[place] ?? 0)
        }
    }
}
