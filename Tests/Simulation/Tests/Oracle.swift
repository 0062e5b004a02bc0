import Foundation
import Health
import SimulatedKafka
import SimulatedWorker
import Store
import Vocabulary

/// What a batch over all that came in makes of it, and what readers of committed records see.
struct Oracle {
    /// A document by its topic, partition and key, without what tells of the upload that has changed it last.
    typealias Documents = [String: String]

    private let topics: TopicNames
    private let rules: Rules
    private let partitions: Int32
    /// In which order all is taken.
    var course = Course()
    /// Up to when connections were forgotten, in milliseconds since 1970: what was refused of them before may be told or not.
    var forgotten: [String: Int64] = [:]
    /// Up to when nothing may be left of connections, whatever the rules say: those of the workers are those of the batch.
    var erased: [String: Int64] = [:]
    /// The offsets at which records of workers follow in replaced topics; the earlier ones are in `course.former`.
    var refilled: [TopicPartition: Int64] = [:]
    /// Whether jobs tell of all that has changed.
    var isFolding = true

    init(_ rules: Rules, partitions: Int32) {
        self.rules = rules
        self.partitions = partitions
        topics = TopicNames(rules)
    }

    /// What is wrong with what readers see; nil when it is that of the batch.
    func fault(_ cluster: Cluster) -> String? {
        var wanted: Documents = [:]
        var letters: [String: Int] = [:]
        for partition in 0..<partitions { derive(partition, cluster, &wanted, &letters) }
        let seen = documents(cluster)
        if let fault = difference(seen, wanted) { return fault }
        if let fault = erasureFault(cluster, seen) { return fault }
        if let fault = lettersFault(cluster, letters, of: forgottenUploads(cluster)) { return fault }
        return jobsFault(cluster, wanted)
    }

    /// What is left of who was forgotten: readers see what they would if those uploads had never come.
    private func erasureFault(_ cluster: Cluster, _ seen: Documents) -> String? {
        if erased.isEmpty { return nil }
        var wanted: Documents = [:]
        var letters: [String: Int] = [:]
        for partition in 0..<partitions { derive(partition, cluster, &wanted, &letters, leavesOutErased: true) }
        return difference(seen, wanted).map { "forgotten: \($0)" }
    }

    /// Whether an upload is of what was erased.
    private func isErased(_ record: LogRecord) -> Bool {
        guard let until = erased[String(decoding: record.key ?? [], as: UTF8.self)] else { return false }
        return min(record.timestamp, record.originalMilliseconds ?? .max) <= until
    }

    private func derive(
        _ partition: Int32,
        _ cluster: Cluster,
        _ documents: inout Documents,
        _ letters: inout [String: Int],
        leavesOutErased: Bool = false
    ) {
        var loop = CommitLoop(
            Processor(rules: rules, zones: ZoneTable { _ in nil }),
            over: MemoryStore(),
            partition: partition
        )
        for (isUpload, record) in course.records(partition, topics, cluster) {
            if leavesOutErased, isUpload, isErased(record) { continue }
            loop.add(
                isUpload ? .uploads : .connections,
                key: record.key,
                value: record.value,
                timestampMilliseconds: record.timestamp,
                redrive: record.text(RedriveCount.header).flatMap { RedriveCount(Array($0.utf8)) },
                originalMilliseconds: record.originalMilliseconds
            )
            let offset = Array("\(record.offset)".utf8)
            let outcome = loop.commit()
            Self.fold(outcome.records, &documents)
            for record in outcome.records where record.deadLetter != nil {
                // A batch counts what it is given; in a log markers lie between.
                let headers = record.headers.map { ($0.name, $0.name == "fork-offset" ? offset : $0.value) }
                letters[Self.letter(headers), default: 0] += 1
            }
        }
        // Settings that change the forms of documents have them derived again.
        while true {
            let (outcome, done) = loop.processor.rederive(
                over: loop.state,
                partition: partition,
                budgetBytes: .max,
                atMilliseconds: 0
            )
            loop.state.apply(outcome.changes)
            Self.fold(outcome.records, &documents)
            if done == nil { return }
        }
    }

    private static func fold(_ records: [OutputRecord], _ documents: inout Documents) {
        for record in records where record.kind == .document {
            documents[name(record.topic, record.partition ?? 0, record.key)] = record.value.map(plain)
        }
    }

    /// The places of uploads that were forgotten, as letters name them.
    private func forgottenUploads(_ cluster: Cluster) -> Set<String> {
        if forgotten.isEmpty { return [] }
        var places: Set<String> = []
        for partition in 0..<partitions {
            for record in cluster.committed(TopicPartition(topics.uploads, partition)) {
                let connection = String(decoding: record.key ?? [], as: UTF8.self)
                guard let since = forgotten[connection],
                    min(record.timestamp, record.originalMilliseconds ?? .max) <= since
                else { continue }
                places.insert("\(topics.uploads) \(partition) \(record.offset)")
            }
        }
        return places
    }

