package import Vocabulary
package import Webhooks

/// A connection that has waiting jobs or is off, as `dispatch list` prints it.
package struct WaitingConnection: Equatable, Sendable {
    package let connection: ConnectionID
    /// The name and port of the host of the first waiting job; nil if unknown.
    package var hostAndPort: String?
    /// The number of stored jobs.
    package var waiting = 0
    /// The arrival time of the first waiting job, in milliseconds since 1970.
    package var oldestMilliseconds: Int64?
    /// The number of attempts to send the first waiting job.
    package var attempts = 0
    /// The time of the next attempt, not before the end of the host's pause, in milliseconds since 1970.
    package var nextMilliseconds: Int64?
    /// The status of the last answer for the first waiting job.
    package var status: Int?
    package var outcome: AttemptOutcome?
    /// The reason why the last attempt for the first waiting job got no answer.
    package var reason: FailureReason?
    /// The time of the last attempt for the first waiting job, in milliseconds since 1970.
    package var lastMilliseconds: Int64?
    /// The end of the host's pause, in milliseconds since 1970; nil if the host is not paused.
    package var leftAloneUntilMilliseconds: Int64?
    package var isOff = false

    /// Creates a connection without jobs.
    package init(_ connection: ConnectionID) { self.connection = connection }
}

/// The connections that wait or are off, built from the rows of `fork.webhook-state`.
///
/// This list needs about 16 bytes for each waiting job, and stores no job contents.
package struct WaitingConnections: Sendable {
    private struct Folded {
        var row: ConnectionRow?
        /// The arrival times of jobs, by place.
        var jobs: [Int64: Int64] = [:]
        var attempts: [Int64: AttemptsRow] = [:]
    }

    private struct PauseKey: Hashable {
        let partition: Int32
        let host: HostKey
    }

    private var connections: [ConnectionID: Folded] = [:]
    /// The ends of pauses, by host and by the partition that has the row.
    private var pauses: [PauseKey: Int64] = [:]

    package init() {}

    /// Applies a row or its removal, and ignores rows of other kinds.
    ///
    /// - Throws: If the row has an unknown version.
    package mutating func take(_ change: StateChange, of partition: Int32) throws(UnreadableRow) {
        guard let kind = change.stateKey.rowKind else { return }
        if kind == .host {
            let key = PauseKey(partition: partition, host: change.stateKey.host)
            pauses[key] = try HostRow(change, of: partition)?.leftAloneUntilMilliseconds
        }
        guard change.connection != .ofPartition else { return }
        let place = change.stateKey.place
        var folded = connections[change.connection] ?? Folded()
        switch kind {
        case .connection: folded.row = try ConnectionRow(change, of: partition)
        case .job:
            folded.jobs[place] = try JobRow(change, of: partition)?.arrivedMilliseconds
        case .attempts: folded.attempts[place] = try AttemptsRow(change, of: partition)
        case .due, .age, .progress, .bases, .host, .repair: return
        }
        let isEmpty = folded.row == nil && folded.jobs.isEmpty && folded.attempts.isEmpty
        connections[change.connection] = isEmpty ? nil : folded
    }

    /// The connections, in the order of their ids.
    package var list: [WaitingConnection] {
        let pauses = Dictionary(pauses.map { ($0.host, $1) }) { max($0, $1) }
        return connections.sorted { $0.key < $1.key }.compactMap { connection, folded in
            let isOff = folded.row?.isOff ?? false
            guard isOff || !folded.jobs.isEmpty else { return nil }
            let front = folded.jobs.keys.min()
            let attempts = front.flatMap { folded.attempts[$0] }
            let pause = attempts.flatMap { pauses[$0.host] }
            var waiting = WaitingConnection(connection)
            waiting.hostAndPort = attempts.flatMap { $0.hostAndPort.isEmpty ? nil : $0.hostAndPort }
            waiting.waiting = folded.jobs.count
            waiting.oldestMilliseconds = front.flatMap { folded.jobs[$0] }
            waiting.attempts = attempts?.history.attempts ?? 0
            waiting.nextMilliseconds = attempts.map { max($0.dueMilliseconds, pause ?? 0) }
            waiting.status = attempts?.history.status
            waiting.outcome = attempts?.history.outcome
            waiting.reason = attempts?.history.reason
            waiting.lastMilliseconds = attempts?.history.lastMilliseconds
            waiting.leftAloneUntilMilliseconds = pause
            waiting.isOff = isOff
            return waiting
        }
    }
}
