package import Health
package import Kafka

/// What the topics under a worker's prefixes are to be like: how each is made, and what of it is unusual or wrong.
///
/// The start of a worker, `--create-topics`, the topics that a lane makes, `topics`, `doctor` and the docs all ask here.
package struct TopicDescription: Sendable {
    /// A topic that keeps deletions for so long, and compacts in that time: a store that is away for less misses none, and
    /// what is deleted is gone.
    package static let weekMilliseconds: Int64 = 7 * 86_400_000
    private static let dayMilliseconds: Int64 = 86_400_000
    /// The broker preallocates 10 MB of index for each partition; with thousands of them it stands still for seconds.
    private static let ownIndexBytes = "65536"
    /// Bounds for what brokers answer, so that no answer makes the arithmetic fail.
    private static let plausibleBytes = 1_024...1_000_000_000

    /// What is known of the cluster and of other topics, on which some wishes hang.
    package struct Surroundings: Sendable {
        /// How many partitions the uploads have.
        package var partitions: Int32
        /// How long an upload's record may be; nil where that is not known.
        package var uploadBytes: Int?
        /// How many brokers there are.
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

    /// - Parameters:
    ///   - rules: the worker's, which say where documents go and how long they may be.
    ///   - replicationFactor: of topics that are made; −1 is the broker's default.
    package init(_ rules: Rules, replicationFactor: Int32 = -1) {
        names = TopicNames(rules)
        bounds = RecordBounds(rules)
        routing = rules.routing
        self.replicationFactor = replicationFactor
    }

    /// How long a record may be by what a topic's settings say.
    package static func longestBatch(_ settings: [String: String]?) -> Int {
        let known = settings?[TopicSetting.longestBatch.rawValue].flatMap { Int($0) } ?? TopicLimits.brokerDefault
        return min(max(known, plausibleBytes.lowerBound), plausibleBytes.upperBound)
    }

    /// The topics without which no worker begins.
    package var needed: [String] { names.all }

    /// Whether a topic belongs to somebody else, who makes it and sets it.
    func isForeign(_ purpose: TopicPurpose) -> Bool { names.inputPrefix != names.prefix && purpose.role == .input }

    /// Whether settings of this topic may be mended: those of somebody else's may not.
    package func mayAlter(_ finding: TopicFinding) -> Bool { !isForeign(finding.purpose) }

    /// Whether documents of many connections go to this topic.
    package func isShared(_ name: String) -> Bool {
        guard let purpose = names.purpose(of: name) else { return false }
        return purpose.isShared && purpose.isFor(routing)
    }

    /// What a topic should be like, apart from how many copies there are of it.
    package func wishes(_ purpose: TopicPurpose, _ around: Surroundings) -> [TopicWish] {
        var wishes = [
            TopicWish(
                setting: .cleanupPolicy,
                value: .exactly(purpose.isCompacted ? "compact" : "delete"),
                otherwise: purpose.isCompacted ? .wrong : .unusual,
                isMade: purpose.isCompacted
            )
        ]
        if let count = partitions(purpose, around) { wishes.append(count) }
        if let bytes = longestRecord(purpose, around) {
            wishes.append(
                TopicWish(
                    setting: .longestBatch,
                    value: .atLeast(Int64(bytes)),
                    otherwise: .wrong,
                    isMade: purpose == .deadLetters || bytes > TopicLimits.brokerDefault
                )
            )
        }
        let week = String(Self.weekMilliseconds)
        func usual(_ setting: TopicSetting, _ value: String) {
            wishes.append(TopicWish(setting: setting, value: .exactly(value), otherwise: .unusual, isMade: true))
        }
        if purpose.isCompacted { usual(.longestCompactionLag, week) }
        if purpose == .state { usual(.deleteRetention, week) }
        if purpose.isOwn { usual(.segmentIndexBytes, Self.ownIndexBytes) }
        if purpose == .uploads {
            var retention = TopicWish(setting: .retention, value: .atLeast(Self.weekMilliseconds), otherwise: .unusual)
            retention.wrongBelow = Self.dayMilliseconds
            retention.isMade = true
            wishes.append(retention)
        }
        return wishes
    }

    private func partitions(_ purpose: TopicPurpose, _ around: Surroundings) -> TopicWish? {
        let uploads = TopicWish.Value.exactly(String(around.partitions))
        switch purpose {
        case .uploads, .jobs, .deadLetters: return nil
        case .connections, .state: return TopicWish(setting: .partitions, value: uploads, otherwise: .wrong)
        case .documents(_, .connection), .replay:
            return TopicWish(setting: .partitions, value: .exactly("1"), otherwise: .unusual)
        case .documents: return TopicWish(setting: .partitions, value: uploads, otherwise: .wrong)
        }
    }

    private func longestRecord(_ purpose: TopicPurpose, _ around: Surroundings) -> Int? {
        switch purpose {
        case .state: bounds.state
        case .jobs: bounds.job
        case .documents: bounds.document
        case .deadLetters: around.uploadBytes.map { RecordBounds.deadLetter(ofInputBytes: $0) }
        case .uploads, .connections, .replay: nil
        }
    }

    /// What copies there should be of a topic that has so many.
    private func copies(_ found: Int32, _ around: Surroundings) -> [TopicWish] {
        let least = replicationFactor > 0 ? replicationFactor : around.brokerCount > 1 ? 2 : 1
        let insync: ClosedRange<Int64> = found > 2 ? 2...Int64(found) - 1 : 1...1
        return [
            TopicWish(setting: .replication, value: .atLeast(Int64(least)), otherwise: .unusual),
            TopicWish(setting: .leastInsyncReplicas, value: .within(insync), otherwise: .unusual),
        ]
    }

    /// The topic as it is made.
    package func made(_ name: String, _ purpose: TopicPurpose, _ around: Surroundings) -> NewTopic {
        var settings: [String: String] = [:]
        for wish in wishes(purpose, around) where wish.isMade { settings[wish.setting.rawValue] = wish.value.target }
        let partitions: Int32 =
            switch purpose {
            case .deadLetters, .replay, .documents(_, .connection): 1
            default: around.partitions
            }
        return NewTopic(name, partitions: partitions, replicationFactor: replicationFactor, settings: settings)
    }
}

extension TopicDescription {
    /// What surrounds a topic, among those that are there.
    package func surroundings(_ found: [FoundTopic], orPartitions wanted: Int32, brokerCount: Int = 1) -> Surroundings {
        func topic(_ name: String) -> FoundTopic? { found.first { $0.name == name } }
        // What is there already decides: the three must have the same number.
        let inputs = [names.uploads, names.connections, names.state].lazy.compactMap { topic($0)?.partitions }
        return Surroundings(
            partitions: inputs.first ?? wanted,
            uploadBytes: topic(names.uploads).map { Self.longestBatch($0.settings) },
            brokerCount: brokerCount
        )
    }

    /// The topics that workers need and are not there, as they are made; dead letters once uploads are there, whose length
    /// they follow.
    package func missing(_ found: [FoundTopic], _ around: Surroundings) -> [NewTopic] {
        missingPurposes(found).filter { !isForeign($0) && ($0 != .deadLetters || around.uploadBytes != nil) }
            .map { made(names.name($0), $0, around) }
    }

    private func missingPurposes(_ found: [FoundTopic]) -> [TopicPurpose] {
        let known = Set(found.map(\.name))
        return [.uploads, .connections, .state, .jobs, .deadLetters].filter { !known.contains(names.name($0)) }
    }

    /// All that can be said of these topics, and of those that are missing; strangers' are passed over.
    package func findings(_ found: [FoundTopic], _ around: Surroundings) -> [TopicFinding] {
        missingPurposes(found).flatMap { absences($0, around) } + found.flatMap { findings(of: $0, around) }
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
                verdict: .wrong,
                reference: names.uploads
            )
        }
        return [absence(.partitions, String(topic.partitions))]
            + TopicSetting.allCases.compactMap { setting in
                topic.settings[setting.rawValue].map { absence(setting, $0) }
            }
    }

    /// All that can be said of this topic; nothing of a stranger's.
    package func findings(of topic: FoundTopic, _ around: Surroundings) -> [TopicFinding] {
        guard let purpose = names.purpose(of: topic.name) else { return [] }
        let wishes = wishes(purpose, around) + (topic.replicas.map { copies($0, around) } ?? [])
        return TopicSetting.allCases.compactMap { setting in
            guard let found = topic.value(setting) else { return nil }
            let wish = wishes.first { $0.setting == setting }
            let verdict = wish?.verdict(found) ?? .ok
            return TopicFinding(
                topic: topic.name,
                purpose: purpose,
                setting: setting,
                found: found,
                wanted: wish?.value,
                // What is left of another routing holds what was frozen, and gets no more than deletions.
                verdict: verdict == .wrong && !purpose.isFor(routing) ? .unusual : verdict,
                reference: names.uploads
            )
        }
    }
}
