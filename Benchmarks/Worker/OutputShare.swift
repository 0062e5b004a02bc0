import Foundation
import Kafka

/// What a worker has written to one of its topics for each upload, on average.
struct OutputShare {
    /// What follows the prefix in the topic's name.
    let name: String
    let recordsPerUpload: Double
    /// Of values and keys.
    let bytesPerUpload: Double

    /// How long a record is.
    var recordBytes: Int { recordsPerUpload > 0 ? Int(bytesPerUpload / recordsPerUpload) : 0 }

    /// As a word of the copy's.
    var word: String { "\(name)=\(recordsPerUpload)x\(recordBytes)" }

    private init(name: String, recordsPerUpload: Double, bytesPerUpload: Double) {
        self.name = name
        self.recordsPerUpload = recordsPerUpload
        self.bytesPerUpload = bytesPerUpload
    }

    /// Reads such a word; nil when it is none.
    init?(word: some StringProtocol) {
        let sides = word.split(separator: "=")
        let figures = sides.last?.split(separator: "x").compactMap { Double($0) } ?? []
        guard sides.count == 2, figures.count == 2 else { return nil }
        self.init(name: String(sides[0]), recordsPerUpload: figures[0], bytesPerUpload: figures[0] * figures[1])
    }

    /// What is written to, by what follows the prefix.
    static let names = ["documents", "webhook-dispatch", "state"]

    /// What has been written to documents, jobs and state since these ends, all of it read.
    static func all(
        of topics: ContenderTopics,
        uploads: Int,
        since ends: [TopicPartition: Int64]
    ) throws -> [OutputShare] {
        try names.map { name in
            let (records, bytes) = try read(topics.prefix + name, at: topics.servers, since: ends)
            return OutputShare(
                name: name,
                recordsPerUpload: Double(records) / Double(uploads),
                bytesPerUpload: Double(bytes) / Double(uploads)
            )
        }
    }

    private static func read(
        _ topic: String,
        at servers: String,
        since ends: [TopicPartition: Int64]
    ) throws -> (records: Int, bytes: Int) {
        let consumer = try Consumer([
            "bootstrap.servers": servers, "group.id": "outputs", "enable.partition.eof": "true",
        ])
        let partitions = (0..<ContenderTopics.partitions).map { TopicPartition(topic, $0) }
        try consumer.assign(partitions.map { Assignment($0, from: ends[$0].map { .offset($0) } ?? .beginning) })
        var (records, bytes, atEnd) = (0, 0, Set<Int32>())
        let deadline = ContinuousClock.now + .seconds(120)
        while atEnd.count < partitions.count, ContinuousClock.now < deadline {
            guard let message = consumer.poll(timeoutMilliseconds: 100) else { continue }
            if message.isEndOfPartition {
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
