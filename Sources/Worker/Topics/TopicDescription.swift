package import Kafka
package import Vocabulary

/// The settings with which topics are created, and the checks of existing topics.
package struct TopicDescription: Sendable {
    /// The tombstone retention and the longest compaction lag of compacted topics.
    ///
    /// A store that is unused for a shorter time misses no tombstone. Deleted data is gone after about this time.
    package static let weekMilliseconds: Int64 = 7 * 86_400_000
    private static let dayMilliseconds: Int64 = 86_400_000
    /// The index size of topics of single connections.
    ///
    /// By default, a broker allocates 10 MB of index per partition, and stalls for seconds when it creates thousands of
    /// partitions.
    private static let ownIndexBytes = "65536"
    /// Bounds for values from brokers, so that no value causes an arithmetic overflow.
    private static let plausibleBytes = 1_024...1_000_000_000

    /// Facts about the cluster and other topics that some expected settings depend on.
    package struct Surroundings: Sendable {
        /// The number of partitions of the uploads.
        package var partitions: Int32
        /// The record limit of the uploads topic in bytes, or nil if unknown.
        package var uploadBytes: Int?
        /// The number of partitions of the job topic, or nil if it is missing.
        package var jobPartitions: Int32?
        /// The record limit of the job topic in bytes, or nil if unknown.
        package var jobBytes: Int?
        /// The number of brokers in the cluster.
        package var brokerCount = 1

        package init(partitions: Int32, uploadBytes: Int? = nil, brokerCount: Int = 1) {
            self.partitions = partitions
            self.uploadBytes = uploadBytes
            self.brokerCount = brokerCount
        }
    }

    package let names: TopicNames
    private let bounds: RecordBounds
    private let routing: Rules.Routing
    private let replicationFactor: Int32

    /// Creates a description; a `replicationFactor` of −1 is the broker's default.
    package init(_ rules: Rules, replicationFactor: Int32 = -1) {
        names = TopicNames(rules)
        bounds = RecordBounds(rules)
        routing = rules.routing
        self.replicationFactor = replicationFactor
    }

    /// Returns the longest record that a topic with these settings accepts, in bytes.
    package static func longestBatch(_ settings: [String: String]?) -> Int {
        let known = settings?[TopicSetting.longestBatch.rawValue].flatMap { Int($0) } ?? TopicLimits.brokerDefault
        return min(max(known, plausibleBytes.lowerBound), plausibleBytes.upperBound)
    }

    /// The topics that must exist before a worker or a dispatcher starts.
    package var needed: [String] { names.needed(by: nil) }

    /// Whether a topic is created and configured by another worker.
    func isForeign(_ purpose: TopicPurpose) -> Bool { names.inputPrefix != names.prefix && purpose.role == .input }

    /// Whether this worker may alter the topic of a finding; false for a topic of another worker.
    package func mayAlter(_ finding: TopicFinding) -> Bool { !isForeign(finding.purpose) }

    /// Whether documents of several connections are written to this topic.
    package func isShared(_ name: String) -> Bool {
        guard let purpose = names.purpose(of: name) else { return false }
        return purpose.isShared && purpose.isFor(routing)
    }

    /// Returns the expected settings of a topic, except for its replication.
    package func expectedSettings(_ purpose: TopicPurpose, _ around: Surroundings) -> [ExpectedSetting] {
        var policy = ExpectedSetting(
            setting: .cleanupPolicy,
            value: .exactly(purpose.isCompacted ? "compact" : "delete"),
            otherwise: purpose.isCompacted ? .wrong : .unusual,
            isMade: true
        )
        // The key is the connection, so compaction would delete all unread records of the connection except the last
        // one.
        if !purpose.isCompacted { policy.wrongEntry = "compact" }
        var expectations = [policy]
        if let count = partitions(purpose, around) { expectations.append(count) }
        if let bytes = longestRecord(purpose, around) {
            expectations.append(
                ExpectedSetting(
                    setting: .longestBatch,
                    value: .atLeast(Int64(bytes)),
                    otherwise: .wrong,
                    isMade: purpose.takesRefused || bytes > TopicLimits.brokerDefault
                )
            )
        }
        let week = String(Self.weekMilliseconds)
        func usual(_ setting: TopicSetting, _ value: String) {
            expectations.append(
                ExpectedSetting(setting: setting, value: .exactly(value), otherwise: .unusual, isMade: true)
            )
        }
        if purpose.isCompacted { usual(.longestCompactionLag, week) }
        if purpose == .state || purpose == .webhookState { usual(.deleteRetention, week) }
        if purpose.isOwn { usual(.segmentIndexBytes, Self.ownIndexBytes) }
        if !purpose.isCompacted {
            expectations.append(
                ExpectedSetting(
                    setting: .retainedBytes,
                    value: .exactly("-1"),
                    otherwise: purpose == .uploads ? .wrong : .unusual,
                    isMade: true
                )
            )
        }
        if purpose == .uploads {
            var retention = ExpectedSetting(
                setting: .retention,
                value: .atLeast(Self.weekMilliseconds),
                otherwise: .unusual
            )
            retention.wrongBelow = Self.dayMilliseconds
            retention.isMade = true
            expectations.append(retention)
        }
        return expectations
    }

    private func partitions(_ purpose: TopicPurpose, _ around: Surroundings) -> ExpectedSetting? {
        let uploads = ExpectedSetting.Value.exactly(String(around.partitions))
        switch purpose {
        case .uploads, .jobs, .deadLetters, .webhookDeadLetters: return nil
        case .connections, .state: return ExpectedSetting(setting: .partitions, value: uploads, otherwise: .wrong)
        case .webhookState:
            let jobs = ExpectedSetting.Value.exactly(String(around.jobPartitions ?? around.partitions))
            return ExpectedSetting(setting: .partitions, value: jobs, otherwise: .wrong)
        case .documents(_, .connection), .replay:
            return ExpectedSetting(setting: .partitions, value: .exactly("1"), otherwise: .unusual)
        case .documents: return ExpectedSetting(setting: .partitions, value: uploads, otherwise: .wrong)
        }
    }

    private func longestRecord(_ purpose: TopicPurpose, _ around: Surroundings) -> Int? {
        switch purpose {
        case .state, .webhookState: bounds.state
        case .jobs: bounds.job
        case .documents(nil, _): bounds.document
        case .documents: bounds.form
        case .deadLetters: around.uploadBytes.map { RecordBounds.deadLetter(ofInputBytes: $0) }
        case .webhookDeadLetters: around.jobBytes.map { RecordBounds.deadLetter(ofInputBytes: $0) }
        case .uploads, .connections, .replay: nil
        }
    }

    /// Returns the expected replication settings of a topic with this number of replicas.
    private func copies(_ found: Int32, _ around: Surroundings) -> [ExpectedSetting] {
        let least = replicationFactor > 0 ? replicationFactor : around.brokerCount > 1 ? 2 : 1
        let insync: ClosedRange<Int64> = found > 2 ? 2...Int64(found) - 1 : 1...1
        return [
            ExpectedSetting(setting: .replication, value: .atLeast(Int64(least)), otherwise: .unusual),
            ExpectedSetting(setting: .leastInsyncReplicas, value: .within(insync), otherwise: .unusual),
        ]
    }

    /// Returns the partitions, the replication and the settings with which a topic is created.
    package func made(_ name: String, _ purpose: TopicPurpose, _ around: Surroundings) -> NewTopic {
        var settings: [String: String] = [:]
        for expected in expectedSettings(purpose, around) where expected.isMade {
            settings[expected.setting.rawValue] = expected.value.target
        }
        let partitions: Int32 =
            switch purpose {
            case .deadLetters, .webhookDeadLetters, .replay, .documents(_, .connection): 1
            case .webhookState: around.jobPartitions ?? around.partitions
            default: around.partitions
            }
        return NewTopic(name, partitions: partitions, replicationFactor: replicationFactor, settings: settings)
    }
}

