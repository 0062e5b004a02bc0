import Glibc
import Kafka

/// Takes away a replay: its group and its topics.
package struct ReplayDrop: ~Copyable {
    /// Whether there is something to drop.
    package enum Verdict {
        case may(ReplayDrop.Plan)
        /// Its topics are live.
        case isLive
        case stopped
    }

    /// The replay that would go, and all that is its own.
    package struct Plan: Sendable {
        package let request: ReplayRequest
        /// Its topics, that of its record last.
        package let topics: [String]
    }

    private let cluster: Cluster
    private let prefix: String
    private let groups: ReplayGroups

    private static let lookEveryMicroseconds: UInt32 = 500_000

    package init(_ prefix: String, in cluster: Cluster) throws(OperationError) {
        self.prefix = prefix
        self.cluster = cluster
        groups = try ReplayGroups(cluster)
    }

    /// Looks what there is to drop.
    ///
    /// - Throws: where there is no replay, or one that runs.
    package func plan(_ work: inout LongWork) throws(OperationError) -> Verdict {
        let record: ReplayRecord
        switch try ReplayLookup(cluster).record(prefix, &work) {
        case .found(let found): record = found
        case .nothing:
            throw OperationError("there is no replay \(prefix): fork-worker replay list names those that are")
        case .stopped: return .stopped
        }
        if record.isLive { return .isLive }
        guard let request = record.request, let status = try groups.status(record) else {
            throw OperationError("\(ReplayRecord.topic(prefix)) does not say what was replayed")
        }
        guard status.state != .running else { throw running }
        return .may(Plan(request: request, topics: ReplayTopics.names(of: request, among: try groups.topics())))
    }

    private var running: OperationError {
        OperationError(
            "the replay \(prefix) runs: stop its processes first; one that was killed counts as running until its session "
                + "has ended (45 s)"
        )
    }

    /// Waits until nobody is in the group any more, then deletes group and topics; false when the work was stopped.
    ///
    /// - Throws: when it is started again meanwhile.
    package func run(_ plan: Plan, _ work: inout LongWork) throws(OperationError) -> Bool {
        work.title = "waiting for sessions to end"
        while true {
            // Asked first: a group that has members cannot be deleted, and need not be tried to.
            if try groups.members(plan.request.group).isEmpty, try groups.delete(plan.request.group) { break }
            guard work.goesOn() else { return false }
            switch try self.plan(&work) {
            case .may: usleep(Self.lookEveryMicroseconds)
            case .isLive: throw OperationError("\(prefix) is live: a worker has taken it over")
            case .stopped: return false
            }
            work.title = "waiting for sessions to end"
        }
        work.title = "deleting topics of \(prefix)"
        // Names anew: what wrote them until a moment ago may have made more.
        let topics = ReplayTopics.names(of: plan.request, among: try groups.topics())
        return try groups.delete(topics: topics, &work)
    }
}
