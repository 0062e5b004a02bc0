package import Vocabulary
package import Webhooks

/// A connection that has waiting jobs or is off, as `dispatch list` prints it.
package struct WaitingConnection: Equatable, Sendable {
    package let connection: ConnectionID
    /// The name and port of the host of the front job; nil if unknown.
    package let hostAndPort: String?
    /// The number of stored jobs.
    package let waiting: Int
    /// The time from which the front job waits, in milliseconds since 1970.
    package let oldestMilliseconds: Int64?
    /// The number of attempts for the front job.
    package let attempts: Int
    /// The time of the next attempt for the front job, in milliseconds since 1970.
    package let nextMilliseconds: Int64?
    /// The status of the last answer for the front job.
    package let status: Int?
    package let outcome: AttemptOutcome?
    package let isOff: Bool
}

/// The connections that wait or are off, built from the rows of `fork.webhook-state`.
///
/// It needs about 16 bytes for each waiting job, and stores no job contents.
package struct WaitingConnections: Sendable {
    private struct Folded {
        var row: ConnectionRow?
        /// The times from which jobs wait, by place.
        var jobs: [Int64: Int64] = [:]
        var attempts: [Int64: AttemptsRow] = [:]
    }

    private var connections: [ConnectionID: Folded] = [:]

    package init() {}

    /// Applies a row, or its removal.
    ///
    /// Ignores rows of other kinds.
    ///
    /// - Parameters:
    ///   - change: The row.
    ///   - partition: The partition of the row.
    /// - Throws: If the row has an unknown version.
    package mutating func take(_ change: StateChange, of partition: Int32) throws(UnreadableRow) {
        guard change.connection != .ofPartition, let kind = change.stateKey.rowKind else { return }
        let place = change.stateKey.place
        var folded = connections[change.connection] ?? Folded()
        switch kind {
        case .connection: folded.row = try ConnectionRow(change, of: partition)
        case .job:
            folded.jobs[place] = try JobRow(change, of: partition)?.arrivedMilliseconds
        case .attempts: folded.attempts[place] = try AttemptsRow(change, of: partition)
        case .due, .age, .progress, .bases: return
        }
        let isEmpty = folded.row == nil && folded.jobs.isEmpty && folded.attempts.isEmpty
        connections[change.connection] = isEmpty ? nil : folded
    }

    /// The connections, in the order of their ids.
    package var list: [WaitingConnection] {
        connections.sorted { $0.key < $1.key }.compactMap { connection, folded in
            let isOff = folded.row?.isOff ?? false
            guard isOff || !folded.jobs.isEmpty else { return nil }
            let front = folded.jobs.keys.min()
            let attempts = front.flatMap { folded.attempts[$0] }
            return WaitingConnection(
                connection: connection,
                hostAndPort: attempts.flatMap { $0.hostAndPort.isEmpty ? nil : $0.hostAndPort },
                waiting: folded.jobs.count,
                oldestMilliseconds: front.flatMap { folded.jobs[$0] },
                attempts: attempts?.history.attempts ?? 0,
                nextMilliseconds: attempts?.dueMilliseconds,
                status: attempts?.history.status,
                outcome: attempts?.history.outcome,
                isOff: isOff
            )
        }
    }
}
