import Health
import Kafka
import Observation
import Store
import System

/// Bringing the state of assigned partitions up to date, on threads beside the lane's.
extension Lane {
    /// Whether the state of an assigned partition is on its way.
    var isRestoring: Bool { !restores.isEmpty }

    /// Restarts what was under way of these partitions; what is no longer assigned goes.
    func beginRestore(_ partitions: [Int32]) {
        let assigned = Set(cycle.assigned)
        stores = stores.filter { assigned.contains($0.key) && !partitions.contains($0.key) }
        stopRestoring(partitions)
        storeWatch.reset()
        guard !partitions.isEmpty else { return }
        let plan = Restorer.Plan(
            lane: number,
            topics: topics,
            clients: clients,
            tombstoneMilliseconds: tombstoneMilliseconds,
            expected: expectedState,
            database: database,
            clocks: clocks,
            observer: observer
        )
        guard let mailbox = Restorer.start(partitions, plan) else {
            failure = "lane \(number): the state cannot be restored: the system gives no more threads"
            return perform(cycle.cannotGoOn())
        }
        restores.append(mailbox)
    }

    /// Gives up the restores of these partitions.
    func stopRestoring(_ partitions: [Int32]) {
        for mailbox in restores { mailbox.cancel(partitions) }
        forgetEndedRestores()
    }

    /// Gives up all restores.
    func stopRestoring() {
        for mailbox in restores { mailbox.cancel() }
        forgetEndedRestores()
    }

    /// Takes over the partitions whose state has come.
    func takeRestored() {
        for mailbox in restores {
            let results = mailbox.take()
            for restored in results.restored { take(restored) }
            for failed in results.failed { failRestore(failed) }
        }
        forgetEndedRestores()
    }

    private func take(_ restored: RestoreMailbox.Restored) {
        let store: RocksStore
        do throws(StoreError) {
            store = try RocksStore(restored.partition, in: database, cache: stateCache)
        } catch {
            return failStore(error)
        }
        let standing = processor.standing(of: store)
        if let reason = standing.refusal { return leaveAlone(restored.partition, reason: reason) }
        stores[restored.partition] = store
        identities[restored.partition] = restored.identity
        lastRead.restored(restored.identity)
        groupOffsets.restored(restored.partition, restored.known)
        if options.replay != nil {
            tallies[restored.partition] = LaneTally(restored.identity.tally, at: clocks.steadyMilliseconds())
        }
        observer.restored(
            lane: number,
            partition: restored.partition,
            records: restored.records,
            bytes: restored.bytes,
            seconds: restored.seconds
        )
        perform(
            cycle.restored(
                restored.partition,
                uploads: restored.uploads,
                connections: restored.connections,
                settingsEnd: restored.settingsEnd,
                isKnown: restored.known.count == 2
            )
        )
        if case .behind(let work) = standing { beginRederivation(of: restored.partition, work) }
        announceReadiness()
    }

    /// A thread ends a moment after its last result, and after a cancellation when its question is answered.
    private func forgetEndedRestores() {
        restores.removeAll { $0.hasEnded && !$0.isTelling }
    }

    /// Waits for threads that were given up, but not for ever: they write nothing any more.
    func endRestores() {
        stopRestoring()
        let deadline = clocks.steadyMilliseconds() + Int64(Self.callMilliseconds)
        while restores.contains(where: { !$0.hasEnded }), clocks.steadyMilliseconds() < deadline {
            clocks.sleep(milliseconds: 5)
        }
        restores = []
    }

    /// Notes once a minute that the stores miss nothing, for the start after the next stop.
    func noteInStep(at now: Int64) {
        let wall = clocks.wallMilliseconds()
        guard let time = storeWatch.inStep(isRestored: cycle.isRestored, at: now, wall: wall) else { return }
        do throws(StoreError) {
            for store in stores.values { try store.noteInStep(atMilliseconds: time) }
        } catch {
            failStore(error)
        }
    }

    /// The store can't be written: what is committed lies in the changelog, from which the next start goes on.
    func failStore(_ error: StoreError) {
        storeFailure = error
        perform(cycle.cannotGoOn())
    }

    private func failRestore(_ failed: RestoreMailbox.Failed) {
        let reason = "its state could not be restored from \(topics.state): \(failed.error)"
        switch failed.error {
        case .store(.database(let sentence)): failStore(.database(sentence))
        case .store(.diskFull(let path, let free, let needed)):
            failStore(.diskFull(path: path, freeBytes: free, neededBytes: needed))
        case .kafka(let error) where error.isForPerson:
            // A right that is missing is missing for all of them.
            lastError = error
            perform(cycle.cannotGoOn())
        case .kafka, .store, .refused: leaveAlone(failed.partition, reason: reason)
        }
    }
}
