import Health
import Kafka
import Observation
import Store

/// Bringing the state of assigned partitions up to date, a little at a time.
extension Lane {
    /// What the database holds of a partition only needs what was written to the changelog since.
    func beginRestore(_ partitions: [Int32]) {
        stores = [:]
        storeWatch.reset()
        for partition in partitions { stores[partition] = RocksStore(partition, in: database) }
        restorer = nil
        guard !partitions.isEmpty else { return }
        do throws(KafkaError) {
            restorer = try Restorer(
                partitions,
                topic: topics.state,
                configuration: clients.restorer,
                onEvent: ClientReports.sink(observer)
            )
        } catch {
            lastError = error
            perform(cycle.cannotGoOn())
        }
    }

    /// One turn of the restores under way.
    func restoreSome() {
        let now = MonotonicClock.milliseconds()
        guard let notBefore = restorer?.notBefore, now >= notBefore else { return }
        do throws(RestoreError) {
            try restoreTurn()
        } catch {
            if case .kafka(let cause) = error, cause.verdict == .retry {
                observer.brokerLog(severity: 5, facility: cause.name, text: "\(cause)")
                restorer?.notBefore = now + 500
                return
            }
            failRestore(error)
        }
        if restorer?.progress.isEmpty == true, restorer?.waiting.isEmpty == true { restorer = nil }
    }

    private func restoreTurn() throws(RestoreError) {
        if restorer?.waiting.isEmpty == false {
            do throws(KafkaError) {
                try restorer?.findEnds(by: admin)
            } catch {
                throw .kafka(error)
            }
            try prepareStores()
            do throws(KafkaError) {
                try restorer?.begin(stores)
            } catch {
                throw .kafka(error)
            }
        }
        if restorer?.isReading == true {
            try restorer?.replay(into: stores, storeWatch)
            reportProgress()
            try replayAgain()
        }
        for partition in restorer?.progress.filter({ $0.value.isReplayed }).keys.sorted() ?? [] {
            do throws(KafkaError) {
                try finishRestore(partition)
            } catch {
                throw .kafka(error)
            }
            if restorer == nil { return }
        }
    }

    /// The state is there: from which offsets reading goes on, the broker says.
    ///
    /// It does not while a transaction, perhaps
    /// of a dead process, may still change them.
    private func finishRestore(_ number: Int32) throws(KafkaError) {
        let uploads = partition(.uploads(number))
        let connections = partition(.connections(number))
        let committed = try consumer.committed([uploads, connections], timeoutMilliseconds: 1_000)
        var firstUpload = committed[uploads]
        if firstUpload == nil { firstUpload = try restorer?.ends(of: uploads).low }
        let settings = try restorer?.ends(of: connections)
        guard let settings, let progress = restorer?.progress.removeValue(forKey: number) else { return }
        observer.restored(
            lane: self.number,
            partition: number,
            records: progress.records,
            bytes: progress.bytes,
            seconds: Double(MonotonicClock.milliseconds() - progress.began) / 1_000
        )
        perform(
            cycle.restored(
                number,
                uploads: firstUpload ?? 0,
                connections: max(committed[connections] ?? settings.low, settings.low),
                settingsEnd: settings.high
            )
        )
        announceReadiness()
    }

    private func reportProgress() {
        let now = MonotonicClock.milliseconds()
        guard let open = restorer?.progress.filter({ !$0.value.isReplayed && now - $0.value.began > 1_000 }) else {
            return
        }
        for (partition, progress) in open {
            let done = (stores[partition]?.changelogOffset ?? 0) - progress.start
            let left = progress.end - progress.start - done
            let eta = done > 0 ? Double(left) * Double(now - progress.began) / Double(done) / 1_000 : nil
            observer.restoring(
                lane: number,
                partition: partition,
                records: progress.records,
                bytes: progress.bytes,
                etaSeconds: eta
            )
        }
    }

    /// A store that the changelog no longer reaches, or that may have missed tombstones, is made anew.
    private func prepareStores() throws(RestoreError) {
        let now = WallClock.milliseconds()
        for (partition, ends) in restorer?.ends ?? [:] {
            guard let store = stores[partition] else { continue }
            let reason = storeWatch.rebuildReason(
                offset: store.changelogOffset,
                inStepMilliseconds: store.inStepMilliseconds,
                begin: ends.low,
                end: ends.high,
                wall: now
            )
            if let reason { try rebuild(partition, reason) }
            store.beginReplay(atMilliseconds: now)
        }
    }

    /// A replay that took longer than the changelog keeps tombstones may have missed some.
    private func replayAgain() throws(RestoreError) {
        for (partition, reason) in restorer?.missed ?? [:] {
            try rebuild(partition, reason)
            restorer?.restart(partition)
        }
    }

    private func rebuild(_ partition: Int32, _ reason: String) throws(RestoreError) {
        observer.storeRebuilt(lane: number, partition: partition, reason: reason)
        do throws(StoreError) {
            try stores[partition]?.clear()
        } catch {
            throw .store(error)
        }
    }

    /// Notes once a minute that the stores miss nothing, for the start after the next stop.
    func noteInStep(at now: Int64) {
        let isRestored = restorer == nil && cycle.isRestored
        let wall = WallClock.milliseconds()
        guard let time = storeWatch.inStep(isRestored: isRestored, at: now, wall: wall) else { return }
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

    private func failRestore(_ error: RestoreError) {
        if case .kafka(let cause) = error { lastError = cause }
        perform(cycle.cannotGoOn())
        failure = "lane \(number): the state could not be restored from \(topics.state): \(error)"
    }
}
