import Kafka
import Vocabulary

/// The output topics that were checked, and those that the producer knows.
struct OutputTopics {
    /// The number of topics above which the producer is replaced.
    private static let capacity = 5_000
    /// The number of topics that can be created in one request before it times out.
    private static let requestCount = 1_000

    /// The reason why a topic cannot accept some records.
    struct Fault {
        /// A sentence for the operator.
        let reason: String
        /// The first input partition that is affected.
        var fromPartition: Int32 = 0
        /// The name of the topic, with which the reason may begin.
        var topic = ""

        /// The reason without the name of the topic.
        var ofTopic: String {
            String(reason.hasPrefix(topic + " ") ? reason.dropFirst(topic.count + 1) : reason[...])
        }
    }

    /// The results of checking topics.
    struct Findings {
        var created: [String] = []
        /// The largest batch that all checked topics accept, in bytes, or nil if unknown.
        var longestBatch: Int?
        /// Whether the right to describe topic settings is missing.
        var lacksRight = false
        /// The topics that cannot be written to.
        var faults: [String: Fault] = [:]
    }

    /// A right on document topics without which the worker can continue.
    enum Right { case describe, read }

    private let topics: TopicNames
    private let partitions: Int32
    private let description: TopicDescription
    private let makeEmbeddedTopic: (@Sendable (String, Int32) throws(KafkaError) -> Void)?
    /// A short timeout, so that a stop is noticed soon; the request is repeated.
    private let askMilliseconds: Int32 = 3_000
    private let createMilliseconds: Int32 = 5_000
    private var known: Set<String> = []
    /// The number of topics of the current commit to which the producer has not written before.
    var newCount = 0
    /// The topics that were checked, and need no second check for a new producer.
    private var seen: Set<String> = []
    /// The missing rights that were already logged.
    private var said: Set<Right> = []
    /// The reader that looks up single records; created at first use.
    var search: LogReader?
    /// Whether the producer may know topics that were deleted.
    ///
    /// Such a producer may ignore the leaders of recreated topics with the same names: see `LogReader.renew`.
    private(set) var mustRenew = false

    init(options: WorkerOptions, partitions: Int32) {
        topics = options.topics
        self.partitions = partitions
        description = TopicDescription(options.rules, replicationFactor: options.replicationFactor)
        makeEmbeddedTopic = options.makeEmbeddedTopic
    }

    /// Returns the topics of these records that the producer does not know yet.
    func unknown(in records: some Sequence<OutputRecord>) -> [String] {
        var names: Set<String> = []
        for record in records where !known.contains(record.topic) { names.insert(record.topic) }
        return names.sorted()
    }

    /// Returns whether a missing right must be logged, which is true only once for each right.
    mutating func isNews(_ missing: Right) -> Bool { said.insert(missing).inserted }

    /// Whether a record can be produced without checking or creating its topic.
    func takes(_ record: borrowing OutputRecord) -> Bool { known.contains(record.topic) }

    /// Checks the topics that were not checked yet, and creates missing document topics.
    func prepare(_ names: [String], by admin: borrowing Admin) throws(KafkaError) -> Findings {
        var findings = Findings()
        let names = names.filter { !seen.contains($0) }
        if let makeEmbeddedTopic {
            for name in names where !isFixed(name) { try makeEmbeddedTopic(name, plan(name).partitions) }
            return findings
        }
        guard !names.isEmpty else { return findings }
        let existing = try counts(of: names, by: admin, &findings)
        let missing = names.filter { existing[$0] == nil && findings.faults[$0] == nil }
        for name in missing where isFixed(name) { findings.faults[name] = Self.missing(name) }
        let wanted = missing.filter { !isFixed($0) }
        for start in stride(from: 0, to: wanted.count, by: Self.requestCount) {
            let some = wanted[start..<min(start + Self.requestCount, wanted.count)]
            let answer = try admin.createTopicsEach(some.map(plan), timeoutMilliseconds: createMilliseconds)
            findings.created += answer.created
            // If the cluster refuses to create one topic, continue with the other topics.
            for (name, error) in answer.refused {
                guard error.kind == .permanent else { throw error }
                findings.faults[name] = Fault(reason: "\(name) cannot be created: \(error.withAdvice)", topic: name)
            }
        }
        let documents = names.filter { !isFixed($0) && findings.faults[$0] == nil }
        for name in documents {
            guard let count = existing[name], count < plan(name).partitions else { continue }
            findings.faults[name] = Fault(
                reason: "\(name) has \(count) partitions and \(topics.uploads) has \(partitions): it needs as many",
                fromPartition: count,
                topic: name
            )
        }
        // Newly created topics all have the same settings, so one check is enough for all of them.
        let one = documents.first { existing[$0] == nil }
        try compare(documents.filter { existing[$0] != nil || $0 == one }, existing, by: admin, &findings)
        return findings
    }

