import Health
import Store
import Worker

/// Restores, by the rules of a real lane.
extension SimulatedLane {
    /// A restore under way.
    struct Restore {
        /// Where the changelog ended, and when that was asked; nil when it was not asked yet.
        var end: (offset: Int64, found: Int64)?
        var position: Int64 = 0
        /// The store has all up to the end.
        var isReplayed = false
    }

    mutating func beginRestore(_ partitions: [Int32]) {
        stores = stores.filter { owned.contains($0.key) }
        restores = restores.filter { owned.contains($0.key) }
        watch.reset()
        for partition in partitions {
            var store = database.stores[partition] ?? SimulatedStore()
            store.open()
            stores[partition] = store
            restores[partition] = Restore()
        }
    }

    /// One turn of one of them.
    mutating func restore(_ broker: SimulatedBroker, _ dice: inout SimulatedDice, at now: Int64) {
        let partition = restores.keys.sorted()[dice.below(restores.count)]
        guard var restore = restores[partition], let log = broker.changelog[partition] else { return }
        guard let end = restore.end else {
            restore.end = (log.end, now)
            prepare(partition, end: log.end, at: now)
            restore.position = stores[partition]?.offset ?? 0
            restore.isReplayed = restore.position >= log.end
            restores[partition] = restore
            return
        }
        if restore.isReplayed { return finish(partition, broker) }
        let readable = min(broker.lastStableOffset(partition), restore.position + Int64(1 + dice.below(60)))
        while restore.position < readable {
            if let entry = log.entries[Int(restore.position)], broker.isCommitted(entry.transaction) {
                stores[partition]?.replay(entry.record, at: restore.position)
            }
            restore.position += 1
        }
        restores[partition] = restore
        if restore.position >= end.offset {
            if watch.missedReason(stores[partition]?.inStep, wall: now) != nil {
                stores[partition]?.clear()
                restores[partition] = Restore()
            } else if stores[partition]?.endReplay(at: end.offset, foundAt: end.found) == true {
                restores[partition]?.isReplayed = true
            } else {
                fault = "partition \(partition): the changelog is torn"
            }
        }
        write(partition)
    }

    private mutating func prepare(_ partition: Int32, end: Int64, at now: Int64) {
        guard let store = stores[partition] else { return }
        // Nobody confuses states here: store and changelog are of the same one as soon as there is anything of it.
        let identity = StateIdentity(
            id: UUID128(hi: 1, lo: 1),
            clusterID: "c",
            topicPrefix: "",
            partition: partition,
            partitions: 1,
            changelogBegin: 0
        )
        let verdict = StoreVerdict(
            partition,
            held: StoreVerdict.Held(
                offset: store.offset,
                identity: store.offset > 0 ? identity : nil,
                missed: watch.missedReason(store.inStep, wall: now)
            ),
            logged: end > 0 ? identity : nil,
            log: LogBounds("the changelog", low: 0, high: end),
            expected: ExpectedState(clusterID: "c", topicPrefix: "", partitions: 1, groupID: "g", isAdopting: false)
        )
        switch verdict {
        case .rebuild: stores[partition]?.clear()
        case .read(let from) where from == store.offset: break
        default: fault = "partition \(partition): \(verdict)"
        }
        stores[partition]?.beginReplay(at: now)
    }

    /// From which offsets reading goes on, the broker says, once nothing may change them any more.
    private mutating func finish(_ partition: Int32, _ broker: SimulatedBroker) {
        guard let offsets = broker.stableOffsets(partition) else { return }
        restores[partition] = nil
        restored.append(partition)
        pending = cycle.restored(
            partition,
            uploads: offsets.uploads,
            connections: offsets.connections,
            settingsEnd: Int64(broker.inputs[.connections(partition)]?.count ?? 0)
        )
    }

    /// Notes now and then that nothing is missing.
    mutating func noteInStep(at now: Int64) {
        let isRestored = restores.isEmpty && cycle.isRestored
        guard let time = watch.inStep(isRestored: isRestored, at: now, wall: now) else { return }
        for partition in stores.keys.sorted() {
            stores[partition]?.noteInStep(at: time)
            write(partition)
        }
    }

    mutating func write(_ partition: Int32) {
        guard let store = stores[partition] else { return }
        database.write(partition, store)
    }
}
