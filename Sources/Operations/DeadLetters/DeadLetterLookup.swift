import Kafka
import Worker

/// Reads the topic of dead letters.
package struct DeadLetterLookup {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// The letters that are asked for, oldest first; nil when the work was stopped.
    package func letters(
        _ filter: DeadLetterFilter,
        all: Bool,
        _ work: inout LongWork
    ) throws(OperationError) -> [DeadLetterRecord]? {
        let reader = try TopicReader(cluster)
        let partitions = try partitions(reader)
        var fold = DeadLetterFold(filter)
        let isWhole = try reader.read(partitions, &work) { message throws(OperationError) in
            fold.take(DeadLetterRecord(message))
        }
        return isWhole ? fold.letters(all: all) : nil
    }

    /// One letter with its value; nil when the work was stopped.
    package func letter(
        partition: Int32,
        offset: Int64,
        _ work: inout LongWork
    ) throws(OperationError) -> (letter: DeadLetterRecord, value: [UInt8]?)? {
        let reader = try TopicReader(cluster)
        guard let place = try partitions(reader).first(where: { $0.partition == partition }) else {
            throw OperationError("\(cluster.topics.deadLetters) has no partition \(partition)")
        }
        var fold = DeadLetterFold(DeadLetterFilter())
        var value: [UInt8]?
        // What marks it lies behind it.
        let isWhole = try reader.read([place], from: .offset(offset), &work) { message throws(OperationError) in
            let record = DeadLetterRecord(message)
            if record.offset == offset { value = [UInt8](message.value) }
            if record.offset == offset || record.header("fork-error-code") == nil { fold.take(record) }
        }
        if !isWhole { return nil }
        guard let letter = fold.letters(all: true).first else {
            throw OperationError("\(partition):\(offset) of \(cluster.topics.deadLetters) is no dead letter")
        }
        return (letter, value)
    }

    private func partitions(_ reader: borrowing TopicReader) throws(OperationError) -> [TopicPartition] {
        let topic = cluster.topics.deadLetters
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing: check --topic-prefix")
        }
        return (0..<count).map { TopicPartition(topic, $0) }
    }
}

extension DeadLetterRecord {
    /// A copy of what a message lends, but for its value.
    init(_ message: borrowing Message) {
        var headers: [Header] = []
        let lent = message.headers
        for index in 0..<lent.count {
            let value = Self.text(lent.value(at: index)) ?? ""
            headers.append(Header(name: lent.name(at: index), value: value))
        }
        self.init(
            partition: message.partition,
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            connection: Self.text(message.key),
            headers: headers
        )
    }

    private static func text(_ span: RawSpan?) -> String? {
        guard let span else { return nil }
        return unsafe span.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
