import Foundation
import Kafka
import Synchronization

/// The bare copy: the least work that a processor with transactions can do.
///
/// The copy writes uploads unchanged, with the worker's Kafka clients and their settings. It commits by the worker's
/// rule: 100 ms after the first record, or after the last commit began if all records were read, and later with a large
/// backlog. The copy runs in its own process, so that its CPU time does not include that of the load.
struct Copying: ~Copyable {
    /// The environment variable that makes this program the copy.
    ///
    /// Its value has words separated by spaces: servers, group, input topic, output topic or prefix, and routing. To
    /// write as much as a worker has written, more words follow: the first shares of the outputs, a number of uploads,
    /// and the shares after these uploads.
    static let variable = "FORK_BENCHMARK_COPY"
    /// The word for the routing with a topic per connection, named by prefix and connection.
    static let perConnection = "connection"

    /// The size of a batch that triggers a commit, in bytes.
    private static let batchBytes = 16 << 20
    /// The shortest and longest commit interval of the worker, in milliseconds.
    private static let intervals = 100...500

    private let consumer: Consumer
    private let producer: Producer
    private let input: String
    private let output: String
    private let isPerConnection: Bool
    /// The records to write for each upload; if empty, the upload itself is copied.
    private var shares: [OutputShare]
    /// The shares that replace `shares` after `untilLater` uploads.
    private let later: [OutputShare]
    private var untilLater: Int
    /// The number of records of each share that are due, with fractions.
    private var due: [Double]
    private var value: [UInt8] = []
    private var interval = Self.intervals.lowerBound
    private var lastBegan = ContinuousClock.now

    /// Starts a copy that writes as much as a worker has written to each of its topics.
    ///
    /// - Parameters:
    ///   - topics: The topics and the group of the copy.
    ///   - written: The shares of the first uploads, then the shares of the later ones.
    ///   - uploads: The number of first uploads.
    /// - Returns: The process.
    /// - Throws: If the program cannot be started.
    static func start(
        _ topics: ContenderTopics,
        writing written: [[OutputShare]],
        turningAfter uploads: Int
    ) throws -> MeasuredProcess {
        let shares = written.map { $0.map(\.word) }.joined(separator: ["\(uploads)"])
        let words = [topics.servers, topics.group, topics.uploads, topics.copies, "single"] + shares
        let environment = [variable: words.joined(separator: " ")]
        return try MeasuredProcess("Benchmarks", ["worker"], environment: environment, name: topics.group)
    }

    static func run(_ words: [String]) throws -> Never {
        var copying = try Copying(words)
        FileHandle.standardError.write(Data("{\"event\":\"ready\"}\n".utf8))
        while true {
            let isBehind = try copying.copy()
            copying.interval = isBehind ? min(2 * copying.interval, intervals.upperBound) : intervals.lowerBound
        }
    }

    private init(_ words: [String]) throws {
        guard words.count >= 5 else { throw Options.Wrong(description: "\(Self.variable) needs at least five words") }
        let stretches = try words[5...].split(whereSeparator: { Int($0) != nil }).map { words in
            try words.map { word in
                guard let share = OutputShare(word: word) else {
                    throw Options.Wrong(description: "\(Self.variable): \(word) is not NAME=RECORDSxBYTES")
                }
                return share
            }
        }
        let shares = stretches.first ?? []
        let (servers, group, input, output) = (words[0], words[1], words[2], words[3])
        let consumer = try Consumer([
            "bootstrap.servers": servers, "group.id": group, "group.instance.id": group,
            "partition.assignment.strategy": "range", "queued.max.messages.kbytes": "30720", "check.crcs": "true",
        ])
        let producer = try Producer([
            "bootstrap.servers": servers, "transactional.id": group, "compression.codec": "lz4",
            "batch.size": "999488", "message.max.bytes": "1114124", "queue.buffering.max.kbytes": "81920",
            "queue.buffering.max.messages": "500000", "linger.ms": "300",
        ])
        try producer.initTransactions(timeoutMilliseconds: 30_000)
        let isPerConnection = words[4] == Self.perConnection
        // Loads the metadata of all topics at once, which is faster than one by one while records wait.
        let single = shares.isEmpty ? [output] : shares.map { "\(output).\($0.name)" }
        let topics = try isPerConnection ? Self.topics(servers, output) : single
        try producer.warmUp(topics, timeoutMilliseconds: 10_000)
        try consumer.subscribe(to: [input], timeoutMilliseconds: 10_000)
        self.input = input
        self.output = output
        self.isPerConnection = isPerConnection
        self.shares = shares
        later = stretches.last ?? []
        untilLater = words.lazy.compactMap { Int($0) }.first ?? .max
        due = shares.map { _ in 0 }
        self.consumer = consumer
        self.producer = producer
    }

