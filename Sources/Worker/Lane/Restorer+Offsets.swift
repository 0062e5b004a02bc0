import Kafka
import Observation
import Store

/// How a partition's restore begins and ends.
extension Restorer {
    /// What the database holds of a partition only needs what was written to the changelog since.
    mutating func open(_ partition: Int32) throws(RestoreError) {
        let topic = TopicPartition(plan.topics.state, partition)
        let ends = try asking { () throws(KafkaError) in
            try uncommitted.watermarks(of: topic, timeoutMilliseconds: Self.askMilliseconds)
        }
        guard let ends else { return }
        let store = RocksStore(partition, in: plan.database)
        if let reason = rebuildReason(store, ends, WallClock.milliseconds()) {
            plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason)
            var failure: StoreError?
            talk.whileWanted { wanted in
                guard wanted.contains(partition) else { return }
                do throws(StoreError) { try store.clear() } catch { failure = error }
            }
            if let failure { throw .store(failure) }
        }
        let start = store.changelogOffset
        progress[partition] = Progress(
            store: store,
            end: ends.high,
            start: start,
            began: MonotonicClock.milliseconds(),
            isReplayed: start >= ends.high
        )
    }

    /// A store that the changelog no longer reaches, or that may have missed tombstones, is made anew.
    private func rebuildReason(_ store: RocksStore, _ ends: Watermarks, _ now: Int64) -> String? {
        let offset = store.changelogOffset
        if offset == 0 { return nil }
        if offset < ends.low { return "the changelog now begins at \(ends.low), the store ends at \(offset)" }
        if offset > ends.high { return "the store is at \(offset), the changelog ends at \(ends.high)" }
        guard offset < ends.high, let inStep = store.inStepMilliseconds, now - inStep > plan.tombstoneMilliseconds
        else { return nil }
        return "it was last in step \((now - inStep) / 3_600_000) h ago, longer than the changelog keeps tombstones"
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
