import Health
import Kafka

/// The topics that documents go to: which exist, how long their records may be, and which the producer knows.
struct OutputTopics {
    /// Beyond so many a producer is rebuilt.
    private static let capacity = 5_000
    /// More in one request would outlast its timeout.
    private static let requestCount = 1_000

    /// What stands in the way of some records.
    struct Fault {
        /// A sentence for whoever is on call.
        let reason: String
        /// Only records of partitions from this one on are concerned.
        var fromPartition: Int32 = 0
    }

    /// What was found out about topics.
    struct Findings {
        var created: [String] = []
        /// The longest batch that all of them take; nil when nobody knows.
        var longestBatch: Int?
        /// There is no right to ask how long records may be.
        var lacksRight = false
        /// Topics that can't be written to, with the reason.
        var faults: [String: Fault] = [:]
    }

    private let topics: TopicNames
    private let routing: Rules.Routing
    private let partitions: Int32
    private let description: TopicDescription
    private let makeEmbeddedTopic: (@Sendable (String, Int32) throws(KafkaError) -> Void)?
    private var isEmbedded: Bool { makeEmbeddedTopic != nil }
    private let longestDocument: Int
    /// What takes longer is asked again, and a stop need not wait for it.
    private let askMilliseconds: Int32 = 3_000
    private let createMilliseconds: Int32 = 5_000
    private var known: Set<String> = []
    /// Topics that were looked at; a new producer need not look again.
    private var seen: Set<String> = []
    private var emptyTopics = EmptyTopics()

    init(options: WorkerOptions, partitions: Int32) {
        topics = options.topics
        routing = options.rules.routing
        self.partitions = partitions
        description = TopicDescription(options.rules, replicationFactor: options.replicationFactor)
        makeEmbeddedTopic = options.makeEmbeddedTopic
        longestDocument = RecordBounds(options.rules).document
    }

    /// The topics of these records that the producer does not know yet.
    func unknown(in records: some Sequence<OutputRecord>) -> [String] {
        var names: Set<String> = []
        for record in records where !known.contains(record.topic) { names.insert(record.topic) }
        return names.sorted()
    }

    mutating func noteBegun() { emptyTopics.noteBegun() }

    /// Whether nothing has to be asked, made or ordered before a record is handed over.
    func takes(_ record: borrowing OutputRecord) -> Bool {
        guard known.contains(record.topic) else { return false }
        if record.kind != .document || isEmbedded { return true }
        return emptyTopics.isFilled(TopicPartition(record.topic, record.partition ?? 0))
    }

    /// Looks at topics that were not looked at yet, and creates those that are missing.
    func prepare(_ names: [String], by admin: borrowing Admin) throws(KafkaError) -> Findings {
        var findings = Findings()
        let names = names.filter { !seen.contains($0) }
        if let makeEmbeddedTopic {
            for name in names where !isFixed(name) { try makeEmbeddedTopic(name, partitionCount) }
            return findings
        }
        guard !names.isEmpty else { return findings }
        let existing = try admin.partitionCounts(of: names, timeoutMilliseconds: askMilliseconds)
        let missing = names.filter { existing[$0] == nil }
        for name in missing where isFixed(name) { findings.faults[name] = Self.missing(name) }
        let wanted = missing.filter { !isFixed($0) }
        for start in stride(from: 0, to: wanted.count, by: Self.requestCount) {
            let some = wanted[start..<min(start + Self.requestCount, wanted.count)]
            do throws(KafkaError) {
                findings.created += try admin.createTopics(some.map(plan), timeoutMilliseconds: createMilliseconds)
            } catch  where error.kind == .permanent && !error.isForPerson {
                // One that the cluster refuses, by its name or by a rule of its own, must not hold up the others.
                for name in some {
                    findings.faults[name] = Fault(reason: "\(name) cannot be made: \(error.withAdvice)")
                }
            }
        }
        let documents = names.filter { !isFixed($0) && findings.faults[$0] == nil }
        for name in documents {
            guard let count = existing[name], count < partitionCount else { continue }
            findings.faults[name] = Fault(
                reason: "\(name) has \(count) partitions and \(topics.uploads) has \(partitions): it must have as many",
                fromPartition: count
            )
        }
        // Topics that were created just now all have the same settings.
        let one = documents.first { existing[$0] == nil }
        try compare(documents.filter { existing[$0] != nil || $0 == one }, existing, by: admin, &findings)
        return findings
    }

