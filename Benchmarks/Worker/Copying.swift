import Foundation
import Kafka
import Synchronization

/// The least that a processor with transactions can do: uploads are copied unchanged, with the worker's clients, the same
/// settings of them, and the same commits.
///
/// Runs in a process of its own, so that its CPU can be told from the load's.
enum Copying {
    /// Set in the process that copies: servers, group, topic to read and topic to write, with blanks between them.
    static let variable = "FORK_BENCHMARK_COPY"

    private static let batchBytes = 16 << 20
    private static let interval = 100...500

    static func run(_ words: [String]) throws -> Never {
        guard words.count == 4 else { throw Options.Wrong(description: "\(variable) needs four words") }
        let (servers, group, input, output) = (words[0], words[1], words[2], words[3])
        let consumer = try Consumer([
            "bootstrap.servers": servers, "group.id": group, "group.instance.id": group,
            "queued.max.messages.kbytes": "30720",
        ])
        let producer = try Producer([
            "bootstrap.servers": servers, "transactional.id": group, "compression.codec": "lz4",
            "batch.size": "999488", "message.max.bytes": "1114124", "queue.buffering.max.kbytes": "81920",
        ])
        try producer.initTransactions(timeoutMilliseconds: 30_000)
        try producer.warmUp([output], timeoutMilliseconds: 10_000)
        try consumer.subscribe(to: [input], timeoutMilliseconds: 10_000)
        FileHandle.standardError.write(Data("{\"event\":\"ready\"}\n".utf8))
        var pause = interval.lowerBound
        while true {
            let isFull = try copy(consumer, producer, input, output, milliseconds: pause)
            pause = isFull ? min(2 * pause, interval.upperBound) : interval.lowerBound
        }
    }

    /// One transaction; says whether there was always more to read.
    private static func copy(
        _ consumer: borrowing Consumer,
        _ producer: borrowing Producer,
        _ input: String,
        _ output: String,
        milliseconds: Int
    ) throws -> Bool {
        var next: [TopicPartition: Int64] = [:]
        var bytes = 0
        var hasWaited = false
        var due: ContinuousClock.Instant?
        while bytes < batchBytes {
            if let due, ContinuousClock.now >= due { break }
            guard let message = consumer.poll(timeoutMilliseconds: 20), message.error == nil else {
                hasWaited = true
                continue
            }
            if due == nil {
                due = .now + .milliseconds(milliseconds)
                try producer.beginTransaction()
            }
            let partition = message.partition
            try producer.produce(to: output, partition: partition, key: message.key, value: message.value)
            bytes += message.value?.byteCount ?? 0
            next[TopicPartition(input, partition)] = message.offset + 1
        }
        try producer.sendOffsets(next, group: consumer.groupMetadata(), timeoutMilliseconds: 10_000)
        try producer.commitTransaction()
        return !hasWaited
    }
}
