import Kafka
import Observation
import Store
import System

/// The requests of a partition's restore, and the reactions to their answers.
extension Restorer {
    /// Makes the next request of a partition; returns false if its restore is done or has failed.
    mutating func answer(_ partition: Int32, _ request: PartitionRestore.Request?) throws(KafkaError) -> Bool {
        switch request {
        case nil: return try beginSearch(partition)
        case .askEnd: try askEnd(partition)
        case .askOffsets: try askOffsets(partition)
        case .read: break
        case .done:
            if try beginComparing(partition) { return true }
            try finish(partition)
            return false
        }
        return true
    }

    /// Begins to search the changelog for the newest state identity, before the store is changed.
    private mutating func beginSearch(_ partition: Int32) throws(KafkaError) -> Bool {
        if let refusal = try countRefusal() {
            fail(partition, .refused(refusal))
            return false
        }
        let topic = TopicPartition(plan.changelog, partition)
        let bounds = try committed.watermarks(of: topic, timeoutMilliseconds: Self.askMilliseconds)
        search.begin(partition, bounds)
        progress[partition]?.committedLog = bounds
        progress[partition]?.isBeingSearched = true
        return true
    }

    /// Returns the reason to refuse all restores if the partition count has changed since the start.
    private mutating func countRefusal() throws(KafkaError) -> Reason? {
        let names = plan.topics.partitioned(with: plan.owner)
        let known: [String: Int32]
        if let counts {
            known = counts
        } else {
            known = try uncommitted.partitionCounts(of: names, timeoutMilliseconds: Self.askMilliseconds)
            counts = known
        }
        let wanted = plan.expected.partitions
        guard let other = names.first(where: { known[$0] != wanted }) else { return nil }
        guard let count = known[other] else {
            return Reason(
                .topicMissing,
                """
                the topic \(other) was deleted: create it again with \(wanted) partition(s). If its records are lost, start \
                each worker once with --adopt-state
                """
            )
        }
        return Reason(
            .partitionCountChanged,
            """
            \(other) has \(count) partition(s), and had \(wanted) when this worker started. With another number, \
            connections move to partitions that lack their \(plan.owner.contents). \
            \(plan.owner.advice(partitions: wanted))
            """
        )
    }

    /// Requests the end of the changelog, and begins to read the records that the store does not have.
    private mutating func askEnd(_ partition: Int32) throws(KafkaError) {
        let topic = TopicPartition(plan.changelog, partition)
        let asked = clocks.wallMilliseconds()
        let ends = try uncommitted.watermarks(of: topic, timeoutMilliseconds: Self.askMilliseconds)
        guard progress[partition] != nil else { return }
        if progress[partition]?.start == nil, !begin(partition, ends, asked) { return }
        progress[partition]?.endAsked = asked
        progress[partition]?.restore.changelogEnds(at: ends.high)
        guard let known = progress[partition], let end = known.end else { return }
        if known.next < end {
            reader.begin(topic, at: known.next, to: .offset(end))
        } else {
            whileWanted(partition) { restorer throws(StoreError) in try restorer.endReading(partition, known, at: end) }
        }
    }

