import Foundation
import Kafka

/// How far a group has come through a topic, as its committed offsets say: what they cover is visible.
struct Course: ~Copyable {
    private let reader: Consumer
    private let partitions: [TopicPartition]

    /// The course of a group.
    init(_ group: String, _ topic: String, partitions: Int32, at servers: String) throws {
        reader = try Consumer(["bootstrap.servers": servers, "group.id": group])
        self.partitions = (0..<partitions).map { TopicPartition(topic, $0) }
    }

    /// Records committed so far; nil while the broker does not say.
    var records: Int? {
        let offsets = try? reader.committed(partitions, timeoutMilliseconds: 2_000)
        return offsets.map { $0.values.reduce(0) { $0 + Int($1) } }
    }

    /// What a subject did between two looks.
    struct Stretch {
        let records: Int
        let seconds: Double
        let cpuSeconds: Double
    }

    /// Watches a subject from its first commit, or from now, until it has committed so many records.
    func watch(_ subject: Subject, until end: Int, fromFirstCommit: Bool) throws -> Stretch {
        var first: (records: Int, at: ContinuousClock.Instant, cpu: Double)?
        let deadline = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < deadline, subject.isRunning {
            let now = records ?? -1
            if first == nil, now >= 0, !fromFirstCommit || now > 0 { first = (now, .now, subject.cpuSeconds) }
            if now >= end, let first {
                return Stretch(
                    records: now - first.records,
                    seconds: (ContinuousClock.now - first.at).seconds,
                    cpuSeconds: subject.cpuSeconds - first.cpu
                )
            }
            usleep(20_000)
        }
        throw subject.failure
    }
}
