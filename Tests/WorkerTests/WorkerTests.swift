import Foundation
import Health
import Kafka
import Observation
import Synchronization
import Testing
import Worker

/// The whole worker on the cluster inside the process: it shows that everything is connected, not that it counts once.
struct WorkerTests {
    @Test(.timeLimit(.minutes(2)))
    func `uploads go in and documents come out`() async throws {
        let bodies = (0..<3).map { Self.upload(connection: "c1", day: $0 + 1, steps: 100 * ($0 + 1)) }
        let records = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let topics = TopicNames(prefix: "fork.")
            for topic in topics.all { try cluster.createTopic(topic, partitions: 2) }
            try cluster.createTopic("fork.connection.c1", partitions: 1)
            try Self.produce(bodies + ["no json"], to: topics.uploads, at: cluster.bootstrapServers)
            let servers = cluster.bootstrapServers
            let output = try Self.runWorker(servers) {
                try Self.read("fork.connection.c1", partitions: 1, at: servers, count: 6)
            }
            let dead = try Self.read(topics.deadLetters, partitions: 2, at: servers, count: 1)
            return (output, dead)
        }
        let steps = records.0.map(\.key).filter { $0.hasPrefix("steps") }
        #expect(steps.sorted() == ["steps/2024-04-01", "steps/2024-04-02", "steps/2024-04-03"])
        #expect(records.1.map(\.value) == ["no json"])
    }

    @Test(.timeLimit(.minutes(2)))
    func `the gauge of partitions is back at nothing when the worker has ended`() async throws {
        let seen = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            for topic in TopicNames(prefix: "fork.").all { try cluster.createTopic(topic, partitions: 2) }
            let observer = Observer(level: .error, format: .text, output: { _ in })
            let before = Self.ownedPartitions(observer)
            try Self.runWorker(cluster.bootstrapServers, observer) {
                while Self.ownedPartitions(observer) != "2" { usleep(10_000) }
            }
            return [before, Self.ownedPartitions(observer)]
        }
        #expect(seen == ["0", "0"])
    }

    /// What the page of metrics says.
    private static func ownedPartitions(_ observer: Observer) -> String {
        let line = observer.prometheusText().split(separator: "\n").first { $0.hasPrefix("fork_worker_partitions ") }
        return line?.split(separator: " ").last.map(String.init) ?? ""
    }

    private struct Record: Sendable {
        let key: String
        let value: String
    }

    /// Runs a worker while the body waits for what it brings.
    private static func runWorker<Result: Sendable>(
        _ servers: String,
        _ observer: Observer = Observer(level: .error, format: .text, output: { _ in }),
        _ body: () throws -> Result
    ) throws -> Result {
        var options = WorkerOptions(
            bootstrapServers: servers,
            groupID: "fork-worker",
            instanceID: "test",
            rules: Rules()
        )
        options.isEmbedded = true
        let readZone = FileBytes.zoneReader(directory: nil)
        let worker = Worker(options, observer: observer) {
            Processor(rules: Rules(), zones: ZoneTable(read: readZone))
        }
        let isDone = Flag()
        let outcome = Flag()
        Thread.detachNewThread {
            let end = worker.run { milliseconds in
                usleep(UInt32(milliseconds) * 1_000)
                return isDone.isSet ? "test" : nil
            }
            if end == .stopped { outcome.set() }
        }
        defer {
            isDone.set()
            while !outcome.isSet { usleep(10_000) }
        }
        return try body()
    }

    private final class Flag: Sendable {
        private let value = Atomic<Bool>(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    private static func produce(_ values: [String], to topic: String, at servers: String) throws {
        let producer = try Producer(["bootstrap.servers": servers])
        for value in values {
            let key = Array("c1".utf8)
            let bytes = Array(value.utf8)
            unsafe try producer.produce(to: topic, key: key.span.bytes, value: bytes.span.bytes)
        }
        try producer.flush(timeoutMilliseconds: 10_000)
    }

    private static func read(_ topic: String, partitions: Int32, at servers: String, count: Int) throws -> [Record] {
        let reader = try Consumer(["bootstrap.servers": servers, "group.id": "reader"])
        try reader.assign((0..<partitions).map { Assignment(TopicPartition(topic, $0), from: .beginning) })
        var records: [Record] = []
        while records.count < count {
            guard let message = reader.poll(timeoutMilliseconds: 100), message.error == nil else { continue }
            records.append(Record(key: text(message.key), value: text(message.value)))
        }
        return records
    }

    private static func text(_ bytes: RawSpan?) -> String {
        guard let bytes else { return "" }
        return unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static func upload(connection: String, day: Int, steps: Int) -> String {
        """
        {"upload_id":"\(UUID().uuidString)","connection_id":"\(connection)","collected_at":"2024-04-10T08:00:00Z",\
        "samples":[{"id":"\(UUID().uuidString)","type":"HKQuantityTypeIdentifierStepCount",\
        "start_date":"2024-04-0\(day)T08:00:00Z","end_date":"2024-04-0\(day)T08:10:00Z",\
        "value":\(steps),"unit":"count"}]}
        """
    }
}

/// Runs blocking calls on a thread of their own: Swift Testing's pool is only as wide as the machine has cores.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