    private static func name(_ topic: String, _ partition: Int32, _ key: [UInt8]?) -> String {
        "\(topic)[\(partition)]/" + String(decoding: key ?? [], as: UTF8.self)
    }

    /// Without the time of the upload, which tells how commits were cut.
    private static func plain(_ value: [UInt8]) -> String {
        let text = String(decoding: value, as: UTF8.self)
        guard let start = text.range(of: "\"collected_at\":") else { return text }
        guard let end = text[start.upperBound...].firstIndex(where: { $0 == "," || $0 == "}" }) else { return text }
        return String(text[..<start.lowerBound] + text[end...])
    }

    private static func letter(_ headers: [(name: String, value: [UInt8])]) -> String {
        let names = ["fork-topic", "fork-partition", "fork-offset", "fork-error-code", "fork-sample"]
        return names.map { name in
            String(decoding: headers.first { $0.name == name }?.value ?? [], as: UTF8.self)
        }.joined(separator: " ")
    }

    /// The key of a record that no worker has written.
    static let foreignKey = Array("foreign".utf8)

    /// What readers of committed records see.
    func documents(_ cluster: Cluster) -> Documents {
        var documents: Documents = [:]
        for (name, topic) in cluster.topics
        where name.hasPrefix(topics.prefix) && !topics.all.contains(name) && name != topics.replay {
            for number in topic.partitions.indices {
                for (key, value) in cluster.live(TopicPartition(name, Int32(number))) where key != Self.foreignKey {
                    documents[Self.name(name, Int32(number), key)] = Self.plain(value)
                }
            }
        }
        return documents
    }

    private func difference(_ seen: Documents, _ wanted: Documents) -> String? {
        for (name, text) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let found = seen[name] else { return "\(name) is not there: \(text.prefix(300))" }
            if found != text { return "\(name) is\n  \(found.prefix(600)), not\n  \(text.prefix(600))" }
        }
        if let more = seen.keys.filter({ wanted[$0] == nil }).min() { return "\(more) should not be there" }
        return nil
    }

    /// The records that workers have written to a partition of a topic that they only append to.
    private func appended(_ topic: String, _ partition: Int32, _ cluster: Cluster) -> [LogRecord] {
        let place = TopicPartition(topic, partition)
        guard let begin = refilled[place] else { return cluster.committed(place) }
        return (course.former[place] ?? []) + cluster.committed(place).filter { $0.offset >= begin }
    }

    private func lettersFault(_ cluster: Cluster, _ wanted: [String: Int], of forgotten: Set<String>) -> String? {
        var seen: [String: Int] = [:]
        for record in appended(topics.deadLetters, 0, cluster) where record.isLetter {
            seen[Self.letter(record.headers.map { ($0.name, $0.value ?? []) }), default: 0] += 1
        }
        if seen == wanted { return nil }
        let names = Set(seen.keys).union(wanted.keys).sorted().filter { name in
            let isForgotten = forgotten.contains(name.split(separator: " ").prefix(3).joined(separator: " "))
            return isForgotten ? seen[name] ?? 0 > wanted[name] ?? 0 : seen[name] != wanted[name]
        }
        if names.isEmpty { return nil }
        let faults = names.map { "\($0): \(seen[$0] ?? 0) times, not \(wanted[$0] ?? 0)" }
        return "dead letters: " + faults.joined(separator: "; ")
    }

    /// Each upload and data type is named once, and folding the jobs gives the documents.
    private func jobsFault(_ cluster: Cluster, _ wanted: Documents) -> String? {
        var named: Set<String> = []
        var folded: Set<String> = []
        for partition in 0..<partitions {
            for record in appended(topics.jobs, partition, cluster) {
                guard let job = try? JSONSerialization.jsonObject(with: Data(record.value ?? [])) as? [String: Any],
                    let connection = job["connection_id"] as? String
                else { return "a job that is no JSON" }
                let kind = job["data_type"] as? String ?? ""
                // Redriven letters of one upload have one id, of version 5, also if they are redriven one by one.
                for upload in job["uploads"] as? [String] ?? [] where upload.dropFirst(14).first != "5" {
                    let isNew = named.insert("\(connection) \(upload) \(kind)").inserted
                    if !isNew { return "jobs name \(upload) of \(connection) twice for \(kind)" }
                }
                for entry in job["documents"] as? [[String: Any]] ?? [] {
                    let name = "\(connection)/\(entry["id"] as? String ?? "")"
                    if entry["op"] as? String == "upsert" { folded.insert(name) } else { folded.remove(name) }
                }
            }
        }
        let count = wanted.keys.count { topics.form(of: String($0.prefix { $0 != "[" })) == nil }
        if !isFolding || folded.count == count { return nil }
        return "jobs leave \(folded.count) documents, not \(count)"
    }
}

extension LogRecord {
    /// Whether it is a dead letter, and no mark.
    fileprivate var isLetter: Bool { headers.contains { $0.name == "fork-error-code" } }
}
