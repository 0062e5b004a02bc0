import Dispatching
import Kafka
import Observation
import Requests
import Store
import System
import Vocabulary
import Worker

/// Assignments, restores and releases of partitions.
extension DeliveryLane {
    /// Handles a rebalance during a poll, while the group waits for this member.
    func rebalance(_ event: Rebalance) {
        switch event {
        case .assigned(let partitions):
            hasJoined = true
            unserved.noteGroup(isSettled: true)
            status.answered(at: clocks.steadyMilliseconds())
            // The start offset is set when the state is restored.
            try? consumer.assignPaused(partitions)
            if !clients.isCooperative { positions = PositionWatch() }
            let numbers = partitions.map(\.partition).sorted()
            context.claim(numbers, lane: 0)
            context.observer.partitionsAssigned(lane: 0, numbers)
            owned.assign(numbers)
            restore(numbers)
            announceReadiness()
        case .revoked(let partitions, let isLost):
            unserved.noteGroup(isSettled: false)
            let numbers = partitions.map(\.partition).sorted()
            giveUp(numbers, isLost: isLost)
            noteReleased(numbers, isLost: isLost)
            unassign(numbers)
        }
    }

    /// Unassigns the revoked partitions while the consumer closes.
    func unassign(after event: Rebalance) {
        guard case .revoked(let partitions, _) = event else { return }
        unassign(partitions.map(\.partition))
    }

    private func unassign(_ numbers: [Int32]) {
        try? clients.isCooperative ? consumer.unassign(numbers.map(place)) : consumer.unassign()
    }

    /// Ends the requests of partitions, commits their results, and drops their state.
    ///
    /// Lost partitions may have another owner, so their results are not committed.
    func giveUp(_ numbers: [Int32], isLost: Bool) {
        restores.cancel(numbers)
        let restored = numbers.filter { owned.isServed($0) }
        if !isLost, end == nil, !restored.isEmpty {
            drain(restored)
            // Repeated, because the next transaction contains the changes of an aborted one.
            for _ in 0..<3 where end == nil && dispatcher.hasChanges { commit() }
        }
        client.cancel(dispatcher.released(restored).map(\.number))
        owned.drop(numbers)
    }

    /// Waits for the requests of partitions until the drain timeout, then cancels the remaining requests.
    private func drain(_ numbers: [Int32]) {
        let until = clocks.steadyMilliseconds() + max(0, dispatcher.drain(numbers, at: wall) - wall)
        while dispatcher.requestCount(of: numbers) > 0, clocks.steadyMilliseconds() < until, end == nil {
            status.live(at: clocks.steadyMilliseconds())
            takeResults()
            clocks.sleep(milliseconds: 2)
        }
        client.cancel(dispatcher.cutOff(numbers).map(\.number))
    }

    /// Removes partitions from the assignment, and reports that they are revoked.
    func noteReleased(_ numbers: [Int32], isLost: Bool) {
        let gone = numbers.filter { owned.assigned.contains($0) }
        owned.release(gone)
        context.release(gone, lane: 0)
        if !gone.isEmpty || isLost { context.observer.partitionsRevoked(lane: 0, gone, lost: isLost) }
    }

    private func restore(_ numbers: [Int32]) {
        restores.cancel(numbers)
        guard !numbers.isEmpty else { return }
        guard let mailbox = context.restore(numbers, lane: 0, clients) else {
            let sentence = "the state cannot be restored: the system cannot create more threads"
            return fail(Reason(.noThreads, sentence), isFinal: false)
        }
        restores.begin(mailbox)
    }

    /// Cancels all requests, and restores the state of all partitions again.
    func restoreAll() {
        dropAll()
        restore(owned.assigned)
    }

    /// Cancels all requests, and drops the state of all partitions.
    func dropAll() { drop(owned.restored) }

    /// Cancels the requests of partitions, and restores their state again.
    func dropAndRestore(_ numbers: [Int32]) {
        drop(numbers)
        restore(numbers)
    }

    /// Cancels the requests of partitions, and drops their state.
    func drop(_ numbers: [Int32]) {
        client.cancel(dispatcher.released(numbers).map(\.number))
        try? consumer.pause(numbers.map(place))
        owned.drop(numbers)
    }

    /// Retries the restore of failed partitions whose pause is over.
    func restoreAgain(at now: Int64) { restore(owned.dueAgain(at: now)) }

    func takeRestored() {
        for mailbox in restores.mailboxes {
            let results = mailbox.take()
            for restored in results.restored { take(restored) }
            for failed in results.failed { failRestore(failed) }
        }
        restores.forgetEnded()
    }

