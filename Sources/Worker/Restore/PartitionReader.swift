import Kafka
import System

/// Reads several partitions, each from its own offset.
///
/// It also reports the end of a partition, which is the last stable offset.
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

    /// Begins to read a partition from an offset.
    ///
    /// All other partitions start again at their own offsets.
    mutating func begin(_ place: TopicPartition, at offset: Int64) {
        starts[place] = offset
        needsAssignment = true
    }

    /// Stops reading a partition.
    ///
    /// A few more of its records can still be returned.
    mutating func end(_ place: TopicPartition) {
        guard starts.removeValue(forKey: place) != nil else { return }
        if starts.isEmpty {
            try? consumer.unassign()
        } else {
            try? consumer.pause([place])
        }
    }

    /// Returns the deadline for `next` in this many milliseconds.
    func time(inMilliseconds milliseconds: Int64) -> Int64 { clocks.steadyMilliseconds() + milliseconds }

    /// Whether the deadline has not passed.
    func hasTime(until time: Int64) -> Bool { clocks.steadyMilliseconds() < time }

    /// Returns the next record, end of a partition or error; nil if none arrived in 100 ms or by the deadline.
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
