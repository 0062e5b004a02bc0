import Vocabulary
import Webhooks

/// The jobs of one partition: fresh jobs in memory, stored jobs as rows.
///
/// This class implements the order within connections and the results of attempts. `Dispatcher` implements hosts and
/// their limits, and reads from `touched`, `wakes` and `timers` which connections and hosts to check. Only the
/// dispatcher that created the object uses it.
final class PartitionJobs {
    let partition: Int32
    let options: DispatchOptions
    let newest: (ConnectionID) -> NewestSettings
    let parser: JobParser

    var rows: StateRows
    var offsets: OpenOffsets
    var fresh = FreshJobs()
    /// The places of fresh jobs that an earlier job, the host or the callback URL holds up.
    var heldUp: Set<Int64> = []
    /// The places of jobs with a running request, by connection.
    var underWay: [ConnectionID: Set<Int64>] = [:]
    /// The first index entries of each host, by due time.
    var windows: [HostKey: DueWindow] = [:]
    var stored: Int
    var off: Int
    var chores = ChoreQueue()
    /// The hosts whose jobs are being made due.
    var releases: [HostRelease] = []
    /// The hosts to which an earlier process failed to deliver.
    private(set) var failedHosts: [HostKey] = []
    /// The hosts whose pauses an earlier process has stored.
    private(set) var pausedHosts: [HostKey] = []
    /// The progress of the sweep over all connections, which runs after the assignment and if too many chores wait.
    var sweep: SweepProgress = .from(nil)
    /// Whether another sweep must follow, because more work was requested during this sweep.
    var mustSweepAgain = false
    var isDraining = false
    /// The progress of the repair of an adopted state, during which no job is read or sent; nil otherwise.
    var repair: StateRepair?
    /// After a repair, the place up to which records can be stored although the group's offset is lower.
    var storedUntil: Int64?

    /// The connections that may have a job to send, each once.
    var touched: [ConnectionID] = []
    /// The hosts that have a job due at a later time.
    var wakes: [(host: HostKey, time: Int64)] = []
    /// The connections that have a fresh job ready at a later time.
    var timers: [(connection: ConnectionID, time: Int64)] = []

    /// The contents of the next transaction, in addition to rows.
    var deadLetters: [OutputRecord] = []
    var deadLetterBytes = 0
    var counts = DispatchCounts()
    var forgotten: Set<ConnectionID> = []
    /// The sequence of the group's committed offset.
    var committedPlace: Int64
    private(set) var bases: BasesRow
    /// Whether the bases of sequences are committed, so that jobs may be read and sent.
    private(set) var hasCommittedBases: Bool
    private var committedProgress: ProgressRow
    /// Whether the uncommitted changes contain a progress row.
    private var hasPutProgress = false

    /// The progress of the sweep over all connections: the connection that was checked last.
    enum SweepProgress: Equatable {
        case from(ConnectionID?)
        case done
    }

    /// Reads the state of the last commit.
    init(
        _ partition: Int32,
        from offset: Int64,
        over state: any PartitionState,
        _ options: DispatchOptions,
        _ parser: JobParser,
        newest: @escaping (ConnectionID) -> NewestSettings,
        sequences: SequenceStart,
        isAdopted: Bool,
        at now: Int64
    ) throws(UnreadableRow) {
        self.partition = partition
        self.options = options
        self.newest = newest
        self.parser = parser
        rows = StateRows(partition, over: state)
        let progress: ProgressRow? = rows.row(of: .ofPartition, at: StateKey(.progress))
        committedProgress = progress ?? ProgressRow()
        var bases = rows.row(BasesRow.self, of: .ofPartition, at: StateKey(.bases)) ?? BasesRow()
        let reached = max(offset, bases.offset(of: committedProgress.reached))
        hasCommittedBases = !bases.begin(sequences, reached: reached, at: now)
        if !hasCommittedBases { rows.put(bases, of: .ofPartition, at: StateKey(.bases)) }
        self.bases = bases
        committedPlace = bases.sequence(of: offset)
        offsets = OpenOffsets(from: committedPlace, committedProgress)
        stored = committedProgress.stored
        off = committedProgress.off
        readWindows(at: now)
        readPauses()
        if isAdopted { rows.put(RepairRow(), of: .ofPartition, at: StateKey(.repair)) }
        if let row: RepairRow = rows.row(of: .ofPartition, at: StateKey(.repair)) {
            storedUntil = row.storedUntil
            if storedUntil == nil { repair = StateRepair() }
        }
        if let unreadable = rows.unreadable { throw unreadable }
    }

    /// Whether jobs of a connection are sent one after the other.
    var isOrdered: Bool { options.orderHoldMilliseconds > 0 }

    /// The bytes of uncommitted rows and dead letters.
    var pendingBytes: Int { rows.pendingBytes + deadLetterBytes }

    /// Reads the first index entry of each host.
    ///
    /// Also finds hosts that have failed, and due times that are too far in the future.
    private func readWindows(at now: Int64) {
        let longest = now + options.longestWaitMilliseconds
        var range: ClosedRange<StateKey>? = StateKey.range(.due, fromHost: .none)
        while let next = range, let first = rows.first(1, in: next, of: .ofPartition).first {
            let host = first.stateKey.host
            guard let row: DueRow = rows.decoded(first.bytes) else { return }
            let job = DueWindow.DueJob(
                due: first.stateKey.due,
                place: first.stateKey.place,
                connection: row.connection
            )
            windows[host] = DueWindow([job], limit: 1)
            wakes.append((host, job.due))
            if hasFailed(host, at: now) { failedHosts.append(host) }
            if rows.first(1, in: StateKey.range(dueAt: host, from: longest + 1), of: .ofPartition).first != nil {
                // These due times were written while the clock was ahead.
                release(host, dueAfter: longest, attemptedUntil: .max)
            }
            range = host.number < HostKey.mask ? StateKey.range(.due, fromHost: HostKey(number: host.number + 1)) : nil
        }
    }

