import Health
import Kafka
import Observation
import Store
import System
import Vocabulary

/// Restoring the state of assigned partitions, on separate threads.
extension Lane {
    /// Starts to restore these partitions, and drops the state of partitions that are no longer assigned.
    func beginRestore(_ partitions: [Int32]) {
        states.keep(Set(cycle.assigned).subtracting(partitions))
        publishRestoring(partitions)
        restores.cancel(partitions)
        guard !partitions.isEmpty else { return }
        guard let mailbox = context.restore(partitions, lane: number, clients) else {
            let sentence = "lane \(number): the state cannot be restored: the system cannot create more threads"
            ending.reason = Reason(.noThreads, sentence)
            return perform(cycle.failedPermanently())
        }
        restores.begin(mailbox)
    }

    /// Begins to read restored partitions, and handles failed restores.
    func takeRestored() {
        for mailbox in restores.mailboxes {
            let results = mailbox.take()
            for restored in results.restored { take(restored) }
            for failed in results.failed { failRestore(failed) }
        }
        restores.forgetEnded()
    }

    private func take(_ restored: RestoreMailbox.Restored) {
        let store: RocksStore
        do throws(StoreError) {
            store = try RocksStore(restored.partition, in: context.database, cache: states.cache)
        } catch {
            return failStore(error)
        }
        let standing = processor.standing(of: store)
        if let reason = standing.refusal {
            return leaveAlone(restored.partition, reason: Reason(.newerDerivation, reason))
        }
        let isReplay = options.replay != nil
        let tally = isReplay ? LaneTally(restored.identity.tally, at: clocks.steadyMilliseconds()) : nil
        states.add(store, restored.identity, tally)
        context.partitions?.serves(restored.partition, lane: number)
        membership.offsets.restored(restored.partition, restored.known)
        observer.restored(lane: number, restored)
        perform(
            cycle.restored(
                restored.partition,
                uploads: restored.uploads,
                connections: restored.connections,
                settingsEnd: restored.settingsEnd,
                isKnown: restored.known.count == 2
            )
        )
        restoreOwed(restored.partition, store)
        if case .behind(let work) = standing { beginRederivation(of: restored.partition, work) }
        announceReadiness()
    }

    /// Cancels all restores, and waits for their threads up to a time limit.
    func endRestores() {
        restores.end(within: Int64(Self.callMilliseconds), clocks)
        restores = Restores()
    }

    /// Records once a minute that the stores match their changelogs, for the check at the next start.
    func noteInSync(at now: Int64) {
        do throws(StoreError) {
            try states.noteInSync(isRestored: cycle.isRestored, at: now, wall: clocks.wallMilliseconds())
        } catch {
            failStore(error)
        }
    }

    /// Ends the lane because the store cannot be read or written.
    ///
    /// Nothing is lost, because the changelog contains every commit.
    func failStore(_ error: StoreError) {
        ending.storeFailure = error
        perform(cycle.failedPermanently())
    }

    private func failRestore(_ failed: RestoreMailbox.Failed) {
        let reason = failed.error.reason.after("its state could not be restored from \(topics.state): ")
        switch failed.error {
        case .store(.database(let sentence)): failStore(.database(sentence))
        case .store(.diskFull(let path, let free, let needed)):
            failStore(.diskFull(path: path, freeBytes: free, neededBytes: needed))
        case .kafka(let error) where error.isForPerson:
            // A missing right affects all partitions.
            ending.error = error
            perform(cycle.failedPermanently())
        case .kafka, .store, .refused: leaveAlone(failed.partition, reason: reason)
        }
    }
}
