import Vocabulary
import Webhooks

/// Attempts: choosing the next job, and applying results.
extension PartitionJobs {
    /// The settings and the form (thin or whole) under which a request began.
    struct AttemptContext {
        /// The offset of the settings record that applied.
        let settingsOffset: Int64
        let isThin: Bool
        /// The name and port of the host; nil if the callback URL must not be called.
        let hostAndPort: String?
        /// The end of the pause that the answer asks for, in milliseconds since 1970; 0 without a pause.
        var pausedUntil: Int64 = 0
    }

    /// Loads a job; nil if it is finished.
    func load(_ connection: ConnectionID, _ place: Int64) -> LoadedJob? {
        if fresh[place] != nil {
            var loaded: LoadedJob?
            fresh.update(place) { fresh in
                loaded = LoadedJob(
                    place: place,
                    job: fresh.job,
                    sequence: fresh.sequence,
                    arrivedMilliseconds: fresh.arrivedMilliseconds,
                    timestampMilliseconds: fresh.timestampMilliseconds,
                    traceparent: fresh.traceparent,
                    history: fresh.history
                )
            }
            return loaded
        }
        guard let row = rows.job(connection, at: place) else { return nil }
        guard let job = try? parser.job(key: connection.bytes, value: row.bytes) else {
            // The row was a valid job when it was stored, so its bytes are damaged.
            rows.noteDamage(JobRow.kind)
            return nil
        }
        return LoadedJob(
            place: place,
            job: job,
            sequence: row.sequence,
            arrivedMilliseconds: row.arrivedMilliseconds,
            timestampMilliseconds: row.timestampMilliseconds,
            traceparent: row.traceparent,
            history: rows.attempts(connection, at: place)?.history ?? AttemptsRow.History()
        )
    }

    /// Returns the action for a job under the newest settings.
    func target(of loaded: LoadedJob) -> LoadedJob.Target {
        let connection = loaded.job.connection
        let settings = newest(connection).settings
        let row = connectionRow(connection)
        if isOff(connection, row) { return .dropped(.off) }
        let (job, url): (Job?, [UInt8])
        switch loaded.job.destination(under: settings) {
        case .dropped(let reason): return .dropped(DispatchCounts.JobOutcome(reason))
        case .whole(let callback): (job, url) = (loaded.job, callback)
        case .deletions(let callback): (job, url) = (loaded.job.keepingDeletions(), callback)
        }
        guard let job else { return .dropped(.forgotten) }
        if let order = row?.giveUp, loaded.arrivedMilliseconds < order.beforeMilliseconds { return .givenUp(order) }
        do throws(CallbackFault) {
            return .send(job, try CallbackAddress(url, options.callbacks))
        } catch {
            return .notAllowed(error)
        }
    }

    /// Returns the next stored job of a host that may be sent, or the due time of the next job.
    ///
    /// Both are nil if a running request must end first.
    func dueJob(of host: HostKey, at now: Int64) -> (job: DueWindow.DueJob?, next: Int64?) {
        var index = 0
        while let window = windows[host] {
            if index < window.jobs.count {
                let job = window.jobs[index]
                if job.due > now { return (nil, job.due) }
                index += 1
                if isBusy(job.connection) || isUnderWay(job.connection, job.place) { continue }
                return (job, nil)
            }
            guard let rest = window.rest(of: host) else { return (nil, nil) }
            readMore(of: host, rest)
            if windows[host]?.isEmpty == true { windows[host] = nil }
        }
        return (nil, nil)
    }

    private func readMore(of host: HostKey, _ range: ClosedRange<StateKey>) {
        let limit = DueWindow.readCount
        let found = rows.first(limit, in: range, of: .ofPartition)
        var jobs: [DueWindow.DueJob] = []
        for value in found {
            guard let row: DueRow = rows.decoded(value.bytes) else { break }
            let key = value.stateKey
            jobs.append(DueWindow.DueJob(due: key.due, place: key.place, connection: row.connection))
        }
        windows[host]?.append(jobs, limit: limit)
    }

    /// Whether an index entry still fits its job, and the job may be sent in the order of its connection.
    ///
    /// If not, removes the entry.
    func confirm(_ job: DueWindow.DueJob, of host: HostKey) -> Bool {
        let row = connectionRow(job.connection)
        guard let attempts = rows.attempts(job.connection, at: job.place), attempts.host == host,
            attempts.dueMilliseconds == job.due
        else {
            removeDue(host: host, due: job.due, job.place)
            return false
        }
        if attempts.history.attempts == 0, var row, row.isOrdered, let next = row.next {
            if isOrdered {
                // An earlier process with `--order-hold 0s` has indexed all jobs at once.
                guard next >= job.place else {
                    unindex(job.connection, job.place)
                    return false
                }
                if next > job.place {
                    row.next = job.place
                    rows.put(row, of: job.connection)
                }
            } else if next == job.place {
                releaseOrder(job.connection, row, from: job.place + 1, due: job.due)
            }
        }
        return true
    }