    /// The maximum number of host pauses that are read from the rows of an earlier process.
    ///
    /// `Dispatcher.assigned` removes the row of such a pause, unless this process pauses the host too.
    private static let pausesMax = 100_000

    private func readPauses() {
        for value in rows.first(Self.pausesMax, in: StateKey.range(.host, fromHost: .none), of: .ofPartition) {
            guard let _: HostRow = rows.decoded(value.bytes) else { return }
            pausedHosts.append(value.stateKey.host)
        }
    }

    /// Writes the end of a host's pause to a row for `dispatch list`; nil removes the row.
    func notePause(of host: HostKey, until milliseconds: Int64?) {
        let row = milliseconds.map { HostRow(leftAloneUntilMilliseconds: $0) }
        rows.put(row, of: .ofPartition, at: StateKey(.host, host: host))
    }

    /// Whether a job that waits for a host has failed there.
    ///
    /// Reads only the first eight entries and the first one that is not due, so that the cost for each host is bounded.
    private func hasFailed(_ host: HostKey, at now: Int64) -> Bool {
        [(from: 0, count: 8), (from: now + 1, count: 1)].contains { look in
            let found = rows.first(look.count, in: StateKey.range(dueAt: host, from: look.from), of: .ofPartition)
            return found.contains { value in
                guard let row: DueRow = rows.decoded(value.bytes) else { return false }
                return rows.attempts(row.connection, at: value.stateKey.place)?.history.outcome?.isFailedRequest
                    ?? false
            }
        }
    }

    private var progress: ProgressRow {
        let (reached, open) = offsets.progress()
        return ProgressRow(reached: reached, open: open, stored: stored, off: off)
    }

    /// Whether there is anything to commit, or a fresh job must be stored.
    func hasChanges(at now: Int64) -> Bool {
        rows.hasChanges || !deadLetters.isEmpty || !counts.isEmpty || !heldUp.isEmpty
            || offsets.nextOffset() != committedPlace || nextStore().map { $0 <= now } ?? false
    }

    /// Adds the progress to the changes if it differs from the committed one, or if the changes already contain it.
    func putProgress() {
        if let place = storedUntil, offsets.nextOffset() > place {
            storedUntil = nil
            rows.put(nil as RepairRow?, of: .ofPartition, at: StateKey(.repair))
        }
        let progress = progress
        guard progress != committedProgress || hasPutProgress else { return }
        hasPutProgress = true
        let isEmpty = progress == ProgressRow()
        rows.put(isEmpty ? nil : progress, of: .ofPartition, at: StateKey(.progress))
    }

    /// Clears the changes that the transaction has committed.
    func committed(place: Int64) {
        committedProgress = progress
        hasPutProgress = false
        committedPlace = place
        hasCommittedBases = true
        rows.committed()
        deadLetters = []
        deadLetterBytes = 0
        counts = DispatchCounts()
        forgotten = []
    }

    /// Returns the row of a connection, converted if it was written without an order of jobs.
    func connectionRow(_ connection: ConnectionID) -> ConnectionRow? {
        guard var row = rows.connection(connection) else { return nil }
        if isOrdered, !row.isOrdered {
            // A process with `--order-hold 0s` has written the row.
            row.next = nextUnsent(connection, from: 0)
            row.isOrdered = true
            rows.put(row, of: connection)
        }
        return row
    }

    /// Whether an answer has turned a connection off, and no newer settings record has arrived.
    func isOff(_ connection: ConnectionID, _ row: ConnectionRow?) -> Bool {
        guard let row, row.isOff else { return false }
        return newest(connection).offset <= row.settingsOffset
    }

    /// Marks a connection that may have a job to send.
    func touch(_ connection: ConnectionID) {
        if !touched.contains(connection) { touched.append(connection) }
    }

    func isUnderWay(_ connection: ConnectionID, _ place: Int64) -> Bool {
        underWay[connection]?.contains(place) ?? false
    }

    /// Whether a running request of a connection must end before its next job is sent.
    func isBusy(_ connection: ConnectionID) -> Bool { isOrdered && underWay[connection] != nil }

    func begin(_ connection: ConnectionID, _ place: Int64) { underWay[connection, default: []].insert(place) }

    func end(_ connection: ConnectionID, _ place: Int64) {
        underWay[connection]?.remove(place)
        if underWay[connection]?.isEmpty == true { underWay[connection] = nil }
        touch(connection)
    }

    /// Returns the place of the first stored job that was never sent, at or after `place`.
    func nextUnsent(_ connection: ConnectionID, from place: Int64) -> Int64? {
        var from = place
        while let found = rows.first(1, in: StateKey.range(.job, from: from), of: connection).first {
            let place = found.stateKey.place
            if rows.attempts(connection, at: place).map({ $0.history.failures == 0 }) ?? true { return place }
            from = place + 1
        }
        return nil
    }

    /// Returns the host of a connection's callback URL under its newest settings.
    func host(of connection: ConnectionID) -> (key: HostKey, name: String) {
        guard let url = newest(connection).settings?.callbackURL,
            let address = try? CallbackAddress(url, options.callbacks)
        else { return (.none, "") }
        return (HostKey(origin: address.origin), address.hostAndPort)
    }
}

/// The parser that all partitions of a process share.
final class JobParser {
    private var reader = JobReader()

    func job(key: [UInt8]?, value: [UInt8]?) throws(Refusal) -> Job { try reader.job(key: key, value: value) }
}
