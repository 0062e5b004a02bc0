import Vocabulary
import Webhooks

/// Work on all stored jobs of a connection, in steps.
///
/// The connection's row contains the reason for each task until the task is done. So after a crash, the next process
/// continues the task.
extension PartitionJobs {
    /// The bytes of rows that one step may read; each row costs its length plus `rowBytes`.
    static let stepBytes = 1 << 20
    static let rowBytes = 2_000

    /// Whether a step must be done.
    var hasChores: Bool { repair != nil || !chores.isEmpty || sweep != .done || !releases.isEmpty }

    /// Schedules work on the stored jobs of a connection.
    ///
    /// If too many connections wait for such work, starts a sweep over all connections instead.
    func addChore(_ connection: ConnectionID) {
        // Uncommitted rows have their own limit, and the sweep does not find them.
        guard hasManyChores, rows.isStored(connection) else { return chores.add(connection) }
        if sweep == .done { sweep = .from(nil) } else { mustSweepAgain = true }
    }

    private var hasManyChores: Bool { chores.count >= options.bounds.chores }

    /// Applies a new settings record.
    func settingsChanged(_ connection: ConnectionID, at now: Int64) {
        if rows.connection(connection) != nil { addChore(connection) }
        applyToDeadLetters(of: connection)
        for place in fresh.places(of: connection) where !isUnderWay(connection, place) {
            fresh.update(place) { $0.isOffered = false }
            applyToFresh(connection, place, at: now)
        }
        touch(connection)
    }

    /// Drops a fresh job, or removes its upserts, if the newest settings require it.
    private func applyToFresh(_ connection: ConnectionID, _ place: Int64, at now: Int64) {
        guard let job = load(connection, place)?.job else { return }
        switch job.destination(under: newest(connection).settings) {
        case .dropped(let reason): finish(connection, place, as: DispatchCounts.JobOutcome(reason), at: now)
        case .deletions: if let rest = job.keepingDeletions() { fresh.update(place) { $0.replace(by: rest) } }
        case .whole: break
        }
    }

    /// Removes the upserts of an erased connection from uncommitted dead letters.
    private func applyToDeadLetters(of connection: ConnectionID) {
        let settings = newest(connection).settings
        guard settings?.forgottenUntilMilliseconds != nil else { return }
        let letters = deadLetters
        deadLetters = []
        for var letter in letters {
            if letter.key == connection.bytes, let job = try? parser.job(key: letter.key, value: letter.value) {
                switch job.destination(under: settings) {
                case .deletions: letter.value = job.keepingDeletions()?.bytes
                case .dropped(.forgotten):
                    counts.count(.dead, -1)
                    counts.count(.forgotten)
                    continue
                case .dropped, .whole: break
                }
            }
            deadLetters.append(letter)
        }
    }

    /// Turns a connection off until a newer settings record arrives.
    func turnOff(_ connection: ConnectionID, _ settingsOffset: Int64, at now: Int64) {
        var row = connectionRow(connection) ?? ConnectionRow(settingsOffset: settingsOffset, isOrdered: isOrdered)
        if !row.isOff { off += 1 }
        row.isOff = true
        row.settingsOffset = settingsOffset
        rows.put(row, of: connection)
        for place in fresh.places(of: connection) where !isUnderWay(connection, place) {
            finish(connection, place, as: .off, at: now)
        }
        if row.stored > 0 { addChore(connection) }
    }

    /// Works on about 1 MiB of rows: for the repair of an adopted state, else for the first connection with work, else
    /// for the sweep, else for released hosts.
    func performChore(at now: Int64) {
        if repair != nil { return repairOn(at: now) }
        guard chores.begin(), var chore = chores.current else {
            return sweep == .done ? releaseOn(at: now) : sweepOn(at: now)
        }
        var budget = Self.stepBytes
        while budget > 0 {
            guard let row = connectionRow(chore.connection), let task = task(for: row, chore.connection) else {
                return chores.end()
            }
            if chore.task != task {
                chore.task = task
                chore.place = 0
            }
            let isDone =
                switch task {
                case .applySettings(let offset): applySettings(offset, &chore, row, &budget, at: now)
                case .dropAll: dropAll(&chore, &budget, at: now)
                case .giveUp(let order): giveUp(order, &chore, &budget, at: now)
                }
            if isDone {
                end(task, chore.connection)
                // A job may have been skipped because its request was running. The next pass starts at the first job.
                chore.task = nil
                budget -= Self.rowBytes
            }
        }
        chores.current = chore
    }

