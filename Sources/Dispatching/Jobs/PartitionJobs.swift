import Vocabulary
import Webhooks

/// The jobs of one partition: fresh ones in memory, stored ones as rows.
///
/// It knows the order of connections and the meaning of attempts. Hosts and their limits it does not know: it tells
/// `Dispatcher` which connections and hosts are worth a look. Only the dispatcher that created it uses it.
final class PartitionJobs {
    let partition: Int32
    let options: DispatchOptions
    let newest: (ConnectionID) -> NewestSettings
    let parser: JobParser

    var rows: StateRows
    var offsets: OpenOffsets
    var fresh = FreshJobs()
    /// The places of fresh jobs that something holds up.
    var heldUp: Set<Int64> = []
    /// The places of jobs under way, by connection.
    var underWay: [ConnectionID: Set<Int64>] = [:]
    /// The first entries of the index by due time, by host.
    var windows: [HostKey: DueWindow] = [:]
    var stored: Int
    var off: Int
    var chores = ChoreQueue()
    /// The last connection that was looked at after the assignment, or since more chores came than are noted.
    var sweep: SweepProgress = .from(nil)
    /// Whether all connections must be looked at once more, because chores were not noted meanwhile.
    var mustSweepAgain = false
    var isDraining = false

    /// The connections whose jobs may have become ready, each once.
    var touched: [ConnectionID] = []
    /// The hosts that have a job due at a time.
    var wakes: [(host: HostKey, time: Int64)] = []
    /// The connections that have a job ready at a time.
    var timers: [(connection: ConnectionID, time: Int64)] = []

    /// The contents of the next transaction besides rows.
    var deadLetters: [OutputRecord] = []
    var deadLetterBytes = 0
    var counts = DispatchCounts()
    var forgotten: Set<ConnectionID> = []
    var committedOffset: Int64
    private var committedProgress: ProgressRow
    /// Whether the uncommitted changes have a row of the progress.
    private var hasPutProgress = false

    /// The progress of looking at all connections.
    enum SweepProgress: Equatable {
        case from(ConnectionID?)
        case done
    }

    /// Reads back what the last commit has left.
    init(
        _ partition: Int32,
        from offset: Int64,
        over state: any PartitionState,
        _ options: DispatchOptions,
        _ parser: JobParser,
        newest: @escaping (ConnectionID) -> NewestSettings
    ) throws(UnreadableRow) {
        self.partition = partition
        self.options = options
        self.newest = newest
        self.parser = parser
        rows = StateRows(partition, over: state)
        let progress: ProgressRow? = rows.row(of: .ofPartition, at: StateKey(.progress))
        committedProgress = progress ?? ProgressRow()
        offsets = OpenOffsets(from: offset, committedProgress)
        stored = committedProgress.stored
        off = committedProgress.off
        committedOffset = offset
        readWindows()
        if let unreadable = rows.unreadable { throw unreadable }
    }

    /// Whether jobs of a connection are sent one after the other.
    var isOrdered: Bool { options.orderHoldMilliseconds > 0 }

    /// The bytes that wait for the commit.
    var pendingBytes: Int { rows.pendingBytes + deadLetterBytes }

    /// Reads the first due job of each host, which costs one look for each.
    private func readWindows() {
        var range: ClosedRange<StateKey>? = StateKey.range(dueFrom: .none)
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
            range = host.number < HostKey.mask ? StateKey.range(dueFrom: HostKey(number: host.number + 1)) : nil
        }
    }

    private var progress: ProgressRow {
        let (reached, open) = offsets.progress()
        return ProgressRow(reached: reached, open: open, stored: stored, off: off)
    }

    /// Whether there is something to commit, or fresh jobs must be stored.
    func hasChanges(at now: Int64) -> Bool {
        rows.hasChanges || !deadLetters.isEmpty || !counts.isEmpty || !heldUp.isEmpty
            || offsets.nextOffset() != committedOffset || nextStore().map { $0 <= now } ?? false
    }

    /// Puts the progress among the changes, if it differs from the last commit or from an aborted one.
    func putProgress() {
        let progress = progress
        guard progress != committedProgress || hasPutProgress else { return }
        hasPutProgress = true
        let isEmpty = progress == ProgressRow()
        rows.put(isEmpty ? nil : progress, of: .ofPartition, at: StateKey(.progress))
    }

    /// Forgets what a transaction has taken.
    func committed(offset: Int64) {
        committedProgress = progress
        hasPutProgress = false
        committedOffset = offset
        rows.committed()
        deadLetters = []
        deadLetterBytes = 0
        counts = DispatchCounts()
        forgotten = []
    }

    /// Returns the row of a connection, in the form that this dispatcher's order needs.
    func connectionRow(_ connection: ConnectionID) -> ConnectionRow? {
        guard var row = rows.connection(connection) else { return nil }
        if isOrdered, !row.isOrdered {
            // A dispatcher without order has written it.
            row.next = nextUnsent(connection, from: 0)
            row.isOrdered = true
            rows.put(row, of: connection)
        }
        return row
    }

    /// Whether an answer has turned a connection off, and no newer settings have turned it on.
    func isOff(_ connection: ConnectionID, _ row: ConnectionRow?) -> Bool {
        guard let row, row.isOff else { return false }
        return newest(connection).offset <= row.settingsOffset
    }

    /// Notes that jobs of a connection may have become ready.
    func touch(_ connection: ConnectionID) {
        if !touched.contains(connection) { touched.append(connection) }
    }

    func isUnderWay(_ connection: ConnectionID, _ place: Int64) -> Bool {
        underWay[connection]?.contains(place) ?? false
    }

    /// Whether no job of a connection may begin before one that is under way has ended.
    func isBusy(_ connection: ConnectionID) -> Bool { isOrdered && underWay[connection] != nil }

    func begin(_ connection: ConnectionID, _ place: Int64) { underWay[connection, default: []].insert(place) }

    func end(_ connection: ConnectionID, _ place: Int64) {
        underWay[connection]?.remove(place)
        if underWay[connection]?.isEmpty == true { underWay[connection] = nil }
        touch(connection)
    }

    /// Returns the place of the first stored job that was never sent, from a place on.
    func nextUnsent(_ connection: ConnectionID, from place: Int64) -> Int64? {
        var from = place
        while let found = rows.first(1, in: StateKey.range(.job, from: from), of: connection).first {
            let place = found.stateKey.place
            if rows.attempts(connection, at: place).map({ $0.history.failures == 0 }) ?? true { return place }
            from = place + 1
        }
        return nil
    }

    /// Returns the host that jobs of a connection go to under its newest settings.
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