extension TopicDescription {
    /// Returns the facts about the cluster, derived from the existing topics.
    package func surroundings(_ found: [FoundTopic], orPartitions wanted: Int32, brokerCount: Int = 1) -> Surroundings {
        func topic(_ name: String) -> FoundTopic? { found.first { $0.name == name } }
        // Existing topics come before `wanted`, because uploads, settings and state must have equally many partitions.
        let inputs = [names.uploads, names.connections, names.state].lazy.compactMap { topic($0)?.partitions }
        var around = Surroundings(
            partitions: inputs.first ?? topic(names.jobs)?.partitions ?? wanted,
            uploadBytes: topic(names.uploads).map { Self.longestBatch($0.settings) },
            brokerCount: brokerCount
        )
        around.jobPartitions = topic(names.jobs)?.partitions
        around.jobBytes = topic(names.jobs).map { Self.longestBatch($0.settings) }
        return around
    }

    /// Returns the missing topics that an owner needs; the topics of both owners if `owner` is nil.
    ///
    /// A dead-letter topic is included only if its input topic exists, because its record limit depends on that topic.
    package func missing(
        _ found: [FoundTopic],
        _ around: Surroundings,
        for owner: StateOwner? = nil
    ) -> [NewTopic] {
        missingPurposes(found, owner).filter { !isForeign($0) && canBeMade($0, around) }
            .map { made(names.name($0), $0, around) }
    }

