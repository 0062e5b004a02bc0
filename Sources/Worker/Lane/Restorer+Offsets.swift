import Kafka
import Observation
import Store

/// How a partition's restore begins and ends.
extension Restorer {
    /// What the database holds of a partition only needs what was written to the changelog since.
    mutating func open(_ partition: Int32) throws(RestoreError) {
        let topic = TopicPartition(plan.topics.state, partition)
        let asked = WallClock.milliseconds()
        let ends = try asking { () throws(KafkaError) in
            try uncommitted.watermarks(of: topic, timeoutMilliseconds: Self.askMilliseconds)
        }
        guard let ends else { return }
        let store = RocksStore(partition, in: plan.database)
        if let reason = rebuildReason(store, ends, asked) {
            plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason)
            var failure: StoreError?
            talk.whileWanted { wanted in
                guard wanted.contains(partition) else { return }
                do throws(StoreError) { try store.clear() } catch { failure = error }
            }
            if let failure { throw .store(failure) }
        }
        store.beginReplay(atMilliseconds: asked)
        let start = store.changelogOffset
        progress[partition] = Progress(
            store: store,
            end: ends.high,
            endAsked: asked,
            start: start,
            began: MonotonicClock.milliseconds(),
            isReplayed: start >= ends.high
        )
    }

    private var watch: StoreWatch { StoreWatch(tombstoneMilliseconds: plan.tombstoneMilliseconds) }

    private func rebuildReason(_ store: RocksStore, _ ends: Watermarks, _ now: Int64) -> String? {
        watch.rebuildReason(
            offset: store.changelogOffset,
            inStepMilliseconds: store.inStepMilliseconds,
            begin: ends.low,
            end: ends.high,
            wall: now
        )
    }

    /// Why a store whose replay is over may still lack something.
    func missedReason(_ partition: Int32, _ store: RocksStore) -> String? {
        let reason = watch.missedReason(store.inStepMilliseconds, wall: WallClock.milliseconds())
        if let reason { plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason) }
        return reason
    }

    /// Begins anew what took too long.
    mutating func openMissed() throws(RestoreError) {
        let missed = progress.filter { $0.value.isMissed && !$0.value.isCancelled }.keys.sorted()
        if missed.isEmpty { return }
        for partition in missed { try open(partition) }
        try assign()
    }

    /// Hands over the partitions whose state is there.
    mutating func finishReplayed() throws(RestoreError) {
        for (partition, known) in progress where known.isReplayed || known.isCancelled {
            progress[partition] = nil
            plan.observer.restoreEnded(partition: partition)
            if !known.isCancelled { try finish(partition, known) }
        }
    }

    /// From which offsets reading goes on, the broker says.
    ///
    /// It does not while a transaction, perhaps of a dead process, may still change them.
    private func finish(_ number: Int32, _ known: Progress) throws(RestoreError) {
        let uploads = TopicPartition(plan.topics.uploads, number)
        let connections = TopicPartition(plan.topics.connections, number)
        let answer = try asking { () throws(KafkaError) in
            let group = try consumer.committed([uploads, connections], timeoutMilliseconds: Self.askMilliseconds)
            let settings = try committed.watermarks(of: connections, timeoutMilliseconds: Self.askMilliseconds)
            var first = group[uploads]
            if first == nil {
                first = try committed.watermarks(of: uploads, timeoutMilliseconds: Self.askMilliseconds).low
            }
            return (uploads: first ?? 0, connections: group[connections], settings: settings)
        }
        guard let answer else { return }
        talk.finish(
            RestoreTalk.Restored(
                partition: number,
                uploads: answer.uploads,
                connections: max(answer.connections ?? answer.settings.low, answer.settings.low),
                settingsEnd: answer.settings.high,
                records: known.records,
                bytes: known.bytes,
                seconds: Double(MonotonicClock.milliseconds() - known.began) / 1_000
            )
        )
    }
}
