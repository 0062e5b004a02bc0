import Foundation
import Kafka

/// The progress of a group in a topic, by its committed offsets.
struct GroupProgress: ~Copyable {
    private let reader: Consumer
    private let partitions: [TopicPartition]
    /// The number of first records that are not counted.
    private let before: Int

    /// Creates a reader of the committed offsets; the first `before` records are not counted.
    init(_ group: String, _ topic: String, partitions: Int32, at servers: String, after before: Int = 0) throws {
        // With read_committed, each request would wait until no transaction has pending offsets.
        reader = try Consumer([
            "bootstrap.servers": servers, "group.id": group, "isolation.level": "read_uncommitted",
        ])
        self.before = before
        self.partitions = (0..<partitions).map { TopicPartition(topic, $0) }
    }

    /// The number of records committed so far; nil if the broker does not answer.
    var records: Int? {
        let offsets = try? reader.committed(partitions, timeoutMilliseconds: 2_000)
        return offsets.map { $0.values.reduce(-before) { $0 + Int($1) } }
    }

    /// The work of all processes between two requests of the committed offsets.
    struct Stretch {
        let records: Int
        let seconds: Double
        let cpuSeconds: Double
    }

    /// Measures processes until their group has committed a number of records.
    ///
    /// - Parameters:
    ///   - processes: The processes of the group.
    ///   - end: The number of records at which the measurement ends.
    ///   - fromFirstCommit: Whether the measurement begins at the first commit instead of now.
    /// - Returns: The work of the processes during the measurement.
    /// - Throws: `Options.Wrong` if a process ends, or after ten minutes.
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
            ?? Options.Wrong(description: "the group did not commit \(end) records within ten minutes")
    }
}
