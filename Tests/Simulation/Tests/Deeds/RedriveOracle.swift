import Foundation
import SimulatedKafka
import SimulatedOperations
import SimulatedWorker
import Vocabulary

/// What must hold of refusals that were sent through again: each counts once.
struct RedriveOracle {
    /// A letter as it lies in its topic.
    struct Letter {
        let place: LetterPlace
        let connection: String
        /// The place of the refused record: topic, partition, offset.
        let original: [String]
        /// The refused sample; nil where more of an upload was refused.
        let sample: String?
        let rounds: Int
        /// When the record was written that was first refused.
        let milliseconds: Int64?
    }

    private static let roundsMax = 5

    private let history: History

    init(_ history: History) { self.history = history }

    /// The connections that were forgotten, and the letters that are put aside for that.
    private func settled(_ cluster: SimulatedKafka.Cluster) -> (
        forgotten: ForgottenConnections, parked: Set<LetterPlace>
    ) {
        var forgotten = ForgottenConnections()
        for partition in 0..<history.partitions {
            for record in cluster.committed(TopicPartition(history.topics.connections, partition)) {
                let (key, value) = (record.key, record.value)
                unsafe forgotten.take(
                    key: key?.span.bytes,
                    value: value?.span.bytes,
                    timestampMilliseconds: record.timestamp
                )
            }
        }
        var parked: Set<LetterPlace> = []
        for record in cluster.committed(TopicPartition(history.topics.deadLetters, 0)) {
            let place = record.text("fork-parked")?.split(separator: ":").compactMap { Int64($0) } ?? []
            if place.count == 2 { parked.insert(LetterPlace(Int32(place[0]), place[1])) }
        }
        return (forgotten, parked)
    }

    private func letters(_ cluster: SimulatedKafka.Cluster) -> (letters: [Letter], marks: [LetterPlace: Int]) {
        var letters: [Letter] = []
        var marks: [LetterPlace: Int] = [:]
        for record in cluster.committed(TopicPartition(history.topics.deadLetters, 0)) {
            if let mark = record.text("fork-redriven") {
                let place = mark.split(separator: ":").compactMap { Int64($0) }
                if place.count == 2 { marks[LetterPlace(Int32(place[0]), place[1]), default: 0] += 1 }
                continue
            }
            if record.text("fork-parked") != nil { continue }
            let isSample = record.text("fork-error-path")?.hasPrefix("/samples/") ?? false
            letters.append(
                Letter(
                    place: LetterPlace(0, record.offset),
                    connection: String(decoding: record.key ?? [], as: UTF8.self),
                    original: ["fork-topic", "fork-partition", "fork-offset"].map { record.text($0) ?? "" },
                    sample: isSample ? record.value.map { String(decoding: $0, as: UTF8.self) } : nil,
                    rounds: record.text("fork-redrive").flatMap { Int($0) } ?? 0,
                    milliseconds: record.originalMilliseconds ?? record.text("fork-timestamp").flatMap { Int64($0) }
                )
            )
        }
        return (letters, marks)
    }

    /// The letters that can be sent through again.
    func open(_ cluster: SimulatedKafka.Cluster) -> [Letter] {
        let (letters, marks) = letters(cluster)
        let (forgotten, parked) = settled(cluster)
        return letters.filter {
            marks[$0.place] == nil && $0.rounds < Self.roundsMax && !parked.contains($0.place)
                && !forgotten.isForgotten($0.connection, $0.milliseconds)
        }
    }

    /// All letters, whatever became of them.
    func all(_ cluster: SimulatedKafka.Cluster) -> [Letter] { letters(cluster).letters }

    /// A letter of who was forgotten that somebody could still redrive; nil where there is none.
    func unsettled(of name: String, upTo since: Int64, _ cluster: SimulatedKafka.Cluster) -> LetterPlace? {
        // What is longer than the topic takes for a while is not marked.
        if history.isNarrowed { return nil }
        let (letters, marks) = letters(cluster)
        let parked = settled(cluster).parked
        return letters.first {
            $0.connection == name && $0.milliseconds ?? .min <= since && marks[$0.place] == nil
                && !parked.contains($0.place)
        }?.place
    }

    /// The settings of which letters tell, as they came.
    func refusedSettings(_ cluster: SimulatedKafka.Cluster) -> [(letter: Letter, value: String)] {
        letters(cluster).letters.compactMap { letter in
            guard letter.original.first == history.topics.connections else { return nil }
            return (letter, String(decoding: original(letter, cluster)?.value ?? [], as: UTF8.self))
        }
    }

    /// What is wrong with marks, and with what lies in the topic of uploads for them.
    func fault(_ cluster: SimulatedKafka.Cluster) -> String? {
        let (letters, marks) = letters(cluster)
        if let twice = marks.first(where: { $0.value > 1 }) { return "\(twice.key) is marked \(twice.value) times" }
        var wanted: [String: Int] = [:]
        for letter in letters where marks[letter.place] != nil {
            if letter.sample != nil {
                let name = "redrive/" + letter.original.joined(separator: "/")
                wanted["\(UUID128.v5(name: Array(name.utf8)))", default: 0] += 1
            } else if let upload = original(letter, cluster).flatMap({ Self.upload($0.value) }) {
                wanted[upload.id, default: 0] += upload.elements
            }
        }
        var seen: [String: Int] = [:]
        for partition in 0..<history.partitions {
            for record in cluster.committed(TopicPartition(history.topics.uploads, partition))
            where record.text("fork-redrive") != nil {
                guard let upload = Self.upload(record.value) else { return "a redriven record that is no upload" }
                seen[upload.id, default: 0] += upload.elements
            }
        }
        if seen == wanted { return nil }
        let names = Set(seen.keys).union(wanted.keys).sorted().filter { seen[$0] != wanted[$0] }
        let faults = names.map { "\($0): \(seen[$0] ?? 0) times, not \(wanted[$0] ?? 0)" }
        return "redriven: " + faults.joined(separator: "; ")
    }

    /// The id of an upload, and how many samples and deletions it has.
    private static func upload(_ value: [UInt8]?) -> (id: String, elements: Int)? {
        guard let root = try? JSONSerialization.jsonObject(with: Data(value ?? [])) as? [String: Any],
            let id = root["upload_id"] as? String
        else { return nil }
        let lists = ["samples", "deleted"].compactMap { root[$0] as? [Any] }
        return (id, lists.reduce(0) { $0 + $1.count })
    }

    /// What a letter tells of, as it came.
    private func original(_ letter: Letter, _ cluster: SimulatedKafka.Cluster) -> LogRecord? {
        guard let partition = Int32(letter.original[1]), let offset = Int64(letter.original[2]) else { return nil }
        return cluster.committed(TopicPartition(letter.original[0], partition)).first { $0.offset == offset }
    }
}

extension LogRecord {
    /// When the record was written that was first refused, as a redriven one, or a letter of one, says.
    var originalMilliseconds: Int64? {
        text(RedriveCount.header) == nil
            ? nil : text(OriginalTimestamp.header).flatMap { OriginalTimestamp.milliseconds(Array($0.utf8)) }
    }

    /// The text of a header.
    func text(_ name: String) -> String? {
        headers.last { $0.name == name }?.value.map { String(decoding: $0, as: UTF8.self) }
    }
}