    /// Compares the settings of these topics with the description, by one request.
    private func compare(
        _ names: [String],
        _ existing: [String: Int32],
        by admin: borrowing Admin,
        _ findings: inout Findings
    ) throws(KafkaError) {
        let settings: [String: [String: String]]
        do throws(KafkaError) {
            settings = try admin.settings(of: names, timeoutMilliseconds: askMilliseconds)
        } catch  where error.saysTopicIsGone {
            throw KafkaError(.metadata, error.code, reason: error.reason)
        } catch  where error.isForPerson {
            // A worker without this right can still write; a record that is too long then shows when it is refused.
            findings.lacksRight = true
            return
        }
        let around = TopicDescription.Surroundings(partitions: partitions)
        for name in names {
            let known = settings[name] ?? [:]
            let topic = FoundTopic(name, partitions: existing[name] ?? partitionCount, settings: known)
            // Too few partitions concern only some of the records, and are judged apart.
            let wrong = description.findings(of: topic, around).filter { $0.stopsWorkers && $0.setting != .partitions }
            if !wrong.isEmpty {
                findings.faults[name] = Fault(reason: wrong.map(\.sentence).joined(separator: "; "))
            } else if let longest = known[TopicSetting.longestBatch.rawValue].flatMap({ Int($0) }) {
                findings.longestBatch = min(findings.longestBatch ?? .max, longest)
            }
        }
    }

    /// What is wrong with a topic whose limit is too small.
    static func tooSmall(_ name: String, _ longest: Int, needed: Int) -> Fault {
        Fault(
            reason: "\(name) takes records of \(longest) bytes at most, and \(needed) are needed: "
                + "raise its max.message.bytes"
        )
    }

    /// What is wrong with a topic that has refused a record, where its limit can't be asked.
    static func refusing(_ name: String, needed: Int) -> Fault {
        Fault(
            reason: "\(name) has refused a record as too long, and its max.message.bytes can't be asked: "
                + "it should be \(needed); grant the right to describe its settings (DescribeConfigs)"
        )
    }

    private static func missing(_ name: String) -> Fault {
        Fault(reason: "the topic \(name) is missing: create it, or start the worker again with --create-topics")
    }

    /// Dead letters and jobs are there since the start; all others hold documents.
    private func isFixed(_ name: String) -> Bool { topics.all.contains(name) }

    func isFull(with names: [String]) -> Bool { known.count + names.count > Self.capacity && !known.isEmpty }

    mutating func learn(_ names: [String], created: [String]) {
        emptyTopics.noteMade(created)
        known.formUnion(names)
        seen.formUnion(names)
        // What was seen only saves a question.
        if seen.count > 100_000 { seen = known }
    }

    /// Notes that the producer is a new one, which knows no topic yet.
    mutating func noteProducerOpened() {
        known = []
        emptyTopics.noteProducerOpened()
    }

    /// Some are gone, or may have other settings: all are looked at again.
    mutating func forget() {
        known = []
        seen = []
        emptyTopics.forget()
    }

    mutating func noteAssigned(_ partitions: [Int32]) { emptyTopics.noteAssigned(partitions) }

    /// Starts a look at the places that a commit writes documents to.
    mutating func beginLook() { emptyTopics.beginLook() }

    /// Returns the places among these records of one partition that have no record at all, and those that may have none but of aborted
    /// transactions.
    mutating func look(
        at records: [OutputRecord],
        of partition: Int32,
        by admin: borrowing Admin
    ) throws(KafkaError) -> (empty: [TopicPartition], doubtful: [TopicPartition]) {
        if isEmbedded { return ([], []) }
        var found: Set<TopicPartition> = []
        var last = ""
        // Records of one connection come together; while documents move, they go to and from topics of both kinds.
        for record in records where record.kind == .document && record.topic != last {
            last = record.topic
            found.insert(TopicPartition(last, record.partition ?? 0))
        }
        let places = Array(found)
        let asked = emptyTopics.asked(places)
        let ends = asked.isEmpty ? [:] : try admin.ends(of: asked, timeoutMilliseconds: askMilliseconds)
        return emptyTopics.look(at: places, of: partition, ends: ends)
    }

    mutating func noteFilled(_ place: TopicPartition, of partition: Int32) {
        emptyTopics.noteFilled(place, of: partition)
    }

    /// Returns the places that somebody has recreated under this worker, by the first records that a transaction has delivered.
    func remade(begun: Set<TopicPartition>) -> Set<TopicPartition> { emptyTopics.remade(begun: begun) }

    /// Notes that a transaction is committed: one that orders the documents of these places, or else one that writes documents.
    mutating func noteCommitted(ordering ordered: [TopicPartition]) {
        if ordered.isEmpty { emptyTopics.noteCommitted() } else { emptyTopics.noteOrdered(ordered) }
    }

    /// Notes that a transaction was aborted that has delivered the first records of these places.
    mutating func noteAborted(begun: Set<TopicPartition>) {
        // A topic that somebody has recreated has other settings, perhaps.
        for topic in emptyTopics.noteAborted(begun: begun) {
            known.remove(topic)
            seen.remove(topic)
        }
    }

    private var partitionCount: Int32 { routing == .connection ? 1 : partitions }

    private func plan(_ name: String) -> NewTopic {
        let purpose = topics.purpose(of: name) ?? .documents(.fork, .all)
        return description.made(name, purpose, TopicDescription.Surroundings(partitions: partitions))
    }
}
