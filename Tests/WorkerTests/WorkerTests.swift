import Clients
import Foundation
import Health
import Kafka
import Observation
import Synchronization
import System
import Testing
import Vocabulary
import Worker

/// The whole worker on the cluster inside the process: it shows that everything is connected, not that it counts once.
struct WorkerTests {
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            (Rules.Routing.connection, "fork.connection.c1", ""), (.single, "fork.documents", "c1/"),
            (.app, "fork.app.unknown", "c1/"),
        ]
    )
    func `uploads go in and documents come out of topics that nobody has made`(
        routing: Rules.Routing,
        topic: String,
        prefix: String
    ) async throws {
        let bodies = (0..<3).map { Self.upload(connection: "c1", day: $0 + 1, steps: 100 * ($0 + 1)) }
        let records = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let topics = TopicNames(prefix: "fork.", forms: [])
            for topic in topics.all { try cluster.createTopic(topic, partitions: 2) }
            try Self.produce(bodies + ["no json"], to: topics.uploads, at: cluster.bootstrapServers)
            let servers = cluster.bootstrapServers
            return try Self.runWorker(cluster, routing: routing) {
                (
                    documents: try Self.read(topic, partitions: routing == .connection ? 1 : 2, at: servers, count: 6),
                    refused: try Self.read(topics.deadLetters, partitions: 2, at: servers, count: 1)
                )
            }
        }
        let keys = records.documents.map { String(decoding: $0.key ?? [], as: UTF8.self) }
        let steps = keys.filter { $0.hasPrefix("\(prefix)steps") }
        #expect(steps.sorted() == (1...3).map { "\(prefix)steps/2024-04-0\($0)" })
        #expect(records.refused.map(\.value) == [Array("no json".utf8)])
    }

    @Test(.timeLimit(.minutes(2)))
    func `the gauge of partitions is back at nothing when the worker has ended`() async throws {
        let seen = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            for topic in TopicNames(prefix: "fork.", forms: []).all { try cluster.createTopic(topic, partitions: 2) }
            let observer = Observer(level: .error, format: .text, output: { _ in })
            let before = Self.ownedPartitions(observer)
            return try Self.runWorker(cluster, observer) {
                for _ in 0..<3_000 where Self.ownedPartitions(observer) != "2" { usleep(10_000) }
                return [before, Self.ownedPartitions(observer)]
            } + [Self.ownedPartitions(observer)]
        }
        #expect(seen == ["0", "2", "0"])
    }

    /// What the page of metrics says.
    private static func ownedPartitions(_ observer: Observer) -> String {
        let line = observer.metricsPage().split(separator: "\n").first { $0.hasPrefix("fork_worker_partitions ") }
        return line?.split(separator: " ").last.map(String.init) ?? ""
    }

    /// Runs a worker while the body waits for what it brings.
    private static func runWorker<Result: Sendable>(
        _ cluster: borrowing EmbeddedCluster,
        _ observer: Observer = Observer(level: .error, format: .text, output: { _ in }),
        routing: Rules.Routing = .connection,
        _ body: () throws -> Result
    ) throws -> Result {
        var rules = Rules()
        rules.routing = routing
        var options = WorkerOptions(
            bootstrapServers: cluster.bootstrapServers,
            groupID: "fork-worker",
            instanceID: "test",
            rules: rules
        )
        options.makeEmbeddedTopic = cluster.topicMaker
        let readZone = FileBytes.zoneReader(directory: nil)
        let worker = Worker(options, observer: observer) { [rules] in
            Processor(rules: rules, zones: ZoneTable(read: readZone))
        }
        let isDone = Atomic(false)
        let outcome = Mutex<Worker.Outcome?>(nil)
        let result: Result
        do {
            let thread = SystemThread {
                let end = worker.run { milliseconds in
                    // As the command's own loop does.
                    Clocks().sleep(milliseconds: milliseconds)
                    return isDone.load(ordering: .relaxed) ? "test" : nil
                }
                outcome.withLock { $0 = end }
            }
            // It goes at the end of this scope, and that waits for it.
            defer { isDone.store(true, ordering: .relaxed) }
            let isRunning = thread != nil
            #expect(isRunning)
            result = try body()
        }
        let end = outcome.withLock { $0 }
        #expect(end == .stopped)
        return result
    }

    private static func produce(_ values: [String], to topic: String, at servers: String) throws {
        let producer = try Producer(["bootstrap.servers": servers])
        for value in values { try producer.send(topic, partition: nil, key: Array("c1".utf8), Array(value.utf8)) }
        try producer.flush(timeoutMilliseconds: 10_000)
    }

    private static func read(_ topic: String, partitions: Int32, at servers: String, count: Int) throws -> [Record] {
        let reader = try Consumer(["bootstrap.servers": servers, "group.id": "reader"])
        try reader.assign((0..<partitions).map { Assignment(TopicPartition(topic, $0), from: .beginning) })
        return try reader.records(count, timeoutSeconds: 60)
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