    /// Checks the next connections that have stored rows.
    private func sweepOn(at now: Int64) {
        guard case .from(var connection) = sweep else { return }
        for _ in 0..<(Self.stepBytes / Self.rowBytes / 4) {
            if hasManyChores { break }
            guard let next = rows.firstConnection(after: connection) else {
                sweep = mustSweepAgain ? .from(nil) : .done
                mustSweepAgain = false
                return
            }
            connection = next
            guard let row = connectionRow(next) else { continue }
            if let holder = row.holder, holder.firstFailureMilliseconds > now {
                shortenHold(next, row, holder, at: now)
            }
            if task(for: row, next) != nil { addChore(next) }
        }
        sweep = .from(connection)
    }

    func task(for row: ConnectionRow, _ connection: ConnectionID) -> ConnectionChore.Task? {
        let settingsOffset = newest(connection).offset
        if settingsOffset > row.settingsOffset { return .applySettings(offset: settingsOffset) }
        if row.isOff { return row.stored > 0 && hasIdleJob(connection) ? .dropAll : nil }
        return row.giveUp.map { .giveUp($0) }
    }

    /// Whether a connection has a stored job without a running request.
    private func hasIdleJob(_ connection: ConnectionID) -> Bool {
        guard let places = underWay[connection] else { return true }
        let found = rows.first(places.count + 1, in: StateKey.range(.job), of: connection)
        return found.contains { !places.contains($0.stateKey.place) }
    }

    private func end(_ task: ConnectionChore.Task, _ connection: ConnectionID) {
        guard var row = connectionRow(connection) else { return }
        switch task {
        case .applySettings(let offset):
            row.settingsOffset = offset
            if row.isOff { off = max(0, off - 1) }
            row.isOff = false
        case .giveUp: row.giveUp = nil
        case .dropAll: return
        }
        rows.put(row, of: connection)
        touch(connection)
    }

    /// Makes the stored jobs of a connection due, or drops or erases them as the newest settings require.
    private func applySettings(
        _ offset: Int64,
        _ chore: inout ConnectionChore,
        _ row: ConnectionRow,
        _ budget: inout Int,
        at now: Int64
    ) -> Bool {
        let connection = chore.connection
        let settings = newest(connection).settings
        let forgets = settings?.forgottenUntilMilliseconds != nil
        if settings?.isForgotten ?? false { forgotten.insert(connection) }
        let host = host(of: connection).key
        let judgesEach = forgets || settings?.isClosed ?? true || settings?.callbackURL == nil
        while budget > 0 {
            let kind: RowKind = judgesEach ? .job : .attempts
            guard let place = next(kind, &chore, &budget) else { return true }
            if isUnderWay(connection, place) { continue }
            if judgesEach, !judge(connection, place, at: now) { continue }
            guard let attempts = rows.attempts(connection, at: place) else { continue }
            let due = earliestDue(connection, attempts, at: now)
            if attempts.host == host, attempts.dueMilliseconds <= due { continue }
            index(connection, place, due: due, attempts.history)
        }
        return false
    }

    /// Drops a stored job, or removes its upserts, if the newest settings require it.
    ///
    /// Returns whether the job still waits.
    private func judge(_ connection: ConnectionID, _ place: Int64, at now: Int64) -> Bool {
        guard let loaded = load(connection, place) else { return false }
        switch loaded.job.destination(under: newest(connection).settings) {
        case .dropped(let reason):
            finish(connection, place, as: DispatchCounts.JobOutcome(reason), at: now)
            return false
        case .deletions:
            guard loaded.job.hasUpserts, let rest = loaded.job.keepingDeletions(),
                var row = rows.job(connection, at: place)
            else { return true }
            row.bytes = rest.bytes
            rows.put(row, of: connection, at: StateKey(.job, place: place))
        case .whole: break
        }
        return true
    }

    private func dropAll(_ chore: inout ConnectionChore, _ budget: inout Int, at now: Int64) -> Bool {
        while budget > 0 {
            guard let place = next(.job, &chore, &budget) else { return true }
            if !isUnderWay(chore.connection, place) { finish(chore.connection, place, as: .off, at: now) }
        }
        return false
    }

    private func giveUp(
        _ order: ConnectionRow.GiveUp,
        _ chore: inout ConnectionChore,
        _ budget: inout Int,
        at now: Int64
    ) -> Bool {
        while budget > 0 {
            guard let place = next(.job, &chore, &budget), let loaded = load(chore.connection, place),
                loaded.arrivedMilliseconds < order.beforeMilliseconds
            else { return true }
            if isUnderWay(chore.connection, place) { continue }
            deadLetter(loaded, by: order, at: now)
        }
        return false
    }

    /// Returns the place of the next row of a kind, and advances the chore past it.
    private func next(_ kind: RowKind, _ chore: inout ConnectionChore, _ budget: inout Int) -> Int64? {
        let range = StateKey.range(kind, from: chore.place)
        guard let found = rows.first(1, in: range, of: chore.connection).first else { return nil }
        budget -= Self.rowBytes + found.bytes.count
        chore.place = found.stateKey.place + 1
        return found.stateKey.place
    }
}
