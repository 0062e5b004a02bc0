import Kafka
import Vocabulary
import Worker

/// Starts or resumes a replay; its options and input range are fixed at the first start.
package struct ReplayOpening {
    /// The result of a start.
    package enum Outcome: Equatable {
        /// The replay runs with this request.
        case runs(ReplayRequest)
        /// The replay was already finished, with these totals.
        case isDone(ReplayFigures)
        /// The replay cannot run; the text is the error message.
        case refused(String)
    }

    /// The prefix of the replay.
    private let into: String
    private let asked: [String: String]
    private let fromMilliseconds: Int64?
    private let untilMilliseconds: Int64?
    private let replicationFactor: Int32
    /// The brokers and the live prefix, with the replay's own group.
    private let cluster: Cluster
    private let deadline = BrokerDeadline()

    /// - Parameters:
    ///   - into: The prefix of the replay's topics.
    ///   - asked: The options that must be equal at each start.
    ///   - fromMilliseconds: The first upload timestamp to read; nil for no limit.
    ///   - untilMilliseconds: The upload timestamp before which the replay stops; nil for no limit.
    ///   - replicationFactor: The replication factor of the replay's topic.
    ///   - cluster: The brokers and the live prefix, with the replay's own group.
    package init(
        into: String,
        asked: [String: String],
        fromMilliseconds: Int64?,
        untilMilliseconds: Int64?,
        replicationFactor: Int32,
        in cluster: Cluster
    ) {
        self.into = into
        self.asked = asked
        self.fromMilliseconds = fromMilliseconds
        self.untilMilliseconds = untilMilliseconds
        self.replicationFactor = replicationFactor
        self.cluster = cluster
    }

    /// Checks for conflicts, and writes the request unless an earlier start has written it.
    package func run() throws(OperationError) -> Outcome {
        let known = try ReplayLookup(cluster).records()
        if let own = known[into], own.request != nil || own.isLive { return outcome(own) }
        if let refusal = conflict(known) { return .refused(refusal) }
        let reader = try cluster.openConsumer()
        let counts = try ask(reader) { reader, timeout throws(KafkaError) in
            try reader.partitionCounts(timeoutMilliseconds: timeout)
        }
        if let stranger = counts.keys.filter({ isOutput($0) }).min() {
            return .refused("--into \(into): the topic \(stranger) already exists, and no replay has created it")
        }
        let request = ReplayRequest(
            into: into,
            livePrefix: cluster.topics.prefix,
            inputPrefix: cluster.topics.inputPrefix,
            group: cluster.groupID,
            beganMilliseconds: ReplayJournal.now,
            asked: asked,
            range: try range(reader, counts)
        )
        let journal = ReplayJournal(into, in: cluster)
        try journal.make(replicationFactor: replicationFactor)
        return outcome(try journal.decide { $0.request == nil && !$0.isLive ? .request(request) : nil })
    }

    private func outcome(_ own: ReplayRecord) -> Outcome {
        if own.isLive { return .refused("--into \(into): it is live, and no longer a replay") }
        guard let request = own.request else { return .refused("--into \(into): its record cannot be read") }
        let differences = request.differences(in: asked)
        guard differences.isEmpty else {
            return .refused(
                "--into \(into) was started with other options: \(differences.joined(separator: "; ")). Use the same options, "
                    + "or replay into another prefix"
            )
        }
        return own.figures.map { .isDone($0) } ?? .runs(request)
    }

    private func conflict(_ known: [String: ReplayRecord]) -> String? {
        let others = known.filter { $0.key != into }
        let taken = others.filter { $0.value.isLive }.map(\.key)
        return ReplayPrefix.conflict(
            into,
            live: [cluster.topics.prefix, cluster.topics.inputPrefix] + taken,
            replays: others.filter { !$0.value.isLive }.map(\.key)
        )
    }

    /// Whether a worker with this prefix would read or write the topic.
    private func isOutput(_ topic: String) -> Bool {
        let names = TopicNames(prefix: into, forms: cluster.topics.forms)
        return topic != names.replay && names.purpose(of: topic) != nil
    }

    /// Returns the current offsets of the inputs, without records of open transactions.
    private func range(
        _ reader: borrowing Consumer,
        _ counts: [String: Int32]
    ) throws(OperationError) -> ReplayRange {
        let topics = cluster.topics
        let missing = [topics.uploads, topics.connections].filter { counts[$0] == nil }
        guard missing.isEmpty, let count = counts[topics.uploads], count == counts[topics.connections] else {
            throw OperationError(
                missing.isEmpty
                    ? "\(topics.uploads) and \(topics.connections) have different numbers of partitions"
                    : "there is nothing to replay: \(missing.joined(separator: " and ")) is missing"
            )
        }
        let uploads = (0..<count).map { TopicPartition(topics.uploads, $0) }
        let connections = (0..<count).map { TopicPartition(topics.connections, $0) }
        let ends = try ask(reader) { reader, timeout throws(KafkaError) in
            try reader.watermarks(of: uploads + connections, timeoutMilliseconds: timeout)
        }
        let from = try offsets(reader, uploads, fromMilliseconds)
        let until = try offsets(reader, uploads, untilMilliseconds)
        return ReplayRange(
            uploads: uploads.map { place in
                let (low, high) = (ends[place]?.low ?? 0, ends[place]?.high ?? 0)
                let end = untilMilliseconds == nil ? high : min(until[place] ?? high, high)
                let begin = fromMilliseconds == nil ? low : from[place] ?? high
                return min(max(low, begin), end)..<end
            },
            connections: connections.map { ends[$0]?.high ?? 0 }
        )
    }

    private func offsets(
        _ reader: borrowing Consumer,
        _ places: [TopicPartition],
        _ milliseconds: Int64?
    ) throws(OperationError) -> [TopicPartition: Int64] {
        guard let milliseconds else { return [:] }
        let times = Dictionary(uniqueKeysWithValues: places.map { ($0, milliseconds) })
        return try ask(reader) { reader, timeout throws(KafkaError) in
            try reader.offsets(forTimes: times, timeoutMilliseconds: timeout)
        }
    }

    private func ask<Answer>(
        _ reader: borrowing Consumer,
        _ question: (borrowing Consumer, Int32) throws(KafkaError) -> Answer
    ) throws(OperationError) -> Answer {
        try deadline.ask(cluster) { timeout throws(KafkaError) in try question(reader, timeout) }
    }
}