    /// Returns the names of the existing topics with a prefix.
    private static func topics(_ servers: String, _ beginning: String) throws -> [String] {
        let all = try Admin(["bootstrap.servers": servers]).partitionCounts(timeoutMilliseconds: 10_000)
        return all.keys.filter { $0.hasPrefix(beginning) }
    }

    /// Copies one batch of uploads and commits it.
    ///
    /// - Returns: Whether each poll returned a record, and more records remain than the batch had.
    private mutating func copy() throws -> Bool {
        var next: [TopicPartition: Int64] = [:]
        var bytes = 0
        var taken = 0
        var first: ContinuousClock.Instant?
        var hasDrained = false
        var hasWaited = false
        while bytes < Self.batchBytes {
            let now = ContinuousClock.now
            var wait = 50
            if let first {
                let due = (hasDrained ? min(first, lastBegan) : first) + .milliseconds(interval)
                if now >= due { break }
                // Once the interval since the last commit began is over, this commit is due as soon as a poll returns
                // no record.
                let isLate = !hasDrained && now >= lastBegan + .milliseconds(interval)
                wait = isLate ? 0 : min(wait, Int((due - now).seconds * 1_000))
            }
            guard let message = consumer.poll(timeoutMilliseconds: Int32(wait)), message.error == nil else {
                hasWaited = true
                hasDrained = first != nil
                continue
            }
            if first == nil {
                first = now
                try producer.beginTransaction()
            }
            if shares.isEmpty { try produce(message) } else { try produceShares(of: message) }
            bytes += message.value?.byteCount ?? 0
            taken += 1
            next[TopicPartition(input, message.partition)] = message.offset + 1
        }
        lastBegan = .now
        try producer.sendOffsets(next, group: consumer.groupMetadata(), timeoutMilliseconds: 10_000)
        try producer.commitTransaction()
        return !hasWaited && consumer.recordsBehind(next).values.reduce(0, +) > taken
    }

    /// Writes as many and as long records as the worker does for an upload, filled with the text of the upload.
    private mutating func produceShares(of message: borrowing Message) throws {
        guard let upload = message.value, upload.byteCount > 0 else { return }
        if untilLater == 0 { shares = later }
        untilLater -= 1
        for index in shares.indices {
            due[index] += shares[index].recordsPerUpload
            while due[index] >= 1 {
                due[index] -= 1
                value.removeAll(keepingCapacity: true)
                while value.count < shares[index].recordBytes {
                    let rest = shares[index].recordBytes - value.count
                    upload.withUnsafeBytes { value.append(contentsOf: $0.prefix(rest)) }
                }
                try producer.produce(
                    to: "\(output).\(shares[index].name)",
                    partition: message.partition,
                    key: message.key,
                    value: value.span.bytes
                )
            }
        }
    }

    private func produce(_ message: borrowing Message) throws {
        guard isPerConnection, let key = message.key else {
            return try producer.produce(
                to: output,
                partition: message.partition,
                key: message.key,
                value: message.value
            )
        }
        let topic = output + key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        try producer.produce(to: topic, partition: 0, key: key, value: message.value)
    }
}