    /// Returns the number of partitions of the topics that exist.
    ///
    /// A document topic that the worker may not describe is added to the faults.
    private func counts(
        of names: [String],
        by admin: borrowing Admin,
        _ findings: inout Findings
    ) throws(KafkaError) -> [String: Int32] {
        do throws(KafkaError) {
            return try admin.partitionCounts(of: names, timeoutMilliseconds: askMilliseconds)
        } catch  where error.code == .topicAuthorizationFailed {
            // The error does not name the topic, so look the topics up one by one; such a request has few topics.
            var counts: [String: Int32] = [:]
            for name in names {
                do throws(KafkaError) {
                    counts.merge(try admin.partitionCounts(of: [name], timeoutMilliseconds: askMilliseconds)) { $1 }
                } catch  where error.code == .topicAuthorizationFailed && !isFixed(name) {
                    let reason = "\(name) may not be seen: \(error.name): grant the rights on it"
                    findings.faults[name] = Fault(reason: reason, topic: name)
                }
            }
            return counts
        }
    }

    /// Checks the settings of topics with one request.
    private func compare(
        _ names: [String],
        _ existing: [String: Int32],
        by admin: borrowing Admin,
        _ findings: inout Findings
    ) throws(KafkaError) {
        let (settings, refused) = try admin.knownSettings(of: names, timeoutMilliseconds: askMilliseconds)
        for (_, error) in refused.sorted(by: { $0.key < $1.key }) {
            if error.saysTopicIsGone { throw KafkaError(.metadata, error.code, reason: error.reason) }
            guard error.isForPerson else { throw error }
            // Without this right, the worker can still write, but a record that is too long is noticed only when the
            // broker refuses the record.
            findings.lacksRight = true
        }
        let around = TopicDescription.Surroundings(partitions: partitions)
        for name in names {
            let known = settings[name] ?? [:]
            let topic = FoundTopic(name, partitions: existing[name] ?? plan(name).partitions, settings: known)
            // Too few partitions affect only some records, and are reported separately.
            let wrong = description.findings(of: topic, around).filter { $0.stopsWorkers && $0.setting != .partitions }
            if !wrong.isEmpty {
                findings.faults[name] = Fault(reason: wrong.map(\.sentence).joined(separator: "; "), topic: name)
            } else if let longest = known[TopicSetting.longestBatch.rawValue].flatMap({ Int($0) }) {
                findings.longestBatch = min(findings.longestBatch ?? .max, longest)
            }
        }
    }

    /// Returns the fault of a topic whose record limit is too small.
    static func tooSmall(_ name: String, _ longest: Int, needed: Int) -> Fault {
        Fault(
            reason: "\(name) takes records of \(longest) bytes at most, and \(needed) are needed: "
                + "raise its max.message.bytes",
            topic: name
        )
    }

    /// Returns the fault of a topic that refused a record and whose limit cannot be read.
    static func refusing(_ name: String, needed: Int) -> Fault {
        Fault(
            reason: "\(name) has refused a record as too long, and its max.message.bytes cannot be read: "
                + "set it to \(needed) or more, or grant the right to describe its settings (DescribeConfigs)",
            topic: name
        )
    }

    private static func missing(_ name: String) -> Fault {
        Fault(reason: "the topic \(name) is missing: create it, or start the worker again with --create-topics")
    }

    /// Whether a topic is not a document topic, so that it has existed since the start.
    private func isFixed(_ name: String) -> Bool { topics.all.contains(name) }

    /// Whether the producer would know too many topics.
    func isFull(with names: [String]) -> Bool { known.count + names.count > Self.capacity && !known.isEmpty }

    mutating func learn(_ names: [String]) {
        known.formUnion(names)
        seen.formUnion(names)
        // Removing a topic from `seen` is safe, because the topic is then checked again.
        if seen.count > 100_000 { seen = known }
    }

    /// Resets the known topics for a new producer.
    mutating func noteProducerOpened() {
        (known, mustRenew) = ([], false)
        // The reader is replaced too, because it may also know deleted topics.
        search = nil
    }

    /// Makes all topics be checked again, because settings may have changed.
    mutating func forget() { (known, seen) = ([], []) }

    /// Makes all topics be checked again with a new producer, because topics were deleted.
    mutating func forgetDeleted() {
        forget()
        mustRenew = true
    }

    private func plan(_ name: String) -> NewTopic {
        let purpose = topics.purpose(of: name) ?? .documents(nil, .all)
        return description.made(name, purpose, TopicDescription.Surroundings(partitions: partitions))
    }
}
