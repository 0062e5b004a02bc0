import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Rules that change while a group runs.
    @Suite struct RunRules {
        /// Who makes a topic again that was deleted.
        enum Maker {
            /// The worker, as it writes to it.
            case worker
            /// Somebody, while no worker runs.
            case othersMeanwhile
            /// Somebody, while a worker runs that has nothing to write.
            case othersUnnoticed
        }

        @Test(.timeLimit(.minutes(20)))
        func `documents become what new rules make, exactly once, while uploads go on and workers die`() async throws {
            let rules = ["--sleep-threshold", "10min", "--output-topics", "single", "--document-max-bytes", "2000"]
            let (result, records) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 10)
                let uploads = RunUpload.made(600, connections: 10, seed: 5)
                try topics.upload(uploads[..<400])
                let before = topics.worker(0)
                try before.start()
                var isRead = try topics.waitUntilRead()
                let stopped = before.stop()
                let after = topics.worker(0, rules)
                try after.start()
                for part in 0..<4 {
                    try topics.upload(uploads[400 + part * 50..<450 + part * 50])
                    // In the midst of it, if it is not done yet.
                    let isBegun = after.says(
                        "rederivation_begun",
                        times: part + 1,
                        within: part == 0 ? patience : .seconds(5)
                    )
                    #expect(isBegun || part > 0)
                    usleep(UInt32(part) * 50_000)
                    if part < 3 {
                        after.kill()
                        try after.start()
                    }
                }
                isRead = try topics.waitUntilRead() && isRead
                let isDone = after.hasRederived()
                #expect(isDone, "\(after.lines.suffix(20))")
                let statuses = [stopped, after.stop()]
                let records = try topics.read(topics.prefix).filter { record in
                    record.topic.hasPrefix(topics.prefix + "connection.") || record.topic == topics.prefix + "documents"
                }
                let result = try RunResult(topics, uploads, isRead: isRead, statuses: statuses, rules: rules)
                return (result, records)
            }
            result.check("other rules")
            let caused = records.filter { $0.headers["fork-cause"] == "rules" }
            #expect(caused.contains { $0.value == nil && $0.topic.contains("connection.") })
            #expect(caused.allSatisfy { $0.headers["fork-upload"] == nil })
            #expect(records.allSatisfy { ($0.headers["fork-upload"] == nil) == ($0.headers["fork-cause"] == "rules") })
        }

        @Test(
            .timeLimit(.minutes(20)),
            arguments: [
                ("connection", Maker.worker), ("single", .worker), ("connection", .othersMeanwhile),
                ("connection", .othersUnnoticed),
                ("single", .othersUnnoticed),
            ]
        )
        func `what was in a topic that somebody deletes is published again, whoever makes it`(
            routing: String,
            maker: Maker
        ) async throws {
            let rules = ["--output-topics", routing]
            let result = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let uploads = RunUpload.made(300, connections: 6, seed: 8)
                try topics.upload(uploads[..<100])
                let worker = topics.worker(0, rules)
                try worker.start()
                var isRead = try topics.waitUntilRead()
                // By the second commit there it is known to be filled.
                try topics.upload(uploads[100..<200])
                isRead = try topics.waitUntilRead() && isRead
                let name = topics.prefix + (routing == "single" ? "documents" : "connection.conn-1")
                if maker == .othersMeanwhile { #expect(worker.stop() == 0) }
                try node.deleteTopics([name])
                if maker != .worker {
                    let partitions: Int32 = routing == "single" ? 3 : 1
                    try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                        [NewTopic(name, partitions: partitions, settings: ["cleanup.policy": "compact"])],
                        timeoutMilliseconds: 60_000
                    )
                }
                if maker == .othersMeanwhile { try worker.start() }
                try topics.upload(uploads[200..<250])
                if maker == .othersUnnoticed { isRead = try topics.waitUntilRead() && isRead }
                try topics.upload(uploads[250...])
                isRead = worker.says("rederivation_begun", times: 1) && isRead
                isRead = try topics.waitUntilRead() && isRead
                let isDone = worker.hasRederived()
                #expect(isDone, "\(worker.lines.suffix(20))")
                return try RunResult(topics, uploads, isRead: isRead, statuses: [worker.stop()], rules: rules)
            }
            result.checkDocuments("\(routing) \(maker)")
        }

        @Test(.timeLimit(.minutes(20)))
        func `all documents of a connection move when its app changes, and no others`() async throws {
            let (before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                func settle(_ connections: [Int], app: String) throws {
                    let settings = connections.map {
                        (key: "conn-\($0)", value: #"{"connection_id":"conn-\#($0)","app_id":"\#(app)"}"#)
                    }
                    try topics.produce(settings, to: topics.names.connections)
                }
                func live() throws -> [String: String] {
                    var live: [String: String] = [:]
                    for record in try topics.read(topics.prefix + "app.") {
                        live["\(record.topic.dropFirst(topics.prefix.count)) \(record.key)"] = record.value
                    }
                    return live
                }
                try settle([0, 1, 2, 3], app: "one")
                let worker = topics.worker(0, ["--output-topics", "app"])
                try worker.start()
                #expect(try topics.waitUntilRead())
                try topics.upload(RunUpload.made(200, connections: 4, seed: 9))
                #expect(try topics.waitUntilRead())
                let before = try live()
                try settle([1], app: "two")
                #expect(worker.says("rederivation_begun", times: 1) && worker.hasRederived())
                let after = try live()
                #expect(worker.stop() == 0)
                return (before, after)
            }
            #expect(before.keys.contains { $0.contains("conn-1/") } && !before.isEmpty)
            let moved = before.map { ($0.key.replacing("app.one conn-1/", with: "app.two conn-1/"), $0.value) }
            #expect(after == Dictionary(moved) { $1 })
        }
    }
}
