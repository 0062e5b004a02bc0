import Kafka
import Observation
import Store

/// The questions of a partition's restore, and what its answers do to the store.
extension Restorer {
    /// Asks what a step needs; false when the partition has been handed over.
    mutating func answer(_ partition: Int32, _ step: RestoreCourse.Step) throws(KafkaError) -> Bool {
        switch step {
        case .askEnd: try askEnd(partition)
        case .askOffsets: try askOffsets(partition)
        case .read: break
        case .done:
            try finish(partition)
            return false
        }
        return true
    }

    /// What the database holds of a partition only needs what was written to the changelog since.
    private mutating func askEnd(_ partition: Int32) throws(KafkaError) {
        let topic = TopicPartition(plan.topics.state, partition)
        let asked = WallClock.milliseconds()
        let ends = try uncommitted.watermarks(of: topic, timeoutMilliseconds: Self.askMilliseconds)
        guard var known = progress[partition] else { return }
        if known.start == nil {
            if let reason = rebuildReason(known.store, ends, asked) {
                plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason)
                clear(partition, known.store)
            }
            known.store.beginReplay(atMilliseconds: asked)
            // Before the first record there is nothing to read, and no position that would tell so.
            known.next = max(known.store.changelogOffset, ends.low)
            known.start = known.next
        }
        known.endAsked = asked
        known.course.changelogEnds(at: ends.high)
        progress[partition] = known
        guard let end = known.end else { return }
        if known.next < end {
            needsAssignment = true
        } else {
            whileWanted(partition) { restorer throws(StoreError) in try restorer.endReading(partition, known, at: end) }
        }
    }

    /// The changelog was read up to its end: the store is in step, unless that took too long.
    mutating func endReading(_ partition: Int32, _ known: Progress, at end: Int64) throws(StoreError) {
        // A store that was at the end all along had nothing to miss.
        let hadAll = known.start.map { $0 >= end } ?? false
        guard hadAll || missedReason(partition, known.store) == nil else {
            try known.store.clear()
            progress[partition]?.course = RestoreCourse()
            progress[partition]?.start = nil
            return
        }
        try known.store.endReplay(at: end, atMilliseconds: known.endAsked)
        progress[partition]?.next = max(known.next, end)
        progress[partition]?.course.hasRead()
    }

    private mutating func clear(_ partition: Int32, _ store: RocksStore) {
        whileWanted(partition) { _ throws(StoreError) in try store.clear() }
    }

    /// Works on a store that nobody can take away meanwhile.
    private mutating func whileWanted(_ partition: Int32, _ body: (inout Restorer) throws(StoreError) -> Void) {
        var failure: StoreError?
        talk.whileWanted { wanted in
            guard wanted.contains(partition) else { return }
            do throws(StoreError) { try body(&self) } catch { failure = error }
        }
        if let failure { fail(partition, .store(failure)) }
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
    private func missedReason(_ partition: Int32, _ store: RocksStore) -> String? {
        let reason = watch.missedReason(store.inStepMilliseconds, wall: WallClock.milliseconds())
        if let reason { plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason) }
        return reason
    }

    /// What the group has committed, the broker says.
    ///
    /// It does not while a transaction, perhaps of a dead process, may still change it.
    private mutating func askOffsets(_ number: Int32) throws(KafkaError) {
        let uploads = TopicPartition(plan.topics.uploads, number)
        let connections = TopicPartition(plan.topics.connections, number)
        let group = try consumer.committed([uploads, connections], timeoutMilliseconds: Self.askMilliseconds)
        let offsets = RestoreCourse.Offsets(uploads: group[uploads], connections: group[connections])
        progress[number]?.course.groupStands(at: offsets)
    }

    /// Hands the partition over, with the offsets from which reading goes on.
    private mutating func finish(_ number: Int32) throws(KafkaError) {
        guard let known = progress[number], let group = known.course.offsets else { return }
        let settings = try committed.watermarks(
            of: TopicPartition(plan.topics.connections, number),
            timeoutMilliseconds: Self.askMilliseconds
        )
        var first = group.uploads
        if first == nil {
            let uploads = TopicPartition(plan.topics.uploads, number)
            first = try committed.watermarks(of: uploads, timeoutMilliseconds: Self.askMilliseconds).low
        }
        forget(number)
        talk.finish(
            RestoreTalk.Restored(
                partition: number,
                uploads: first ?? 0,
                connections: max(group.connections ?? settings.low, settings.low),
                settingsEnd: settings.high,
                records: known.records,
                bytes: known.bytes,
                seconds: Double(MonotonicClock.milliseconds() - known.began) / 1_000
            )
        )
    }
}