    /// Adds the next job of a connection to the index, because jobs of the connection no longer have an order.
    private func releaseOrder(_ connection: ConnectionID, _ row: ConnectionRow, from place: Int64, due: Int64) {
        var row = row
        row.next = nextUnsent(connection, from: place)
        row.isOrdered = row.next != nil
        row.holder = nil
        rows.put(row, of: connection)
        guard let next = row.next, rows.attempts(connection, at: next) == nil else { return }
        index(connection, next, due: due, AttemptsRow.History())
    }

    /// Applies the result of an attempt.
    func conclude(
        _ result: DeliveryResult,
        of connection: ConnectionID,
        _ place: Int64,
        _ context: AttemptContext,
        at now: Int64,
        random: UInt64
    ) {
        counts.attempts[result.outcome, default: 0] += 1
        var answer: Answer?
        var reason: FailureReason?
        switch result {
        case .answer(let given): answer = given
        case .failure(_, let given): reason = given
        }
        if result.outcome != .delivered {
            counts.failures.append(
                FailedAttempt(
                    hostAndPort: context.hostAndPort,
                    outcome: result.outcome,
                    status: answer?.status,
                    reason: reason
                )
            )
        }
        let hasNewSettings = newest(connection).offset > context.settingsOffset
        let turnsOff = answer?.turnsOff ?? false && !hasNewSettings
        defer { if turnsOff { turnOff(connection, context.settingsOffset, at: now) } }
        guard var loaded = load(connection, place) else { return }
        loaded.history.note(result, answer, reason, at: now)
        if result.outcome == .delivered {
            counts.deliveryMilliseconds.append(
                max(0, now - (loaded.timestampMilliseconds ?? loaded.arrivedMilliseconds))
            )
            finish(connection, place, as: .delivered, at: now)
        } else if turnsOff {
            finish(connection, place, as: .off, at: now)
        } else if case .dropped(let outcome) = target(of: loaded) {
            finish(connection, place, as: outcome, at: now)
        } else if answer?.aborts ?? false {
            deadLetter(loaded, code: DeadLetterCode.aborted, at: now)
        } else if answer?.asksForThinForm ?? false, !context.isThin {
            loaded.history.isThin = true
            keep(loaded, due: now, at: now)
        } else {
            loaded.history.failures += 1
            let delay = options.schedule.delayMilliseconds(afterFailure: loaded.history.failures, random: random)
            if hasNewSettings {
                // Newer settings make waiting jobs due at once, and this attempt used the earlier settings.
                keep(loaded, due: now, at: now)
            } else if let delay {
                keep(loaded, due: max(now + delay, context.pausedUntil), at: now)
            } else {
                giveUp(loaded, code: result.outcome.rawValue, at: now)
            }
        }
    }

    /// Keeps a job for another attempt.
    private func keep(_ loaded: LoadedJob, due: Int64, at now: Int64) {
        let (connection, place) = (loaded.job.connection, loaded.place)
        if fresh[place] != nil {
            fresh.update(place) { fresh in
                fresh.history = loaded.history
                fresh.isOffered = false
            }
            touch(connection)
            // A job that must be sent in the thin form stays in memory and is sent at once.
            if loaded.history.failures == 0 { return }
            store(place, at: now)
        }
        // `store` does not store a job that newer settings have dropped.
        guard rows.attempts(connection, at: place) != nil || rows.job(connection, at: place) != nil else { return }
        index(connection, place, due: due, loaded.history)
        guard loaded.history.failures > 0, var row = connectionRow(connection) else { return }
        if !isOrdered {
            if row.next == place { releaseOrder(connection, row, from: place + 1, due: now) }
            return
        }
        if loaded.history.failures > 1 { return }
        row.holder = ConnectionRow.Holder(place: place, firstFailureMilliseconds: now)
        if row.next == place { row.next = nextUnsent(connection, from: place + 1) }
        rows.put(row, of: connection)
        indexNext(connection, row, isReleased: false, at: now)
    }
}

extension AttemptsRow.History {
    /// Adds the result of an attempt that ends now.
    fileprivate mutating func note(
        _ result: DeliveryResult,
        _ answer: Answer?,
        _ reason: FailureReason?,
        at now: Int64
    ) {
        attempts += 1
        firstMilliseconds = firstMilliseconds ?? now
        lastMilliseconds = now
        outcome = result.outcome
        status = answer?.status
        self.reason = reason
    }
}
