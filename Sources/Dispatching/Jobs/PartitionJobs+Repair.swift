import Vocabulary

/// The progress of a repair, which reads the rows of all connections, and then both indexes of the partition.
struct StateRepair {
    /// The rows that are read.
    enum Phase {
        /// The `job` rows of the connection.
        case jobs
        /// The `attempts` rows of the connection.
        case attempts
        /// The `age` rows of the partition.
        case ages
        /// The `due` rows of the partition, from this state key.
        case due(StateKey)
    }

    var phase = Phase.jobs
    /// The connection whose rows are read; nil before the first.
    var connection: ConnectionID?
    /// The place from which the phase continues.
    var place: Int64 = 0
    /// The number of jobs of the connection so far.
    var connectionJobs = 0
    /// The place of the connection's first job that was never sent.
    var next: Int64?
    /// The number of jobs and of connections that are off, so far.
    var (jobs, off) = (0, 0)
    /// The greatest place of a job so far.
    var last: Int64 = 0

    mutating func begin(_ phase: Phase) { (self.phase, place) = (phase, 0) }
}

/// The repair of an adopted state, before jobs of the partition are read or sent.
///
/// If a changelog was restored from an incomplete copy, rows can be missing that other rows depend on. A job without an
/// entry in the index would never be sent, and would hold up all later jobs of its connection. A `job` row does not
/// depend on other rows, so the repair derives the other rows from the `job` rows.
extension PartitionJobs {
    /// Repairs about 1 MiB of rows.
    func repairOn(at now: Int64) {
        guard var progress = repair else { return }
        var budget = Self.stepBytes
        while budget > 0 {
            budget -= Self.rowBytes
            switch (progress.phase, progress.connection) {
            case (.jobs, let connection?):
                if !repairJob(of: connection, &progress, &budget, at: now) { progress.begin(.attempts) }
            case (.attempts, let connection?):
                if repairAttempts(of: connection, &progress, &budget) { continue }
                endRepair(of: connection, &progress, at: now)
                fallthrough
            case (.jobs, nil), (.attempts, nil):
                if let next = rows.firstConnection(after: progress.connection) {
                    progress.connection = next
                    progress.begin(.jobs)
                } else {
                    progress.begin(.ages)
                }
            case (.ages, _): if !repairAge(&progress, &budget) { progress.begin(.due(Self.dueRows.lowerBound)) }
            case (.due(let first), _):
                guard let last = repairDue(from: first) else { return endRepair(progress) }
                progress.begin(.due(StateKey(.due, host: last.host, due: last.due, place: last.place + 1)))
            }
        }
        repair = progress
    }

    /// Restores the index entries of the next job of a connection; returns false if there is none.
    private func repairJob(
        of connection: ConnectionID,
        _ progress: inout StateRepair,
        _ budget: inout Int,
        at now: Int64
    ) -> Bool {
        let range = StateKey.range(.job, from: progress.place)
        guard let found = rows.first(1, in: range, of: connection).first else { return false }
        let place = found.stateKey.place
        budget -= found.bytes.count
        progress.place = place + 1
        guard let job: JobRow = rows.decoded(found.bytes) else { return true }
        progress.connectionJobs += 1
        progress.last = max(progress.last, place)
        let age = StateKey(.age, place: place)
        if rows.value(at: age, of: .ofPartition) == nil {
            let row = AgeRow(arrivedMilliseconds: job.arrivedMilliseconds, connection: connection)
            rows.put(row, of: .ofPartition, at: age)
        }
        let attempts = rows.attempts(connection, at: place)
        if isOrdered, attempts.map({ $0.history.failures == 0 }) ?? true {
            // Only the first of these jobs is in the index.
            if progress.next == nil { progress.next = place } else { unindex(connection, place) }
        } else if let attempts {
            index(connection, place, due: attempts.dueMilliseconds, attempts.history)
        } else {
            index(connection, place, due: now, AttemptsRow.History())
        }
        return true
    }

