import Foundation
import Kafka

/// How far a group has come through a topic, as its committed offsets say: what they cover is visible.
struct GroupProgress: ~Copyable {
    private let reader: Consumer
    private let partitions: [TopicPartition]
    /// How many records are not counted.
    private let before: Int

    /// The progress of a group, after so many records.
    init(_ group: String, _ topic: String, partitions: Int32, at servers: String, after before: Int = 0) throws {
        // The committed offsets as they are: else each look waits until no transaction has offsets under way.
        reader = try Consumer([
            "bootstrap.servers": servers, "group.id": group, "isolation.level": "read_uncommitted",
        ])
        self.before = before
        self.partitions = (0..<partitions).map { TopicPartition(topic, $0) }
    }

    /// Records committed so far; nil while the broker does not say.
    var records: Int? {
        let offsets = try? reader.committed(partitions, timeoutMilliseconds: 2_000)
        return offsets.map { $0.values.reduce(-before) { $0 + Int($1) } }
    }

    /// What processes did together between two looks.
    struct Stretch {
        let records: Int
        let seconds: Double
        let cpuSeconds: Double
    }

    /// Watches the group's processes from their first commit, or from now, until they have committed so many records.
    func watch(_ processes: [MeasuredProcess], until end: Int, fromFirstCommit: Bool) throws -> Stretch {
        var first: (records: Int, at: ContinuousClock.Instant, cpu: Double)?
        let deadline = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < deadline, processes.allSatisfy(\.isRunning) {
            let now = records ?? -1
            let cpu = processes.reduce(0) { $0 + $1.cpuSeconds }
            if first == nil, now >= 0, !fromFirstCommit || now > 0 { first = (now, .now, cpu) }
            if now >= end, let first {
                return Stretch(
                    records: now - first.records,
                    seconds: (ContinuousClock.now - first.at).seconds,
                    cpuSeconds: cpu - first.cpu
                )
            }
            usleep(20_000)
        }
        throw processes.first { !$0.isRunning }?.failure
            ?? Options.Wrong(description: "\(end) records took ten minutes")
    }
}
