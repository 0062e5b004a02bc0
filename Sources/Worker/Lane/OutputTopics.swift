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
    private let isEmbedded: Bool
    private let longestDocument: Int
    /// What takes longer is asked again, and a stop need not wait for it.
    private let askMilliseconds: Int32 = 3_000
    private let createMilliseconds: Int32 = 5_000
    private var known: Set<String> = []
    /// Topics that were looked at; a new producer need not look again.
    private var seen: Set<String> = []
    private var emptyTopics: EmptyTopics

    init(options: WorkerOptions, partitions: Int32) {
        topics = options.topics
        emptyTopics = EmptyTopics(ownPrefix: options.topics.prefix + "connection.")
        routing = options.rules.routing
        self.partitions = partitions
        description = TopicDescription(options.rules, replicationFactor: options.replicationFactor)
        isEmbedded = options.isEmbedded
        longestDocument = RecordBounds(options.rules).document
    }

    /// The topics of these records that the producer does not know yet.
    func unknown(in records: some Sequence<OutputRecord>) -> [String] {
        var names: Set<String> = []
        for record in records where !known.contains(record.topic) { names.insert(record.topic) }
        return names.sorted()
    }

    /// Asks, before a commit of these partitions begins, what has to be known of topics to hand records over before all of it is
    /// derived.
    mutating func begin(_ partitions: Set<Int32>, by admin: borrowing Admin) throws(KafkaError) {
        let asked = emptyTopics.askedAhead(partitions)
        emptyTopics.begin(ends: asked.isEmpty ? [:] : try admin.ends(of: asked, timeoutMilliseconds: askMilliseconds))
    }

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
        guard !isEmbedded, !names.isEmpty else { return findings }
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
        // Those that were made just now have all the same settings.
        let one = documents.first { existing[$0] == nil }
        try compare(documents.filter { existing[$0] != nil || $0 == one }, by: admin, &findings)
        return findings
    }

    /// How long the records of these topics may be, by one request.
    private func compare(
        _ names: [String],
        by admin: borrowing Admin,
        _ findings: inout Findings
    ) throws(KafkaError) {
        let settings: [String: [String: String]]
        do throws(KafkaError) {
            settings = try admin.settings(of: names, timeoutMilliseconds: askMilliseconds)
        } catch  where error.saysTopicIsGone {
            throw KafkaError(.metadata, error.code, reason: error.reason)
        } catch  where error.isForPerson {
            // Who may not ask can still write; a record that is too long then shows when it is refused.
            findings.lacksRight = true
            return
        }
        for name in names {
            guard let longest = settings[name]?["max.message.bytes"].flatMap({ Int($0) }) else { continue }
            if longest < longestDocument {
                findings.faults[name] = Self.tooSmall(name, longest, needed: longestDocument)
            } else {
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

    /// The producer is a new one; the last one may have ended without a word on its commit.
    mutating func forgetKnown() {
        known = []
        emptyTopics.noteUncertain()
    }

    /// Some are gone, or may have other settings: all are looked at again.
    mutating func forget() {
        known = []
        seen = []
        emptyTopics.forget()
    }

    /// Others may have written since, or deleted.
    mutating func noteAssigned() { emptyTopics.noteUncertain() }

    /// The places that have none of a partition's documents yet, among whose records these are: in new topics, or such as
    /// were deleted, whoever has made them again.
    mutating func empty(in records: [OutputRecord], by admin: borrowing Admin) throws(KafkaError) -> [TopicPartition] {
        if isEmbedded { return [] }
        var found: Set<TopicPartition> = []
        var last = ""
        // Those of one connection come together; while they move, to and from topics of both kinds.
        for record in records where record.kind == .document && record.topic != last {
            last = record.topic
            found.insert(TopicPartition(last, record.partition ?? 0))
        }
        let places = Array(found)
        let asked = emptyTopics.asked(places)
        if asked.isEmpty { return emptyTopics.empty(places, ends: [:]) }
        let ends = try admin.ends(of: asked, timeoutMilliseconds: askMilliseconds)
        return emptyTopics.empty(places, ends: ends)
    }

    /// What was written to topics is committed, and with it the first records of these partitions; or first of all that what was in
    /// places is published again.
    ///
    /// - Returns: The places that somebody has made again meanwhile: what was in them is ordered by the next commit that writes to
    ///   them.
    mutating func noteCommitted(ordering ordered: [TopicPartition], begun: Set<TopicPartition>) -> Set<TopicPartition> {
        if ordered.isEmpty { return emptyTopics.noteCommitted(begun: begun) }
        emptyTopics.noteOrdered(ordered)
        return []
    }

    /// What was written to topics is taken back, with the first records of these partitions.
    mutating func noteAborted(begun: Set<TopicPartition>) { emptyTopics.noteAborted(begun: begun) }

    private var partitionCount: Int32 { routing == .connection ? 1 : partitions }

    private func plan(_ name: String) -> NewTopic {
        let purpose = topics.purpose(of: name) ?? .documents(.fork, .all)
        return description.made(name, purpose, TopicDescription.Surroundings(partitions: partitions))
    }
}