    /// Removes the next `attempts` row of a connection if its job is missing; returns false if there is no such row.
    private func repairAttempts(
        of connection: ConnectionID,
        _ progress: inout StateRepair,
        _ budget: inout Int
    ) -> Bool {
        let range = StateKey.range(.attempts, from: progress.place)
        guard let found = rows.first(1, in: range, of: connection).first else { return false }
        let place = found.stateKey.place
        progress.place = place + 1
        guard let attempts: AttemptsRow = rows.decoded(found.bytes) else { return true }
        let job = rows.value(at: StateKey(.job, place: place), of: connection)
        budget -= found.bytes.count + (job?.count ?? 0)
        if job == nil {
            removeDue(host: attempts.host, due: attempts.dueMilliseconds, place)
            rows.put(nil as AttemptsRow?, of: connection, at: found.stateKey)
        }
        return true
    }

    /// Corrects the row of a connection, and indexes its first job that was never sent.
    private func endRepair(of connection: ConnectionID, _ progress: inout StateRepair, at now: Int64) {
        // Jobs of a connection without a row are judged by its settings, as after a change.
        var row = rows.connection(connection) ?? ConnectionRow(settingsOffset: -1, isOrdered: isOrdered)
        row.stored = progress.connectionJobs
        row.isOrdered = isOrdered
        row.next = progress.next
        let isHeld = row.holder.map { rows.attempts(connection, at: $0.place) != nil } ?? false
        if !isOrdered || !isHeld { row.holder = nil }
        rows.put(row, of: connection)
        if let next = progress.next {
            let held = row.heldUntil(hold: options.orderHoldMilliseconds) ?? 0
            let history = rows.attempts(connection, at: next)?.history ?? AttemptsRow.History()
            index(connection, next, due: max(now, held), history)
        }
        progress.jobs += progress.connectionJobs
        progress.off += row.isOff ? 1 : 0
        (progress.connectionJobs, progress.next) = (0, nil)
    }

    /// Removes the next `age` row if its job is missing; returns false if there is no such row.
    private func repairAge(_ progress: inout StateRepair, _ budget: inout Int) -> Bool {
        let range = StateKey.range(.age, from: progress.place)
        guard let found = rows.first(1, in: range, of: .ofPartition).first else { return false }
        progress.place = found.stateKey.place + 1
        guard let age: AgeRow = rows.decoded(found.bytes) else { return true }
        let job = rows.value(at: StateKey(.job, place: found.stateKey.place), of: age.connection)
        budget -= job?.count ?? 0
        if job == nil { rows.put(nil as AgeRow?, of: .ofPartition, at: found.stateKey) }
        return true
    }

    /// Removes the next `due` row if its job is not due at this time; returns its state key, or nil if there is none.
    private func repairDue(from first: StateKey) -> StateKey? {
        let range = first...Self.dueRows.upperBound
        guard let found = rows.first(1, in: range, of: .ofPartition).first else { return nil }
        let (host, due, place) = (found.stateKey.host, found.stateKey.due, found.stateKey.place)
        guard let row: DueRow = rows.decoded(found.bytes) else { return found.stateKey }
        let attempts = rows.attempts(row.connection, at: place)
        if attempts?.host != host || attempts?.dueMilliseconds != due { removeDue(host: host, due: due, place) }
        return found.stateKey
    }

    private static var dueRows: ClosedRange<StateKey> { StateKey.range(.due, fromHost: .none) }

    /// Ends the repair, so that jobs are read and sent.
    private func endRepair(_ progress: StateRepair) {
        (stored, off, repair) = (progress.jobs, progress.off, nil)
        storedUntil = progress.last
        rows.put(RepairRow(storedUntil: progress.last), of: .ofPartition, at: StateKey(.repair))
        // The turns of these hosts were skipped during the repair.
        for host in windows.keys.sorted(by: { $0.number < $1.number }) {
            wakes.append((host, windows[host]?.jobs.first?.due ?? 0))
        }
    }
}
