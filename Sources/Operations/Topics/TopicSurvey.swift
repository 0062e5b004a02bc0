import Glibc
package import Kafka
package import Worker

/// Checks the topics of the prefixes, creates missing topics, and corrects settings.
package struct TopicSurvey: ~Copyable {
    /// The topics and the findings.
    package struct Outcome: Sendable {
        let found: [FoundTopic]
        let around: TopicDescription.Surroundings
        /// All findings, missing topics first.
        package let findings: [TopicFinding]
        /// The topics to create.
        package let missing: [NewTopic]
        /// Topics that this user may not see (`Describe`), or whose settings it may not read (`DescribeConfigs`).
        package let inaccessible: [String]

        /// The findings that a changed setting corrects.
        package var alterable: [TopicFinding] { findings.filter(\.isAlterable) }
        package var isAnythingWrong: Bool { findings.contains { $0.verdict == .wrong } }
    }

    /// The number of topics in one request.
    private static let batch = 500
    private static let askMilliseconds: Int32 = 5_000
    /// For a moment after a change, a broker still returns the old value.
    private static let settling = Duration.seconds(10)

    private let cluster: Cluster
    private let description: TopicDescription
    private let partitions: Int32
    private let admin: Admin

    /// Creates a survey; new topics have `partitions` partitions if no existing topic determines their number.
    ///
    /// - Throws: If the client properties are invalid.
    package init(
        _ description: TopicDescription,
        partitions: Int32,
        in cluster: Cluster
    ) throws(OperationError) {
        self.cluster = cluster
        self.description = description
        self.partitions = partitions
        admin = try cluster.openAdmin()
    }

    /// Checks all topics of the prefixes.
    package func look() throws(OperationError) -> Outcome {
        let view = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.view(timeoutMilliseconds: timeout)
        }
        let names = view.topics.keys.filter { description.names.purpose(of: $0) != nil }.sorted()
        var found: [FoundTopic] = []
        var inaccessible: [String] = []
        for start in stride(from: 0, to: names.count, by: Self.batch) {
            try cluster.progress.update(done: Int64(start), of: Int64(names.count))
            let batch = Array(names[start..<min(start + Self.batch, names.count)])
            let settings = try settings(of: batch, inaccessible: &inaccessible)
            // A topic without settings was deleted in the meantime.
            found += batch.compactMap { name in
                guard let size = view.topics[name], let known = settings[name] else { return nil }
                return FoundTopic(name, partitions: size.partitions, replicas: size.replicas, settings: known)
            }
        }
        var hidden: [String] = []
        for name in description.needed where view.topics[name] == nil {
            if try isHidden(name) { hidden.append(name) }
        }
        inaccessible += hidden
        let around = description.surroundings(found, orPartitions: partitions, brokerCount: view.brokers.count)
        return Outcome(
            found: found,
            around: around,
            findings: description.findings(found, around).filter { !hidden.contains($0.topic) },
            missing: description.missing(found, around).filter { !hidden.contains($0.name) },
            inaccessible: inaccessible
        )
    }

    /// Creates missing topics and corrects settings.
    ///
    /// `before` is the result of the first check. `report` receives one sentence for each change.
    ///
    /// - Returns: The state afterwards.
    /// - Throws: If brokers refuse a change, or if the command is cancelled; earlier changes stay.
    package func apply(_ before: Outcome, report: (String) -> Void) throws(OperationError) -> Outcome {
        var made: Set<String> = []
        var now = before
        // Dead-letter topics are created after upload topics, because their record length depends on the upload topics.
        while !now.missing.isEmpty, made.isDisjoint(with: now.missing.map(\.name)) {
            let missing = now.missing
            cluster.progress.title = "making topics"
            let created = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
                try admin.createTopics(missing, timeoutMilliseconds: timeout)
            }
            made.formUnion(missing.map(\.name))
            for name in created.sorted() { report("\(name) is made") }
            now = try look()
        }
        // The second round corrects dead-letter topics, whose record length depends on a setting of the first round.
        for _ in 0..<2 {
            let faults = Dictionary(grouping: now.alterable.filter(description.mayAlter), by: \.topic)
            if faults.isEmpty { break }
            for (name, faults) in faults.sorted(by: { $0.key < $1.key }) {
                try cluster.progress.checkCancellation()
                try alter(name, faults)
                for fault in faults { report("\(name): \(Self.change(fault))") }
            }
            now = try settled(faults)
        }
        return now
    }

    /// Checks again until brokers return the new values, or until a time limit.
    private func settled(_ altered: [String: [TopicFinding]]) throws(OperationError) -> Outcome {
        let deadline = ContinuousClock.now + Self.settling
        while true {
            let now = try look()
            let isOld = now.alterable.contains { finding in
                altered[finding.topic]?.contains { $0.setting == finding.setting && $0.found == finding.found } ?? false
            }
            if !isOld || ContinuousClock.now > deadline { return now }
            usleep(100_000)
        }
    }

    private func alter(_ name: String, _ faults: [TopicFinding]) throws(OperationError) {
        let settings = faults.compactMap { fault in fault.wanted.map { (fault.setting.rawValue, $0.target) } }
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.alter(name, Dictionary(settings) { $1 }, timeoutMilliseconds: timeout)
        }
    }

    /// Describes the change of a setting in words.
    package static func change(_ fault: TopicFinding) -> String {
        "\(fault.setting.rawValue) from \(fault.found ?? "nothing") to \(fault.wanted?.target ?? "nothing")"
    }

    /// Whether this user may not see a topic, so that its existence is unknown.
    private func isHidden(_ name: String) throws(OperationError) -> Bool {
        do throws(KafkaError) {
            _ = try admin.partitionCounts(of: [name], timeoutMilliseconds: Self.askMilliseconds)
            return false
        } catch {
            guard error.code == .topicAuthorizationFailed else { throw OperationError(error) }
            return true
        }
    }

    /// Returns the settings by topic, without deleted topics; topics that this user may not describe have no settings.
    private func settings(
        of names: [String],
        inaccessible: inout [String]
    ) throws(OperationError) -> [String: [String: String]] {
        let (known, refused) = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.knownSettings(of: names, timeoutMilliseconds: timeout)
        }
        var settings = known
        for (name, error) in refused.sorted(by: { $0.key < $1.key }) where !error.saysTopicIsGone {
            guard error.code == .topicAuthorizationFailed else { throw OperationError(error) }
            settings[name] = [:]
            inaccessible.append(name)
        }
        return settings
    }
}
