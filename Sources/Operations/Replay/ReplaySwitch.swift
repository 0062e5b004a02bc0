import Kafka
import Worker

/// The switch from a replay to live: a worker takes the replay's topics over, and says so.
package struct ReplaySwitch {
    /// What comes of it.
    package enum Outcome: Equatable {
        /// There is no replay to take over.
        case nothing
        /// It is live; what it has left out when it was asked for, as options.
        case live(leftOut: [String])
        /// It must not be: a sentence for whoever has asked.
        case refused(String)
        case stopped
    }

    private let cluster: Cluster
    private let instanceID: String
    private let makesTopics: Bool

    /// The switch of the cluster's own topics and group to a worker.
    ///
    /// - Parameters:
    ///   - cluster: with the group and the prefixes of the worker.
    ///   - instanceID: the worker's; a process of the replay that had it is this one's predecessor.
    ///   - makesTopics: whether the worker makes topics that are missing.
    package init(in cluster: Cluster, instanceID: String, makesTopics: Bool) {
        self.cluster = cluster
        self.instanceID = instanceID
        self.makesTopics = makesTopics
    }

    /// Says that the topics are live, and waits until no process works at the replay.
    ///
    /// - Parameter waitForStop: waits about so many milliseconds for something else, and hears for which processes by
    ///   instance id; true ends the waiting.
    /// - Returns: what came of it.
    /// - Throws: when brokers do not answer.
    package func run(
        waitForStop: (_ milliseconds: Int64, _ processes: [String]) -> Bool
    ) throws(OperationError) -> Outcome {
        let prefix = cluster.topics.prefix
        let journal = ReplayJournal(prefix, in: cluster)
        let known = try journal.read()
        guard let request = known.request else { return .nothing }
        if let refusal = refusal(request) { return .refused(refusal) }
        let admin = try OperationError.of { () throws(KafkaError) in
            try Admin(cluster.admin, onEvent: cluster.events)
        }
        if !known.isLive {
            // Else it would be live, and no worker could begin.
            if !makesTopics, let refusal = try missing(by: admin) { return .refused(refusal) }
            try journal.note(.live)
        }
        if known.processes[instanceID] == true { try journal.note(.process(instanceID, isRunning: false)) }
        while true {
            let working = known.processes.filter { $0.value && $0.key != instanceID }.map(\.key).sorted()
            if working.isEmpty { break }
            let members = try Patience().ask(cluster) { timeout throws(KafkaError) in
                try admin.memberClientIDs(ofGroup: cluster.groupID, timeoutMilliseconds: timeout)
            }
            let there = working.filter { process in members.contains { Self.isMember($0, of: process) } }
            if there.isEmpty { break }
            if waitForStop(1_000, there) { return .stopped }
        }
        let leftOut = ["connection", "from", "until"].filter { request.asked[$0] != nil }
        return .live(leftOut: leftOut.map { "--\($0)" })
    }

    private func refusal(_ request: ReplayRequest) -> String? {
        let topics = cluster.topics
        if request.group != cluster.groupID {
            return "\(topics.prefix) is a replay of the group \(request.group), which knows how far it has read: "
                + "take it over with --group-id \(request.group)"
        }
        if request.inputPrefix != topics.inputPrefix {
            return "\(topics.prefix) is a replay of what is in '\(request.inputPrefix)': take it over with "
                + "--input-prefix \(request.inputPrefix)"
        }
        return nil
    }

    /// What the replay has not come to make, as a sentence; nil when all is there.
    private func missing(by admin: borrowing Admin) throws(OperationError) -> String? {
        let topics = cluster.topics
        let own = [topics.state, topics.jobs, topics.deadLetters]
        let counts = try Patience().ask(cluster) { timeout throws(KafkaError) in
            try admin.partitionCounts(of: own, timeoutMilliseconds: timeout)
        }
        let missing = own.filter { counts[$0] == nil }
        if missing.isEmpty { return nil }
        return "\(topics.prefix) is a replay that has not made \(missing.joined(separator: ", ")) yet: "
            + "let it go on until it has, or take it over with --create-topics"
    }

    /// Whether a client id is one of a process's lanes.
    package static func isMember(_ clientID: String, of process: String) -> Bool {
        let name = "fork-worker-\(process)-"
        guard clientID.hasPrefix(name) else { return false }
        return Int(clientID.dropFirst(name.count)) != nil
    }
}
