import Clients
import Foundation
import Kafka
import Testing
import Worker

/// The topics of one test on the shared broker, under a prefix of their own.
struct RunTopics: Sendable {
    let servers: String
    let prefix: String
    let directory: URL

    var names: TopicNames { TopicNames(prefix: prefix, forms: []) }
    var group: String { "group-\(prefix)" }

    init(_ servers: String) throws {
        self.servers = servers
        prefix = "t\(UInt32.random(in: 0 ... .max))."
        directory = FileManager.default.temporaryDirectory.appending(path: "fork-run-\(prefix)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    /// The topics of another prefix on the same broker.
    private init(_ other: RunTopics, prefix: String) {
        servers = other.servers
        self.prefix = prefix
        directory = other.directory
    }

    /// The topics of a replay of these.
    var replayed: RunTopics { RunTopics(self, prefix: "r\(prefix.dropFirst())") }

    /// A process of a replay of these topics into those.
    func replay(_ number: Int, _ arguments: [String] = []) -> RunProcess {
        RunProcess(
            servers,
            directory: directory.appending(path: "r\(number)"),
            command: "replay",
            ["--topic-prefix", prefix, "--group-id", group, "--into", replayed.prefix] + arguments
        )
    }

    func create(partitions: Int32 = 3) throws {
        let compact = ["cleanup.policy": "compact"]
        try Admin(["bootstrap.servers": servers]).createTopics(
            [
                NewTopic(names.uploads, partitions: partitions),
                NewTopic(names.connections, partitions: partitions, settings: compact),
                NewTopic(names.state, partitions: partitions, settings: compact),
                NewTopic(names.jobs, partitions: partitions),
                NewTopic(names.deadLetters, partitions: 1, settings: ["max.message.bytes": "1114124"]),
            ],
            timeoutMilliseconds: 60_000
        )
    }

    /// Changes settings of a topic, and waits until the broker applies them: it answers before it does.
    func alter(_ name: String, _ settings: [String: String]) throws {
        let admin = try Admin(["bootstrap.servers": servers])
        try admin.alter(name, settings, timeoutMilliseconds: 60_000)
        let isApplied = try eventually {
            let found = try admin.settings(of: [name], timeoutMilliseconds: 60_000)[name] ?? [:]
            return settings.allSatisfy { found[$0.key] == $0.value }
        }
        #expect(isApplied)
    }

    /// Opens a transaction in partition 0 of the changelog, so that readers do not reach its end until it is aborted.
    func openChangelog(on node: BrokerNode) throws -> Producer {
        let producer = try node.transactionalProducer("ghost-\(prefix)", topics: [names.state])
        try producer.beginTransaction()
        try producer.produce(to: names.state, partition: 0, key: [1].span.rawBytes, value: [1].span.rawBytes)
        try producer.flush(timeoutMilliseconds: 10_000)
        return producer
    }

    /// The changelog alone, as somebody makes it again.
    func createState(partitions: Int32) throws {
        try Admin(["bootstrap.servers": servers]).createTopics(
            [NewTopic(names.state, partitions: partitions, settings: ["cleanup.policy": "compact"])],
            timeoutMilliseconds: 60_000
        )
    }

    /// The uploads or the settings alone, as somebody makes them again.
    func createInput(_ name: String, partitions: Int32) throws {
        let settings = name == names.connections ? ["cleanup.policy": "compact"] : [:]
        try Admin(["bootstrap.servers": servers]).createTopics(
            [NewTopic(name, partitions: partitions, settings: settings)],
            timeoutMilliseconds: 60_000
        )
    }

    /// The dead-letter topic alone, which takes no longer records than this.
    func createDeadLetters(longestBytes: Int) throws {
        let settings = ["max.message.bytes": "\(longestBytes)"]
        try Admin(["bootstrap.servers": servers]).createTopics(
            [NewTopic(names.deadLetters, partitions: 1, settings: settings)],
            timeoutMilliseconds: 60_000
        )
    }

    /// A worker of this test's group; those of the same number are the same member.
    func worker(_ number: Int, _ arguments: [String] = []) -> RunProcess {
        RunProcess(
            servers,
            directory: directory.appending(path: "w\(number)"),
            ["--topic-prefix", prefix, "--group-id", group] + arguments
        )
    }

    func produce(
        _ records: [(key: String, value: String)],
        to topic: String,
        atMilliseconds timestamp: Int64 = 0
    ) throws {
        let producer = try Producer(["bootstrap.servers": servers])
        for record in records {
            let key = Array(record.key.utf8)
            let value = Array(record.value.utf8)
            unsafe try producer.produce(
                to: topic,
                key: key.span.bytes,
                value: value.span.bytes,
                timestampMilliseconds: timestamp
            )
        }
        try producer.flush(timeoutMilliseconds: 60_000)
    }

    func upload(_ uploads: some Sequence<RunUpload>) throws {
        try produce(uploads.map { ($0.connection, $0.body) }, to: names.uploads)
    }

    /// Settings with a callback for every second connection.
    func configure(connections: Int) throws {
        let settings = stride(from: 0, to: connections, by: 2).map { number in
            (
                key: "conn-\(number)",
                value: #"{"connection_id":"conn-\#(number)","callback_url":"https://example.com/"}"#
            )
        }
        try produce(settings, to: names.connections)
    }

    /// Waits until the group has committed everything that there is to read, markers too, but for one partition.
    func waitUntilRead(without left: Int32 = -1, by other: String? = nil) throws -> Bool {
        let reader = try Consumer(["bootstrap.servers": servers, "group.id": other ?? group])
        let count =
            try Admin(["bootstrap.servers": servers])
            .partitionCounts(of: [names.uploads], timeoutMilliseconds: 60_000)[names.uploads] ?? 0
        let partitions = (0..<count).filter { $0 != left }.flatMap {
            [TopicPartition(names.uploads, $0), TopicPartition(names.connections, $0)]
        }
        return eventually {
            guard let committed = try? reader.committed(partitions, timeoutMilliseconds: 2_000) else { return false }
            return partitions.allSatisfy {
                (try? reader.watermarks(of: $0, timeoutMilliseconds: 5_000))?.high == committed[$0] ?? 0
            }
        }
    }

    /// Waits until so many uploads are there.
    func waitForUploads(_ count: Int64) throws {
        let reader = try Admin(["bootstrap.servers": servers])
        let partitions = try patiently { () throws(KafkaError) in
            try reader.partitionCounts(of: [names.uploads], timeoutMilliseconds: 20_000)[names.uploads] ?? 0
        }
        let areThere = try eventually {
            let ends = try (0..<partitions).map { partition in
                try patiently { () throws(KafkaError) in
                    try reader.watermarks(of: TopicPartition(names.uploads, partition), timeoutMilliseconds: 20_000)
                        .high
                }
            }
            return ends.reduce(0, +) >= count
        }
        if !areThere { throw KafkaError(.poll, .timedOut) }
    }

    /// Waits until each of these connections has a document.
    func waitForDocuments(of connections: [String]) throws -> Bool {
        try eventually {
            let names = Set(try read(prefix + "connection.").map(\.topic))
            let shared = Set(try read(prefix + "documents").map { String($0.key.prefix { $0 != "/" }) })
            return connections.allSatisfy { shared.contains($0) || names.contains("\(prefix)connection.\($0)") }
        }
    }

    struct Record: Sendable {
        let topic: String
        let key: String
        let value: String?
        let partition: Int32
        var headers: [String: String] = [:]
    }

    /// Every committed record of the topics whose names begin so.
    func read(_ beginning: String) throws -> [Record] {
        let counts = try Admin(["bootstrap.servers": servers]).partitionCounts(timeoutMilliseconds: 60_000)
        let partitions = counts.filter { $0.key.hasPrefix(beginning) }.flatMap { topic, count in
            (0..<count).map { TopicPartition(topic, $0) }
        }
        try waitUntilSettled(partitions, servers)
        let reader = try Consumer([
            "bootstrap.servers": servers, "group.id": "reader-\(prefix)", "enable.partition.eof": "true",
        ])
        try reader.assign(partitions.map { Assignment($0, from: .beginning) })
        var records: [Record] = []
        // Each may say more than once that it is at its end.
        var open = Set(partitions)
        let deadline = ContinuousClock.now + patience
        while !open.isEmpty {
            guard ContinuousClock.now < deadline else { throw KafkaError(.poll, .timedOut) }
            guard let message = reader.poll(timeoutMilliseconds: 1_000) else { continue }
            if let error = message.error {
                // A topic that is new has no leader for a moment.
                if error.kind == .passing { continue }
                throw error
            }
            if message.isEndOfPartition {
                open.remove(TopicPartition(message.topic, message.partition))
                continue
            }
            let key = text(message.key) ?? ""
            var record = Record(
                topic: message.topic,
                key: key,
                value: text(message.value),
                partition: message.partition
            )
            let headers = message.headers
            for index in 0..<headers.count {
                record.headers[headers.name(at: index)] = text(headers.value(at: index))
            }
            records.append(record)
        }
        return records
    }

    private func text(_ bytes: RawSpan?) -> String? { [UInt8](bytes).map { String(decoding: $0, as: UTF8.self) } }
}
