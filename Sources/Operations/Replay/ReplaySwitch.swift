import Kafka
import Worker

/// Switches a replay to live: a worker takes over the replay's topics, and records that they are live.
package struct ReplaySwitch {
    /// The result of the switch.
    package enum Outcome: Equatable {
        /// There is no replay to take over.
        case nothing
        /// The replay is live; `leftOut` contains the replay's options that excluded data.
        case live(leftOut: [String])
        /// The replay cannot be taken over; the text is the error message.
        case refused(String)
    }

    private let cluster: Cluster
    private let instanceID: String
    private let makesTopics: Bool

    /// Creates the switch; `cluster` has the worker's group and prefixes.
    ///
    /// A replay process with the same `instanceID` is the predecessor of the worker.
    package init(in cluster: Cluster, instanceID: String, makesTopics: Bool) {
        self.cluster = cluster
        self.instanceID = instanceID
        self.makesTopics = makesTopics
    }

    /// Records that the topics are live, and waits until no process of the replay is running.
    ///
    /// - Parameter waitForStop: Waits for a stop request, for about this many milliseconds. It receives the running
    ///   processes, and returns true to end the waiting.
    /// - Returns: The result of the switch.
    /// - Throws: If brokers do not answer, or `cancelled` after a stop request.
    package func run(
        waitForStop: (_ milliseconds: Int64, _ processes: [String]) -> Bool
    ) throws(OperationError) -> Outcome {
        let prefix = cluster.topics.prefix
        let journal = ReplayJournal(prefix, in: cluster)
        let known = try journal.read()
        guard let request = known.request else { return .nothing }
        if let refusal = refusal(request) { return .refused(refusal) }
        let admin = try cluster.openAdmin()
        if !known.isLive {
            // Without this check, the replay would be live, but no worker could start, because topics are missing.
            if !makesTopics, let refusal = try missing(by: admin) { return .refused(refusal) }
            try journal.note(.live)
        }
        if known.processes[instanceID] == true { try journal.note(.process(instanceID, isRunning: false)) }
        while true {
            let working = known.processes.filter { $0.value && $0.key != instanceID }.map(\.key).sorted()
            if working.isEmpty { break }
            let members = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
                try admin.memberClientIDs(ofGroup: cluster.groupID, timeoutMilliseconds: timeout)
            }
            let there = working.filter { process in members.contains { Self.isMember($0, of: process) } }
            if there.isEmpty { break }
            if waitForStop(1_000, there) { throw .cancelled }
        }
        let leftOut = ["connection", "from", "until"].filter { request.asked[$0] != nil }
        return .live(leftOut: leftOut.map { "--\($0)" })
    }

    private func refusal(_ request: ReplayRequest) -> String? {
        let topics = cluster.topics
        if request.group != cluster.groupID {
            return "\(topics.prefix) is a replay of the group \(request.group), which has its committed offsets: "
                + "take it over with --group-id \(request.group)"
        }
        if request.inputPrefix != topics.inputPrefix {
            return "\(topics.prefix) is a replay of uploads under '\(request.inputPrefix)': take it over with "
                + "--input-prefix \(request.inputPrefix)"
        }
        return nil
    }

    /// Returns an error message if the replay has not created all its topics yet; otherwise nil.
    private func missing(by admin: borrowing Admin) throws(OperationError) -> String? {
        let topics = cluster.topics
        let own = [topics.state, topics.jobs, topics.deadLetters]
        let counts = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.partitionCounts(of: own, timeoutMilliseconds: timeout)
        }
        let missing = own.filter { counts[$0] == nil }
        if missing.isEmpty { return nil }
        return "\(topics.prefix) is a replay that has not yet created \(missing.joined(separator: ", ")): "
            + "let it run until it has, or take it over with --create-topics"
    }

    /// Whether a client id belongs to a lane of this process.
    package static func isMember(_ clientID: String, of process: String) -> Bool {
        let name = "fork-worker-\(process)-"
        guard clientID.hasPrefix(name) else { return false }
        return Int(clientID.dropFirst(name.count)) != nil
    }
}
