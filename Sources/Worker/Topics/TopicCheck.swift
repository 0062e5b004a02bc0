import Health
import Kafka
import Observation

/// Whether the topics are there that a worker needs; those that are missing are made, when it may.
struct TopicCheck: ~Copyable {
    /// Short, since a stop waits for it; what takes longer is asked again.
    private static let timeoutMilliseconds: Int32 = 2_000
    private static let creationMilliseconds: Int32 = 5_000
    private static let limit = "max.message.bytes"
    /// A dead letter is longer than what was refused by its headers.
    private static let headerBytes = 65_536
    /// Bounds for what brokers answer, so that no answer makes the arithmetic fail.
    private static let plausibleBytes = 1_024...1_000_000_000

    private let options: WorkerOptions
    private let topics: TopicNames
    private let admin: Admin

    init(_ options: WorkerOptions, observer: Observer) throws(KafkaError) {
        self.options = options
        topics = options.topics
        let clients = ClientProperties(options: options, lane: 0, limits: TopicLimits())
        // What no broker can mend is said before any is asked.
        try Consumer.check(clients.consumer)
        admin = try Admin(clients.admin, onEvent: ClientReports.sink(observer))
    }

    /// One attempt; a broker that does not answer yet is an error of the kind `passing`.
    func run(_ observer: Observer) throws(KafkaError) -> Result<TopicPlan, StartError> {
        var counts = try admin.partitionCounts(of: topics.all, timeoutMilliseconds: Self.timeoutMilliseconds)
        let foreign = topics.foreign.filter { counts[$0] == nil }
        if !foreign.isEmpty { return .failure(missingInputs(foreign)) }
        if let partitions = options.createdPartitions {
            let created = try create(counts, partitions)
            if created > 0 { observer.topicsCreated(count: created) }
            counts = try admin.partitionCounts(of: topics.all, timeoutMilliseconds: Self.timeoutMilliseconds)
        }
        let missing = topics.all.filter { counts[$0] == nil }
        if !missing.isEmpty, options.createdPartitions != nil { throw Self.notYet(missing) }
        guard missing.isEmpty else { return .failure(Self.missing(missing)) }
        let partitions = counts[topics.uploads] ?? 0
        for name in [topics.connections, topics.state] where counts[name] != partitions {
            return .failure(
                StartError(
                    "\(name) has \(counts[name] ?? 0) partitions and \(topics.uploads) has \(partitions): they must have "
                        + "the same number, since a connection's records are in the same partition of each"
                )
            )
        }
        if let fault = try demandFault(partitions) { return .failure(fault) }
        let (limits, tombstones) = try limits(observer)
        let expected = ExpectedState(
            clusterID: try admin.clusterID(timeoutMilliseconds: Self.timeoutMilliseconds),
            topicPrefix: options.rules.topicPrefix,
            partitions: partitions,
            groupID: options.groupID,
            // What the embedded cluster forgets is no sign of anything.
            isAdopting: options.adoptsState || options.isEmbedded
        )
        return .success(
            TopicPlan(
                partitions: partitions,
                expectedState: expected,
                limits: limits,
                tombstoneMilliseconds: tombstones
            )
        )
    }

    /// What is wrong with topics that are there, shared topics of documents among them.
    private func demandFault(_ partitions: Int32) throws(KafkaError) -> StartError? {
        guard !options.isEmbedded else { return nil }
        let demands = TopicDemands(options.rules)
        let counts = try admin.partitionCounts(timeoutMilliseconds: Self.timeoutMilliseconds)
        var known = try topicSettings([topics.state, topics.jobs])
        let others = [topics.connections] + counts.keys.filter(demands.isShared).sorted()
        do throws(KafkaError) {
            known.merge(try topicSettings(others)) { $1 }
        } catch  where error.code == .topicAuthorizationFailed {
            // Writing to them asks for less than being told of their settings.
        }
        let found = known.keys.sorted().map { name in
            TopicDemands.Found(name, partitions: counts[name] ?? partitions, settings: known[name] ?? [:])
        }
        let faults = demands.faults(found, partitions: partitions)
        return faults.isEmpty ? nil : StartError(faults.joined(separator: "; "))
    }

