import Kafka
import Observation
import Vocabulary

/// Checks the topics that a worker or a dispatcher needs at its start, and creates missing topics if allowed.
struct TopicCheck: ~Copyable {
    /// The timeout of a request, which is short so that a stop is noticed soon; a slow request is repeated.
    private static let timeoutMilliseconds: Int32 = 2_000
    private static let creationMilliseconds: Int32 = 5_000
    /// The timeout of a request for the addresses of the brokers, which the client usually has cached.
    private static let viewMilliseconds: Int32 = 500
    /// An upper limit for the number of events of one attempt.
    private static let eventCount = 100

    private let options: WorkerOptions
    private let owner: StateOwner
    private let topics: TopicNames
    private let description: TopicDescription
    private let admin: Admin

    init(
        _ options: WorkerOptions,
        for owner: StateOwner = .worker,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        self.options = options
        self.owner = owner
        topics = options.topics
        description = TopicDescription(options.rules, replicationFactor: options.replicationFactor)
        let clients = ClientProperties(options: options, lane: 0, limits: TopicLimits())
        // Report wrong properties before any request to a broker.
        try Consumer.check(clients.consumer)
        admin = try Admin(clients.admin, onEvent: onEvent)
    }

    private var needed: [String] { topics.needed(by: owner) }

    func serveEvents() { for _ in 0..<Self.eventCount { admin.poll(timeoutMilliseconds: 0) } }

    /// Returns the addresses that brokers advertise; empty if no broker has answered.
    func advertisedAddresses() -> [String] {
        let view = try? admin.view(timeoutMilliseconds: Self.viewMilliseconds)
        return (view?.brokers ?? []).sorted { $0.id < $1.id }.map(\.address)
    }

    /// Makes one attempt to reach a broker; throws an error of kind `passing` if no broker answers.
    func reachBroker() throws(KafkaError) {
        _ = try admin.partitionCounts(of: needed, timeoutMilliseconds: Self.timeoutMilliseconds)
    }

