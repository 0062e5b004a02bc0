import Kafka
import System

/// Reads partitions, each from a place of its own, until enough of it was read.
///
/// It says where a partition ends, too: at the last stable offset.
struct PartitionReader: ~Copyable {
    private static let pollMilliseconds: Int64 = 100

    private let clocks: Clocks
    private let consumer: Consumer
    private var starts: [TopicPartition: Int64] = [:]
    private var needsAssignment = false

    init(_ clients: ClientProperties, _ clocks: Clocks, onEvent: @escaping (ClientEvent) -> Void) throws(KafkaError) {
        self.clocks = clocks
        var configuration = clients.restorer
        configuration["enable.partition.eof"] = "true"
        consumer = try Consumer(configuration, onEvent: onEvent)
    }

    /// Begins to read a partition from an offset; all others begin again.
    mutating func begin(_ place: TopicPartition, at offset: Int64) {
        starts[place] = offset
        needsAssignment = true
    }

    /// Reads no more of a partition; a few records of it may still come.
    mutating func end(_ place: TopicPartition) {
        guard starts.removeValue(forKey: place) != nil else { return }
        if starts.isEmpty {
            try? consumer.unassign()
        } else {
            try? consumer.pause([place])
        }
    }

    /// The time after which `next` gives no more.
    func time(inMilliseconds milliseconds: Int64) -> Int64 { clocks.steadyMilliseconds() + milliseconds }

    /// Whether that time is not over.
    func hasTime(until time: Int64) -> Bool { clocks.steadyMilliseconds() < time }

    /// The next record, end of a partition or error; nil when nothing has come for a while.
    mutating func next(until time: Int64) throws(KafkaError) -> Message? {
        if needsAssignment { try assign() }
        let left = time - clocks.steadyMilliseconds()
        guard left > 0 else { return nil }
        return consumer.poll(timeoutMilliseconds: Int32(min(left, Self.pollMilliseconds)))
    }

    private mutating func assign() throws(KafkaError) {
        let assignments = starts.sorted { ($0.key.topic, $0.key.partition) < ($1.key.topic, $1.key.partition) }
            .map { Assignment($0.key, from: .offset($0.value)) }
        try consumer.assign(assignments, findingLeadersWithin: 1_000)
        needsAssignment = false
    }
}
