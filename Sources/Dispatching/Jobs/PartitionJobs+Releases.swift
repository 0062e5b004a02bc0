import Vocabulary

/// A host whose waiting jobs are being made due, in steps.
struct HostRelease {
    let host: HostKey
    /// Jobs whose last attempt ended after this time keep their due time.
    let attemptedUntil: Int64
    /// The position in the index from which the work continues.
    var due: Int64
    var place: Int64 = 0
}

/// Corrections of due times: for hosts that accept deliveries again, and for times from a clock that was ahead.
extension PartitionJobs {
    /// Starts to make all jobs of a host due whose due time is later than `due`.
    func release(_ host: HostKey, dueAfter due: Int64, attemptedUntil: Int64) {
        guard windows[host] != nil else { return }
        releases.removeAll { $0.host == host }
        releases.append(HostRelease(host: host, attemptedUntil: attemptedUntil, due: due + 1))
    }

    /// Reads about 1 MiB of the index of a host, and makes the jobs due.
    func releaseOn(at now: Int64) {
        guard var release = releases.first else { return }
        var budget = Self.stepBytes
        while budget > 0 {
            let range = StateKey.range(dueAt: release.host, from: release.due, place: release.place)
            let found = rows.first(DueWindow.readCount, in: range, of: .ofPartition)
            if found.isEmpty {
                releases.removeFirst()
                return
            }
            for value in found {
                budget -= Self.rowBytes + value.bytes.count
                let (due, place) = (value.stateKey.due, value.stateKey.place)
                (release.due, release.place) = (due, place + 1)
                guard let row: DueRow = rows.decoded(value.bytes) else { continue }
                makeDue(row.connection, place, release, at: now)
            }
        }
        releases[0] = release
    }

    private func makeDue(_ connection: ConnectionID, _ place: Int64, _ release: HostRelease, at now: Int64) {
        guard !isUnderWay(connection, place), let attempts = rows.attempts(connection, at: place),
            attempts.history.lastMilliseconds ?? 0 <= release.attemptedUntil
        else { return }
        let due = earliestDue(connection, attempts, at: now)
        if due < attempts.dueMilliseconds { index(connection, place, due: due, attempts.history) }
    }

    /// Returns the earliest time at which a stored job may be sent in the order of its connection.
    func earliestDue(_ connection: ConnectionID, _ attempts: AttemptsRow, at now: Int64) -> Int64 {
        guard isOrdered && attempts.history.failures == 0 else { return now }
        return max(now, connectionRow(connection)?.heldUntil(hold: options.orderHoldMilliseconds) ?? 0)
    }

    /// Restarts the hold of a failed job, because its first failure was recorded while the clock was ahead.
    func shortenHold(
        _ connection: ConnectionID,
        _ row: ConnectionRow,
        _ holder: ConnectionRow.Holder,
        at now: Int64
    ) {
        var row = row
        row.holder = ConnectionRow.Holder(place: holder.place, firstFailureMilliseconds: now)
        rows.put(row, of: connection)
        guard let next = row.next, let attempts = rows.attempts(connection, at: next) else { return }
        let due = earliestDue(connection, attempts, at: now)
        if due < attempts.dueMilliseconds { index(connection, next, due: due, attempts.history) }
    }
}