    /// Makes one attempt to check the topics; throws an error of kind `passing` if no broker answers.
    func run(_ observer: Observer) throws(KafkaError) -> Result<TopicPlan, StartError> {
        var counts = try admin.partitionCounts(of: needed, timeoutMilliseconds: Self.timeoutMilliseconds)
        let foreign = topics.foreign.filter { counts[$0] == nil && needed.contains($0) }
        if !foreign.isEmpty { return .failure(missingInputs(foreign)) }
        if let partitions = options.createdPartitions {
            let created = try create(counts, partitions)
            if created > 0 { observer.topicsCreated(count: created) }
            counts = try admin.partitionCounts(of: needed, timeoutMilliseconds: Self.timeoutMilliseconds)
        }
        let missing = needed.filter { counts[$0] == nil }
        if !missing.isEmpty, options.createdPartitions != nil { throw Self.notYet(missing) }
        guard missing.isEmpty else { return .failure(Self.missing(missing)) }
        let partitions = counts[topics.input(of: owner)] ?? 0
        if let fault = fault(counts.map { FoundTopic($0.key, partitions: $0.value) }, partitions) {
            return .failure(fault)
        }
        let settings = options.isEmbedded ? [:] : try topicSettings(topics.described(by: owner))
        if let fault = try settingsFault(settings, partitions) { return .failure(fault) }
        let (limits, tombstones) = limits(settings, observer)
        let expected = ExpectedState(
            clusterID: try admin.clusterID(timeoutMilliseconds: Self.timeoutMilliseconds),
            topicPrefix: options.rules.topicPrefix,
            partitions: partitions,
            groupID: options.groupID,
            // The embedded cluster loses its topics and offsets when it ends, so a mismatch is normal.
            isAdopting: options.adoptsState || options.isEmbedded,
            owner: owner
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

    /// Returns the faults in the settings of existing topics, including shared document topics.
    private func settingsFault(
        _ own: [String: [String: String]],
        _ partitions: Int32
    ) throws(KafkaError) -> StartError? {
        guard !options.isEmbedded else { return nil }
        let counts = try admin.partitionCounts(timeoutMilliseconds: Self.timeoutMilliseconds)
        var known = own
        // The documents of a form whose topic is unsuitable are owed, so such a topic does not prevent a start.
        let documents = counts.keys.filter { description.isShared($0) && topics.form(of: $0) == nil }
        let shared = owner == .worker ? documents.sorted() : []
        let others = [topics.connections] + shared
        do throws(KafkaError) {
            known.merge(try topicSettings(others)) { $1 }
        } catch  where error.code == .topicAuthorizationFailed {
            // The check continues without these settings, because a worker can run without the right to read them.
        }
        let found = known.keys.sorted().map { name in
            FoundTopic(name, partitions: counts[name] ?? partitions, settings: known[name] ?? [:])
        }
        return fault(found, partitions)
    }

    private func fault(_ found: [FoundTopic], _ partitions: Int32) -> StartError? {
        var around = TopicDescription.Surroundings(partitions: partitions)
        around.jobPartitions = owner == .dispatcher ? partitions : nil
        let faults = found.sorted { $0.name < $1.name }.flatMap { description.findings(of: $0, around) }
            .filter { $0.stopsWorkers && isConcerned(by: $0) }
        return faults.isEmpty ? nil : StartError(faults.map(\.sentence).joined(separator: "; "), code: .topicUnsuitable)
    }

    /// Whether a finding matters to this program; a dispatcher accepts any number of partitions of the settings.
    private func isConcerned(by finding: TopicFinding) -> Bool {
        owner == .worker || finding.purpose != .connections || finding.setting != .partitions
    }

    private static func missing(_ names: [String]) -> StartError {
        let list = names.joined(separator: ", ")
        return StartError(
            names.count == 1
                ? "the topic \(list) is missing: create it, or run with --create-topics"
                : "these topics are missing: \(list): create them, or run with --create-topics",
            code: .topicMissing
        )
    }

    private func missingInputs(_ names: [String]) -> StartError {
        let (be, they) = names.count == 1 ? ("is", "it is") : ("are", "they are")
        return StartError(
            "\(names.joined(separator: " and ")) \(be) missing: --input-prefix '\(topics.inputPrefix)' says that \(they) "
                + "there, and input topics of another prefix are not made",
            code: .topicMissing
        )
    }

    private func create(_ counts: [String: Int32], _ wanted: Int32) throws(KafkaError) -> Int {
        var found = counts.map { FoundTopic($0.key, partitions: $0.value) }
        var count = 0
        // The second pass creates the dead-letter topic, whose record limit depends on the uploads topic.
        for _ in 0..<2 {
            let input = topics.input(of: owner)
            let known = found.contains { $0.name == input } ? try topicSettings([input]) : [:]
            let around = description.surroundings(
                found.map { FoundTopic($0.name, partitions: $0.partitions, settings: known[$0.name] ?? [:]) },
                orPartitions: wanted
            )
            let missing = description.missing(found, around, for: owner)
            count += try admin.createTopics(missing, timeoutMilliseconds: Self.creationMilliseconds).count
            found += missing.map { FoundTopic($0.name, partitions: $0.partitions) }
        }
        return count
    }

    /// Reads the settings of topics; the error for a topic that may have just been created is transient.
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

    /// Returns the record limits of the topics, and the tombstone retention of the changelog in milliseconds.
    ///
    /// Batches are limited by the smallest output topic, but dead letters only by their own topic.
    private func limits(
        _ known: [String: [String: String]],
        _ observer: Observer
    ) -> (TopicLimits, tombstones: Int64) {
        let day: Int64 = 86_400_000
        guard !options.isEmbedded else { return (TopicLimits(), day) }
        let (input, letters, changelog) = (
            topics.input(of: owner), topics.deadLetters(of: owner), topics.changelog(of: owner)
        )
        if let bytes = known[input]?[TopicSetting.retainedBytes.rawValue].flatMap({ Int($0) }), bytes >= 0 {
            observer.inputLimitedByBytes(input, bytes: bytes)
        }
        let wanted = RecordBounds.deadLetter(ofInputBytes: TopicDescription.longestBatch(known[input]))
        let deadLetter = TopicDescription.longestBatch(known[letters])
        if deadLetter < wanted { observer.deadLetterTopicTooSmall(found: deadLetter, wanted: wanted) }
        let least =
            topics.described(by: owner).filter { $0 != input }.map { TopicDescription.longestBatch(known[$0]) }.min()
            ?? TopicLimits.brokerDefault
        let tombstones = known[changelog]?["delete.retention.ms"].flatMap { Int64($0) } ?? day
        return (TopicLimits(longestDeadLetter: deadLetter, longestBatch: min(1_000_000, least - 512)), tombstones)
    }
}