    private func take(_ restored: RestoreMailbox.Restored) {
        let partition = restored.partition
        guard owned.assigned.contains(partition), end == nil else { return }
        do throws(StoreError) {
            let store = try RocksStore(partition, in: context.database)
            do throws(UnreadableRow) {
                try dispatcher.assigned(
                    partition,
                    offset: restored.uploads,
                    state: store,
                    sequences: newBases.start(of: partition, isOfNewTopic: restored.isOtherInput),
                    isAdopted: restored.isAdopted,
                    at: wall
                )
            } catch {
                return leaveAlone(partition, Reason(.stateUnreadable, "\(error)"))
            }
            owned.restore(restored, store)
            groupOffsets.restored(partition, restored.known)
        } catch {
            return fail(error)
        }
        context.observer.restored(lane: 0, restored)
        seek(partition, to: restored.uploads)
        announceReadiness()
    }

    private func seek(_ partition: Int32, to offset: Int64) {
        noteSought([partition])
        do throws(KafkaError) {
            try consumer.move([(place(partition), offset)], clocks) {
                noteSought(owned.assigned)
                return owned.assigned.map { Assignment(place($0), from: .offset(owned.next($0) ?? 0)) }
            }
        } catch {
            fail("\(place(partition)) cannot be read", error)
        }
    }

    /// Marks the consumer's positions of partitions as stale until their next records arrive.
    private func noteSought(_ numbers: [Int32]) {
        let standing = (try? consumer.positions(of: numbers.map(place))) ?? [:]
        for number in numbers { positions.sought(.uploads(number), standingAt: standing[place(number)]) }
    }

    private func failRestore(_ failed: RestoreMailbox.Failed) {
        switch failed.error {
        case .store(.database(let sentence)): fail(.database(sentence))
        case .store(.diskFull(let path, let free, let needed)):
            fail(.diskFull(path: path, freeBytes: free, neededBytes: needed))
        case .kafka(let error) where error.isForPerson: fail("the state cannot be restored", error)
        case .kafka, .store, .refused:
            let words = "its state could not be restored from \(topics.webhookState): "
            leaveAlone(failed.partition, failed.error.reason.after(words))
        }
    }

    /// Reports that a partition failed; it is restored again after a pause.
    func leaveAlone(_ partition: Int32, _ reason: Reason) {
        let now = clocks.steadyMilliseconds()
        let pause = owned.fail(partition, at: now)
        guard let news = failing.fail(partition, reason: reason, at: now) else { return }
        context.observer.partitionLeftAlone(
            lane: 0,
            partition: partition,
            reason: reason,
            pauseSeconds: Double(pause) / 1_000,
            isFirst: news == .first
        )
    }

    func announceReadiness() {
        guard !isReady, hasJoined, owned.unrestored.isEmpty else { return }
        isReady = true
        if let partitions = context.readiness.laneIsReady(0, owned.assigned) { context.observer.ready(partitions) }
    }

    /// Publishes lag and figures for metrics, and the state of the lane for the probes.
    func publishFigures(at now: Int64) {
        noteFailing(at: now)
        lookForReplacedLogs(at: now)
        lookForUnserved(at: now)
        lookAtLeftAlone(at: now)
        if now - storeMeasuredAt >= Self.measureMilliseconds {
            storeMeasuredAt = now
            context.observer.measure(context.database)
        }
        let restoring = owned.unrestored.filter { !failing.partitions.contains($0) }
        status.update(ComponentStanding(hasJoined: hasJoined, restoring: restoring, failing: failing.partitions))
        let gauges = dispatcher.gauges
        var figures = DispatchFigures()
        figures.waitingJobs = gauges.waitingJobs + leftAlone.waiting.waitingJobs
        let oldest = [gauges.oldestMilliseconds, leftAlone.waiting.oldestMilliseconds].compactMap(\.self).min()
        figures.oldestSeconds = oldest.map { Double(max(0, wall - $0)) / 1_000 } ?? 0
        figures.settingsLag = feed.lagRecords
        figures.requests = gauges.requests
        figures.openHosts = gauges.openHosts
        figures.offConnections = gauges.offConnections
        observer.stands(figures)
        var committed: [TopicPartition: Int64] = [:]
        for partition in owned.restored { committed[place(partition)] = owned.committed(partition) ?? 0 }
        let behind = consumer.recordsBehind(committed).merging(leftAlone.behind) { own, _ in own }
        let backlog = behind.map { place, records in
            PartitionBacklog(topic: place.topic, partition: place.partition, records: records, oldest: nil)
        }
        context.observer.backlog(lane: 0, backlog)
        do throws(StoreError) {
            try owned.noteInSync(at: now, wall: wall)
        } catch {
            fail(error)
        }
    }

    private func noteFailing(at now: Int64) {
        let events = failing.look(at: now) { partition in
            if !owned.assigned.contains(partition) { return .unassigned }
            return owned.isServed(partition) ? .committed : .unread
        }
        context.observer.note(lane: 0, events)
    }
}