    private func canBeMade(_ purpose: TopicPurpose, _ around: Surroundings) -> Bool {
        switch purpose {
        case .deadLetters: around.uploadBytes != nil
        case .webhookDeadLetters: around.jobBytes != nil
        default: true
        }
    }

    private func missingPurposes(_ found: [FoundTopic], _ owner: StateOwner?) -> [TopicPurpose] {
        let known = Set(found.map(\.name))
        return names.needed(by: owner).filter { !known.contains($0) }.compactMap { names.purpose(of: $0) }
    }

    /// Returns all findings about these topics and about missing topics; unknown topics are ignored.
    package func findings(_ found: [FoundTopic], _ around: Surroundings) -> [TopicFinding] {
        missingPurposes(found, nil).flatMap { absences($0, around) } + found.flatMap { findings(of: $0, around) }
    }

    private func absences(_ purpose: TopicPurpose, _ around: Surroundings) -> [TopicFinding] {
        let topic = made(names.name(purpose), purpose, around)
        func absence(_ setting: TopicSetting, _ wanted: String) -> TopicFinding {
            TopicFinding(
                topic: topic.name,
                purpose: purpose,
                setting: setting,
                found: nil,
                wanted: .exactly(wanted),
                // An installation without webhooks works without the topics of dispatchers.
                verdict: names.all.contains(topic.name) ? .wrong : .unusual,
                reference: reference(purpose)
            )
        }
        return [absence(.partitions, String(topic.partitions))]
            + TopicSetting.allCases.compactMap { setting in
                topic.settings[setting.rawValue].map { absence(setting, $0) }
            }
    }

    /// Returns the topic that must have the same number of partitions.
    private func reference(_ purpose: TopicPurpose) -> String { purpose == .webhookState ? names.jobs : names.uploads }

    /// Returns all findings about a topic, or none for an unknown topic.
    package func findings(of topic: FoundTopic, _ around: Surroundings) -> [TopicFinding] {
        guard let purpose = names.purpose(of: topic.name) else { return [] }
        let expectations = expectedSettings(purpose, around) + (topic.replicas.map { copies($0, around) } ?? [])
        return TopicSetting.allCases.compactMap { setting in
            guard let found = topic.value(setting) else { return nil }
            let expected = expectations.first { $0.setting == setting }
            let verdict = expected?.verdict(found) ?? .ok
            return TopicFinding(
                topic: topic.name,
                purpose: purpose,
                setting: setting,
                found: found,
                wanted: expected?.value,
                // A topic that the current options do not use gets only deletions, so the worker can start.
                verdict: verdict == .wrong && !purpose.isFor(routing) ? .unusual : verdict,
                reference: reference(purpose)
            )
        }
    }
}
