import Glibc
import Kafka
import Worker

/// Drops a replay: deletes its group and its topics.
package struct ReplayDrop: ~Copyable {
    /// The replay to drop, and its topics.
    package struct Plan: Sendable {
        package let request: ReplayRequest
        /// The topics to delete; the topic `<PREFIX>replay` is last.
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

    /// Finds the group and the topics of the replay; returns nil if a worker has taken over the topics.
    ///
    /// - Throws: If there is no replay, or if it is running.
    package func plan() throws(OperationError) -> Plan? {
        guard let record = try ReplayLookup(cluster).record(prefix) else {
            throw OperationError("there is no replay \(prefix): see fork-worker replay list")
        }
        if record.isLive { return nil }
        guard let request = record.request, let status = try groups.status(record) else {
            throw OperationError("\(ReplayRecord.topic(prefix)) does not contain the request of the replay")
        }
        guard status.state != .running else { throw running }
        let topics = ReplayTopics.names(of: request, among: try groups.topics(), forms: cluster.topics.forms)
        return Plan(request: request, topics: topics)
    }

    private var running: OperationError {
        OperationError(
            "the replay \(prefix) is running: stop its processes first; a killed process counts as running until its session "
                + "times out (45 s)"
        )
    }

    /// Waits until the group has no members, then deletes group and topics.
    ///
    /// - Throws: If the replay is started again in the meantime.
    package func run(_ plan: Plan) throws(OperationError) {
        let progress = cluster.progress
        progress.title = "waiting for sessions to end"
        while true {
            // A group with members cannot be deleted.
            if try groups.members(plan.request.group).isEmpty, try groups.delete(plan.request.group) { break }
            try progress.checkCancellation()
            if try self.plan() == nil { throw OperationError("\(prefix) is live: a worker has taken it over") }
            usleep(Self.lookEveryMicroseconds)
            progress.title = "waiting for sessions to end"
        }
        progress.title = "deleting topics of \(prefix)"
        // The topics are listed again because a process may have created more until it stopped.
        let topics = ReplayTopics.names(of: plan.request, among: try groups.topics(), forms: cluster.topics.forms)
        try groups.delete(topics: topics)
    }
}