    private static func missing(_ names: [String]) -> StartError {
        let list = names.joined(separator: ", ")
        return StartError(
            names.count == 1
                ? "the topic \(list) is missing: create it, or run with --create-topics"
                : "these topics are missing: \(list): create them, or run with --create-topics"
        )
    }

    private func missingInputs(_ names: [String]) -> StartError {
        let (be, they) = names.count == 1 ? ("is", "it is") : ("are", "they are")
        return StartError(
            "\(names.joined(separator: " and ")) \(be) missing: --input-prefix '\(topics.inputPrefix)' says that \(they) "
                + "there, and input topics of another prefix are not made"
        )
    }

    private func create(_ counts: [String: Int32], _ wanted: Int32) throws(KafkaError) -> Int {
        // What is there already decides: the three must have the same number.
        let inputs = [topics.uploads, topics.connections, topics.state]
        let partitions = inputs.compactMap { counts[$0] }.first ?? wanted
        let compact = ["cleanup.policy": "compact"]
        // A store that is away for less than this misses no tombstone.
        let state = ["cleanup.policy": "compact", "delete.retention.ms": "604800000"]
        let plans: [NewTopic] = [
            plan(topics.uploads, partitions, [:]), plan(topics.connections, partitions, compact),
            plan(topics.state, partitions, state), plan(topics.jobs, partitions, [:]),
        ]
        var created = try admin.createTopics(
            plans.filter { counts[$0.name] == nil },
            timeoutMilliseconds: Self.creationMilliseconds
        )
        if counts[topics.deadLetters] == nil {
            let longest = String(try longest(of: topics.uploads) + Self.headerBytes)
            created.formUnion(
                try admin.createTopics(
                    [plan(topics.deadLetters, 1, [Self.limit: longest])],
                    timeoutMilliseconds: Self.creationMilliseconds
                )
            )
        }
        return created.count
    }

    private func plan(_ name: String, _ partitions: Int32, _ topicSettings: [String: String]) -> NewTopic {
        NewTopic(
            name,
            partitions: partitions,
            replicationFactor: options.replicationFactor,
            settings: topicSettings
        )
    }

    /// A broker may not have heard yet of a topic that was made a moment ago: that passes.
    private func topicSettings(_ names: [String]) throws(KafkaError) -> [String: [String: String]] {
        do throws(KafkaError) {
            return try admin.settings(of: names, timeoutMilliseconds: Self.timeoutMilliseconds)
        } catch  where error.code == .unknownTopicOrPartition && options.createdPartitions != nil {
            throw Self.notYet(names)
        }
    }

    private static func notYet(_ names: [String]) -> KafkaError {
        KafkaError(.metadata, .leaderNotAvailable, reason: "not all of \(names.joined(separator: ", ")) are there yet")
    }

    private func longest(of topic: String) throws(KafkaError) -> Int {
        let known = try topicSettings([topic])
        return Self.bytes(known[topic])
    }

    private static func bytes(_ settings: [String: String]?) -> Int {
        let known = settings?[limit].flatMap { Int($0) } ?? TopicLimits.brokerDefault
        return min(max(known, plausibleBytes.lowerBound), plausibleBytes.upperBound)
    }

    /// No batch may be longer than the least of the outputs takes; a dead letter as long as its topic does.
    ///
    /// And how long the changelog keeps tombstones, Kafka's default being a day.
    private func limits(_ observer: Observer) throws(KafkaError) -> (TopicLimits, tombstones: Int64) {
        let day: Int64 = 86_400_000
        guard !options.isEmbedded else { return (TopicLimits(), day) }
        let names = [topics.uploads, topics.state, topics.jobs, topics.deadLetters]
        let known = try topicSettings(names)
        let wanted = Self.bytes(known[topics.uploads]) + Self.headerBytes
        let deadLetter = Self.bytes(known[topics.deadLetters])
        if deadLetter < wanted { observer.deadLetterTopicTooSmall(found: deadLetter, wanted: wanted) }
        let least = names.dropFirst().map { Self.bytes(known[$0]) }.min() ?? TopicLimits.brokerDefault
        let tombstones = known[topics.state]?["delete.retention.ms"].flatMap { Int64($0) } ?? day
        return (TopicLimits(longestDeadLetter: deadLetter, longestBatch: min(1_000_000, least - 512)), tombstones)
    }
}
