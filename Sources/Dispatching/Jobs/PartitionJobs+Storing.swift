import Vocabulary
import Webhooks

/// Writing jobs to the state, and removing them.
extension PartitionJobs {
    /// Stores a fresh job; in an ordered connection, stores all earlier jobs first.
    func store(_ place: Int64, at now: Int64) {
        guard let job = fresh[place] else { return }
        if isOrdered {
            for earlier in fresh.places(of: job.connection) where earlier < place { storeAlone(earlier, at: now) }
        }
        storeAlone(place, at: now)
    }

    private func storeAlone(_ place: Int64, at now: Int64) {
        guard var fresh = fresh.remove(place) else { return }
        heldUp.remove(place)
        let connection = fresh.connection
        var job = fresh.job
        switch job.destination(under: newest(connection).settings) {
        case .dropped(let reason): return close(fresh, as: DispatchCounts.JobOutcome(reason))
        case .deletions: job = job.keepingDeletions() ?? job
        case .whole: break
        }
        counts.count(.merged, fresh.offsets.count - 1)
        offsets.close(fresh.offsets)
        stored += 1
        let row = JobRow(
            sequence: fresh.sequence,
            arrivedMilliseconds: fresh.arrivedMilliseconds,
            timestampMilliseconds: fresh.timestampMilliseconds,
            traceparent: fresh.traceparent,
            bytes: job.bytes
        )
        rows.put(row, of: connection, at: StateKey(.job, place: place))
        let age = AgeRow(arrivedMilliseconds: fresh.arrivedMilliseconds, connection: connection)
        rows.put(age, of: .ofPartition, at: StateKey(.age, place: place))
        queue(place, of: connection, fresh, at: now)
        touch(connection)
    }

    /// Inserts a job that was just stored into the order of its connection.
    private func queue(_ place: Int64, of connection: ConnectionID, _ fresh: FreshJob, at now: Int64) {
        var row =
            connectionRow(connection)
            ?? ConnectionRow(settingsOffset: newest(connection).offset, isOrdered: isOrdered)
        row.stored += 1
        let ready = max(fresh.readyMilliseconds, now)
        if !isOrdered {
            if row.next == nil { row.isOrdered = false }
            rows.put(row, of: connection)
            index(connection, place, due: ready, fresh.history)
        } else if row.next.map({ place < $0 }) ?? true {
            if let next = row.next { unindex(connection, next) }
            row.next = place
            rows.put(row, of: connection)
            let held = row.heldUntil(hold: options.orderHoldMilliseconds) ?? 0
            index(connection, place, due: max(ready, held), fresh.history)
        } else {
            rows.put(row, of: connection)
        }
    }

    /// Adds a stored job to the index, or changes its entry.
    ///
    /// `due` is the due time, in milliseconds since 1970. `host` is the host by which the job is indexed; nil means
    /// the host in the newest settings.
    func index(
        _ connection: ConnectionID,
        _ place: Int64,
        due: Int64,
        _ history: AttemptsRow.History,
        host: (key: HostKey, name: String)? = nil
    ) {
        if let old = rows.attempts(connection, at: place) { removeDue(old, place) }
        let host = host ?? self.host(of: connection)
        let row = AttemptsRow(history: history, dueMilliseconds: due, host: host.key, hostAndPort: host.name)
        rows.put(row, of: connection, at: StateKey(.attempts, place: place))
        rows.put(
            DueRow(connection: connection),
            of: .ofPartition,
            at: StateKey(.due, host: host.key, due: due, place: place)
        )
        let job = DueWindow.DueJob(due: due, place: place, connection: connection)
        if windows[host.key] == nil {
            windows[host.key] = DueWindow([job], limit: .max)
        } else {
            windows[host.key]?.insert(job)
        }
        wakes.append((host.key, due))
    }

    /// Removes the index entry of a stored job that was never sent.
    func unindex(_ connection: ConnectionID, _ place: Int64) {
        guard let row = rows.attempts(connection, at: place), row.history.attempts == 0 else { return }
        removeDue(row, place)
        rows.put(nil as AttemptsRow?, of: connection, at: StateKey(.attempts, place: place))
    }

    private func removeDue(_ row: AttemptsRow, _ place: Int64) {
        removeDue(host: row.host, due: row.dueMilliseconds, place)
    }

    func removeDue(host: HostKey, due: Int64, _ place: Int64) {
        rows.put(nil as DueRow?, of: .ofPartition, at: StateKey(.due, host: host, due: due, place: place))
        windows[host]?.remove(due: due, place: place)
        if windows[host]?.isEmpty == true { windows[host] = nil }
    }

    /// Removes a stored job that is finished, and indexes the next job of its connection.
    func removeStored(_ connection: ConnectionID, _ place: Int64, at now: Int64) {
        rows.put(nil as JobRow?, of: connection, at: StateKey(.job, place: place))
        rows.put(nil as AgeRow?, of: .ofPartition, at: StateKey(.age, place: place))
        if let attempts = rows.attempts(connection, at: place) {
            removeDue(attempts, place)
            rows.put(nil as AttemptsRow?, of: connection, at: StateKey(.attempts, place: place))
        }
        // An adopted state can lack the newest counts.
        stored = max(0, stored - 1)
        guard var row = connectionRow(connection) else { return }
        row.stored = max(0, row.stored - 1)
        let isHolder = row.holder?.place == place
        if isHolder { row.holder = nil }
        if row.next == place { row.next = nextUnsent(connection, from: place + 1) }
        rows.put(row, of: connection)
        indexNext(connection, row, isReleased: isHolder, at: now)
        touch(connection)
    }

    /// Indexes the first job of a connection that was never sent.
    ///
    /// `isReleased` is true if the job that held up the connection is finished.
    func indexNext(_ connection: ConnectionID, _ row: ConnectionRow, isReleased: Bool, at now: Int64) {
        guard let next = row.next else { return }
        let held = row.heldUntil(hold: options.orderHoldMilliseconds) ?? 0
        guard let attempts = rows.attempts(connection, at: next) else {
            return index(connection, next, due: max(now, held), AttemptsRow.History())
        }
        if attempts.dueMilliseconds < held {
            index(connection, next, due: held, attempts.history)
        } else if isReleased, attempts.dueMilliseconds > now {
            index(connection, next, due: now, attempts.history)
        }
    }

    /// Counts a fresh job as finished, and closes the offsets of its records.
    func close(_ job: FreshJob, as outcome: DispatchCounts.JobOutcome) {
        heldUp.remove(job.place)
        offsets.close(job.offsets)
        counts.count(outcome)
        counts.count(.merged, job.offsets.count - 1)
        touch(job.connection)
    }

    /// Finishes a job that is in memory or in the store.
    func finish(_ connection: ConnectionID, _ place: Int64, as outcome: DispatchCounts.JobOutcome, at now: Int64) {
        if let job = fresh.remove(place) { return close(job, as: outcome) }
        counts.count(outcome)
        removeStored(connection, place, at: now)
    }
}
