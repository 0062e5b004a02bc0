import Health
import Kafka
import Observation
import Store

/// Bringing the state of assigned partitions up to date, a little at a time.
extension Lane {
    /// Stores of partitions that have gone elsewhere are dropped; the others only need what was written since.
    func beginRestore(_ partitions: [Int32]) {
        stores = stores.filter { partitions.contains($0.key) }
        for partition in partitions where stores[partition] == nil { stores[partition] = MemoryStore() }
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
                try restorer?.begin(by: admin, stores: stores)
            } catch {
                throw .kafka(error)
            }
        }
        if restorer?.isReading == true {
            try restorer?.replay(into: &stores)
            reportProgress()
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

    private func failRestore(_ error: RestoreError) {
        if case .kafka(let cause) = error { lastError = cause }
        perform(cycle.cannotGoOn())
        failure = "lane \(number): the state could not be restored from \(topics.state): \(error)"
    }
}
