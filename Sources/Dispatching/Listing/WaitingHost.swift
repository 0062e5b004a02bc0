package import Webhooks

/// A host for which jobs wait, as `dispatch list --hosts` prints it.
package struct WaitingHost: Equatable, Sendable {
    /// The name and port; nil for jobs whose callback URL must not be called.
    package let hostAndPort: String?
    /// The number of stored jobs of the connections whose first waiting job is for the host.
    package let waiting: Int
    /// The number of connections whose first waiting job is for the host.
    package let connections: Int
    /// The earliest arrival time of these first jobs, in milliseconds since 1970.
    package let oldestMilliseconds: Int64?
    /// The time of the next attempt, in milliseconds since 1970.
    package let nextMilliseconds: Int64?
    /// The outcome, the status and the reason of the last attempt for one of these first jobs.
    package let outcome: AttemptOutcome?
    package let status: Int?
    package let reason: FailureReason?
    /// The end of the pause, in milliseconds since 1970; nil if the host is not paused.
    package let leftAloneUntilMilliseconds: Int64?

    /// Sums up waiting connections that have the same host.
    private init(_ connections: [WaitingConnection]) {
        hostAndPort = connections.first?.hostAndPort
        waiting = connections.reduce(0) { $0 + $1.waiting }
        self.connections = connections.count
        oldestMilliseconds = connections.compactMap(\.oldestMilliseconds).min()
        nextMilliseconds = connections.compactMap(\.nextMilliseconds).min()
        let last = connections.max { $0.lastMilliseconds ?? 0 < $1.lastMilliseconds ?? 0 }
        (outcome, status, reason) = (last?.outcome, last?.status, last?.reason)
        leftAloneUntilMilliseconds = connections.compactMap(\.leftAloneUntilMilliseconds).max()
    }

    /// Returns the hosts of connections with waiting jobs; the host with the most jobs is the first.
    package static func hosts(of connections: [WaitingConnection]) -> [WaitingHost] {
        let waiting = connections.filter { $0.waiting > 0 }
        return Dictionary(grouping: waiting, by: \.hostAndPort).values.map { WaitingHost($0) }
            .sorted { ($1.waiting, $0.hostAndPort ?? "") < ($0.waiting, $1.hostAndPort ?? "") }
    }
}
