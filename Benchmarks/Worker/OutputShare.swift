import Foundation
import Kafka

/// The average output of a worker to one of its topics for each upload.
struct OutputShare {
    /// The name of the topic without the prefix.
    let name: String
    let recordsPerUpload: Double
    /// The bytes of keys and values.
    let bytesPerUpload: Double

    /// The average length of a record, in bytes.
    var recordBytes: Int { recordsPerUpload > 0 ? Int(bytesPerUpload / recordsPerUpload) : 0 }

    /// The share as a word of `Copying.variable`.
    var word: String { "\(name)=\(recordsPerUpload)x\(recordBytes)" }

    private init(name: String, recordsPerUpload: Double, bytesPerUpload: Double) {
        self.name = name
        self.recordsPerUpload = recordsPerUpload
        self.bytesPerUpload = bytesPerUpload
    }

    /// Parses a word of `Copying.variable`; nil if the word is not a share.
    init?(word: some StringProtocol) {
        let sides = word.split(separator: "=")
        let figures = sides.last?.split(separator: "x").compactMap { Double($0) } ?? []
        guard sides.count == 2, figures.count == 2 else { return nil }
        self.init(name: String(sides[0]), recordsPerUpload: figures[0], bytesPerUpload: figures[0] * figures[1])
    }

    /// The names of the measured output topics without the prefix.
    static let names = ["documents", "webhook-dispatch", "state"]

    /// A range of the outputs of a worker, and the number of uploads that it comes from.
    struct Stretch {
        let uploads: Int
        /// The first offset of each partition; a partition that is missing is read from its beginning.
        let begins: [TopicPartition: Int64]
        /// The end offset of each partition; a partition that is missing is read to its end.
        let ends: [TopicPartition: Int64]
    }

    /// Reads all output records of a range, and returns the share of each topic.
    static func all(of topics: ContenderTopics, in stretch: Stretch) throws -> [OutputShare] {
        try names.map { name in
            let (records, bytes) = try read(topics.prefix + name, at: topics.servers, in: stretch)
            return OutputShare(
                name: name,
                recordsPerUpload: Double(records) / Double(stretch.uploads),
                bytesPerUpload: Double(bytes) / Double(stretch.uploads)
            )
        }
    }

    /// Returns the present end offsets of all measured output topics.
    static func ends(of topics: ContenderTopics, _ broker: borrowing Broker) throws -> [TopicPartition: Int64] {
        var ends: [TopicPartition: Int64] = [:]
        for name in names {
            let own = try broker.ends(of: topics.prefix + name, partitions: ContenderTopics.partitions)
            ends.merge(own) { $1 }
        }
        return ends
    }

    private static func read(
        _ topic: String,
        at servers: String,
        in stretch: Stretch
    ) throws -> (records: Int, bytes: Int) {
        let consumer = try Consumer([
            "bootstrap.servers": servers, "group.id": "outputs", "enable.partition.eof": "true",
        ])
        let partitions = (0..<ContenderTopics.partitions).map { TopicPartition(topic, $0) }
        let assignments = partitions.map { partition in
            Assignment(partition, from: stretch.begins[partition].map { .offset($0) } ?? .beginning)
        }
        try consumer.assign(assignments)
        var (records, bytes, atEnd) = (0, 0, Set<Int32>())
        let deadline = ContinuousClock.now + .seconds(120)
        while atEnd.count < partitions.count, ContinuousClock.now < deadline {
            guard let message = consumer.poll(timeoutMilliseconds: 100) else { continue }
            let end = stretch.ends[TopicPartition(topic, message.partition)]
            if message.isEndOfPartition || end.map({ message.offset >= $0 }) == true {
                atEnd.insert(message.partition)
            } else if message.error == nil {
                records += 1
                bytes += (message.key?.byteCount ?? 0) + (message.value?.byteCount ?? 0)
            }
        }
        guard atEnd.count == partitions.count else {
            throw Options.Wrong(description: "\(topic) was not read to its end within two minutes")
        }
        return (records, bytes)
    }
}