    /// Decides at which offset reading begins; returns false if the store must not be used.
    private mutating func begin(_ partition: Int32, _ ends: Watermarks, _ asked: Int64) -> Bool {
        guard var known = progress[partition] else { return false }
        let store = known.store
        let logged = known.logged
        let missed = watch.missedReason(store.inSyncMilliseconds, wall: asked)
        let verdict = StoreVerdict(
            partition,
            held: held(partition, known, missed, ends),
            logged: logged,
            log: log(partition, ends),
            expected: plan.expected
        )
        known.hadState = store.identity != nil
        if plan.expected.isAdopting, !plan.clients.options.isEmbedded {
            known.isMended = isRefused(partition, known, missed, ends)
        }
        known.low = ends.low
        switch verdict {
        case .refuse(let reason):
            fail(partition, .refused(reason))
            return false
        case .rebuild(let reason):
            plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason)
            whileWanted(partition) { _ throws(StoreError) in try store.clear() }
            known.hadState = false
            known.next = ends.low
        case .read(let from):
            known.next = from
        case .writeBack(let from):
            known.next = from
            known.writesBack = true
        }
        guard progress[partition] != nil else { return false }
        // The identity of a store matches its contents. The identity in the changelog can be older, if the transaction
        // markers of the last commit are not written yet.
        if store.identity == nil, let logged { store.expect(logged.identity) }
        store.beginReplay(atMilliseconds: asked)
        known.start = known.next
        progress[partition] = known
        return true
    }

    /// Finishes reading the changelog.
    ///
    /// If the restore took longer than the tombstone retention, it begins again with an empty store.
    mutating func endReading(_ partition: Int32, _ known: Progress, at end: Int64) throws(StoreError) {
        // If nothing had to be read, the store cannot have missed a tombstone.
        let hadAll = known.start.map { $0 >= end } ?? false
        guard hadAll || missedReason(partition, known.store) == nil else {
            try known.store.clear()
            progress[partition]?.restore = PartitionRestore()
            progress[partition]?.start = nil
            return
        }
        try known.store.endReplay(at: end, atMilliseconds: known.endAsked)
        progress[partition]?.next = max(known.next, end)
        progress[partition]?.restore.hasRead()
    }

    /// Changes a store while its partition cannot be canceled; does nothing if the partition was canceled.
    private mutating func whileWanted(_ partition: Int32, _ body: (inout Restorer) throws(StoreError) -> Void) {
        var failure: StoreError?
        mailbox.whileWanted { wanted in
            guard wanted.contains(partition) else { return }
            do throws(StoreError) { try body(&self) } catch { failure = error }
        }
        if let failure { fail(partition, .store(failure)) }
    }

    private var watch: StoreWatch { StoreWatch(tombstoneMilliseconds: plan.tombstoneMilliseconds) }

    /// Returns and logs the reason why a restored store may still miss tombstones, or nil.
    private func missedReason(_ partition: Int32, _ store: RocksStore) -> String? {
        let reason = watch.missedReason(store.inSyncMilliseconds, wall: clocks.wallMilliseconds())
        if let reason { plan.observer.storeRebuilt(lane: plan.lane, partition: partition, reason: reason) }
        return reason
    }

    /// Requests the offsets that the group has committed.
    ///
    /// The broker returns no offsets while an open transaction, perhaps of a dead process, can still change them.
    private mutating func askOffsets(_ number: Int32) throws(KafkaError) {
        let uploads = plan.place(.uploads(number))
        let connections = plan.place(.connections(number))
        let places = plan.owner.followsSettings ? [uploads, connections] : [uploads]
        let group = try reader.consumer.committed(places, timeoutMilliseconds: Self.askMilliseconds)
        let offsets = PartitionRestore.Offsets(uploads: group[uploads], connections: group[connections])
        progress[number]?.restore.groupStands(at: offsets)
    }

    /// Passes the partition to the lane if offsets and state match, or reports the reason why they do not.
    private mutating func finish(_ number: Int32) throws(KafkaError) {
        guard let known = progress[number], let group = known.restore.offsets else { return }
        let connections = plan.place(.connections(number))
        let replay = plan.clients.options.replay?.range
        let settingsEnd: Int64
        if let end = replay?.end(.connections(number)) {
            settingsEnd = end
        } else if !plan.owner.followsSettings {
            settingsEnd = 0
        } else {
            settingsEnd = try committed.watermarks(of: connections, timeoutMilliseconds: Self.askMilliseconds).high
        }
        let state = stateRead(known)
        let verdict = StartVerdict(
            state: state,
            hasRecords: known.hadState || known.records > 0,
            uploads: StartVerdict.InputState(
                try bounds(of: .uploads(number)),
                group: group.uploads,
                begin: replay?.begin(.uploads(number)),
                lastRead: lastRead(.uploads(number), state?.lastUpload)
            ),
            connections: try settingsState(number, group, state),
            stateName: "\(TopicPartition(plan.changelog, number))",
            expected: plan.expected
        )
        guard case .resume(let nextUpload, let nextSettings) = verdict else {
            if case .refuse(let reason) = verdict { fail(number, .refused(reason)) }
            return
        }
        let identity = identity(number, known, uploads: nextUpload, connections: nextSettings)
        let isOtherInput = isOther(lastRead(.uploads(number), state?.lastUpload))
        let isAdopted = plan.expected.isAdopting && !plan.clients.options.isEmbedded
        if isAdopted, !(try adopt(number, known, identity)) { return }
        forget(number)
        mailbox.finish(
            RestoreMailbox.Restored(
                partition: number,
                identity: identity,
                uploads: nextUpload,
                isOtherInput: isOtherInput,
                isAdopted: isAdopted,
                connections: nextSettings,
                settingsEnd: settingsEnd,
                known: group.known(of: number),
                records: known.records,
                bytes: known.bytes,
                seconds: Double(clocks.steadyMilliseconds() - known.began) / 1_000
            )
        )
    }

    /// Whether an input was recreated since the state has read from it.
    ///
    /// With `--adopt-state`, an earlier attempt may have deleted the last known record of a recreated input from the
    /// state. So an input without such a record counts as recreated.
    private func isOther(_ comparison: LogComparison) -> Bool {
        switch comparison {
        case .same, .expired: false
        case .unknown: plan.expected.isAdopting
        case .gone, .other, .shorter: true
        }
    }

    /// Returns the settings input; nil if the state does not follow settings.
    private func settingsState(
        _ number: Int32,
        _ group: PartitionRestore.Offsets,
        _ state: StateIdentity?
    ) throws(KafkaError) -> StartVerdict.InputState? {
        guard plan.owner.followsSettings else { return nil }
        return StartVerdict.InputState(
            try bounds(of: .connections(number)),
            group: group.connections,
            lastRead: lastRead(.connections(number), state?.lastSettings)
        )
    }

    /// Returns the new state identity of the partition, with a new id if it had no state.
    private func identity(_ number: Int32, _ known: Progress, uploads: Int64, connections: Int64) -> StateIdentity {
        var identity =
            known.store.identity ?? plan.expected.made(.random(), of: number, changelogBegin: known.low)
        if plan.expected.isAdopting {
            let former = identity
            identity = plan.expected.made(former.id, of: number, changelogBegin: known.low)
            identity.tally = former.tally
            // A higher count invalidates the stores of other workers, which are copies of the former changelog.
            let adoptions = max(former.adoptions, known.logged?.identity.adoptions ?? 0)
            identity.adoptions = adoptions + (known.isMended ? 1 : 0)
            identity.changelogKnown = known.next
            if lastRead(.uploads(number), former.lastUpload).confirmsMark { identity.lastUpload = former.lastUpload }
            if lastRead(.connections(number), former.lastSettings).confirmsMark {
                identity.lastSettings = former.lastSettings
            }
        }
        identity.uploads = uploads
        identity.connections = plan.owner.followsSettings ? connections : nil
        return identity
    }

    /// Writes adopted state to the changelog and the store; returns false if the store cannot be read or written.
    private mutating func adopt(_ number: Int32, _ known: Progress, _ identity: StateIdentity) throws(KafkaError)
        -> Bool
    {
        let report = ClientReports.sink(plan.observer)
        let writer = try StateWriter(plan.changelog, number, plan.clients, onEvent: report)
        if known.writesBack {
            let former = try LogReader(plan.clients.restorer, clocks, onEvent: report)
            try writer.write(known.store)
            try writer.removeRows(in: known.low..<max(known.low, known.next), notIn: known.store, by: former, clocks)
            if let failure = known.store.readFailure {
                fail(number, .store(failure))
                return false
            }
        }
        let span = try writer.write(identity)
        plan.observer.stateAdopted(lane: plan.lane, partition: number, isWrittenBack: known.writesBack)
        let now = clocks.wallMilliseconds()
        whileWanted(number) { _ throws(StoreError) in
            try known.store.adopt(
                identity,
                changelogOffset: span?.end,
                identityOffset: span?.certainLast,
                atMilliseconds: now
            )
        }
        return progress[number] != nil
    }
}
