import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// `status`: what brokers and workers say of a group, without joining it.
    @Suite struct StatusCommands {
        @Test(.timeLimit(.minutes(20)))
        func `members, lag, dead letters and a hanging transaction are shown`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let first = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                let second = topics.worker(1)
                try first.startUntilReady()
                try second.startUntilReady()
                let probe = try #require(ProbeClient(of: first))
                try topics.upload(RunUpload.made(120, connections: 8, seed: 4))
                try topics.produce([("c1", "no json"), ("c1", "no json either")], to: topics.names.uploads)
                #expect(try topics.waitUntilRead())
                let arguments = ["--worker", probe.address, "--worker", "127.0.0.1:1"]
                let idle = try topics.status(arguments)
                #expect(idle.count { $0["kind"] as? String == "member" } == 2)
                let partitions = idle.filter { $0["kind"] as? String == "partition" }
                #expect(partitions.count == 6)
                #expect(partitions.allSatisfy { $0["lag"] as? Int == 0 && $0["member"] is String })
                let letters = idle.filter { $0["kind"] as? String == "dead_letters" }
                #expect(letters.contains { $0["code"] as? String == "decodingError" && $0["count"] as? Int ?? 0 >= 2 })
                let workers = idle.filter { $0["kind"] as? String == "worker" }
                #expect(workers.map { $0["ready"] as? Bool } == [true, nil])
                #expect(workers.last?["failure"] as? String == "Connection refused")
                first.pause()
                second.pause()
                try topics.upload(RunUpload.made(30, connections: 8, seed: 5))
                let producer = try topics.openTransaction()
                sleep(32)
                let held = try topics.status([])
                let lag = held.compactMap { $0["lag"] as? Int }.reduce(0, +)
                #expect(lag >= 31)
                #expect(held.contains { ($0["oldest_seconds"] as? Double ?? 0) > 25 })
                let hanging = held.filter { $0["kind"] as? String == "hanging_transaction" }
                #expect(hanging.map { $0["topic"] as? String } == [topics.names.uploads])
                #expect(hanging.allSatisfy { ($0["open_seconds"] as? Double ?? 0) > 30 })
                try producer.end()
                first.kill()
                second.kill()
            }
        }

        /// The runbook's way from the alert to a worker that is healthy again.
        @Test(.timeLimit(.minutes(20)))
        func `recreated uploads are seen by status and doctor, and the advice of the reason ends it`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                try topics.upload([topics.steps(1)])
                #expect(try topics.waitUntilRead())
                func uncommitted() throws -> [[String: Any]] {
                    try topics.status([]).filter { $0["kind"] as? String == "uncommitted" }
                }
                func doctor() throws -> DoctorFindings {
                    try DoctorFindings(topics.command(["doctor", "--json", "--memory-limit", "64MiB"]).ending())
                }
                #expect(try uncommitted().isEmpty)
                let healthy = try doctor()
                #expect(healthy.has("ok", "state", topics.names.state, "partitions 0 match"), "\(healthy.ending)")
                try node.deleteTopics([topics.names.uploads])
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                try admin.createTopics([NewTopic(topics.names.uploads, partitions: 1)], timeoutMilliseconds: 60_000)
                #expect(worker.says("partition_left_alone"))
                #expect(try uncommitted().contains { $0["topic"] as? String == topics.names.uploads })
                let codes = worker.lines.filter { $0["event"] as? String == "partition_left_alone" }.map {
                    $0["code"] as? String
                }
                #expect(codes.last == "input_truncated", "\(codes)")
                let found = try doctor()
                let message = "workers leave it alone (input_truncated)"
                #expect(found.ending.status == 1 && found.has("failed", "state", "[0]", message), "\(found.ending)")
                #expect(worker.stop() == 0)
                try topics.processed([topics.steps(2)], ["--adopt-state"])
                let next = topics.worker(0, RunTopics.member)
                try next.startUntilReady()
                #expect(try uncommitted().isEmpty)
                #expect(try doctor().has("ok", "state", topics.names.state, "partitions 0 match"))
                #expect(next.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `without its topics or a broker it says so`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let missing = try topics.command(["status"]).ending()
                #expect(missing.status == 1)
                #expect(missing.lastError.contains("\(topics.names.uploads) is missing"))
            }
        }
    }
}

extension RunTopics {
    /// What `status --json` prints.
    func status(_ arguments: [String]) throws -> [[String: Any]] {
        let ending = try command(["status", "--json"] + arguments).ending()
        #expect(ending.status == 0, "\(ending.errors)")
        return ending.lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    /// A transaction in the topic of uploads that stays open until it is ended.
    func openTransaction(atMilliseconds timestamp: Int64 = 0) throws -> OpenTransaction {
        try OpenTransaction(servers, names.uploads, timestamp)
    }

    /// A producer in the middle of its transaction.
    final class OpenTransaction {
        private let producer: Producer

        init(_ servers: String, _ topic: String, _ timestamp: Int64) throws {
            producer = try Producer([
                "bootstrap.servers": servers, "transactional.id": "open-\(UInt32.random(in: 0 ... .max))",
                "transaction.timeout.ms": "600000",
            ])
            try producer.initTransactions(timeoutMilliseconds: 60_000)
            try producer.beginTransaction()
            let value = Array("no json".utf8)
            unsafe try producer.produce(
                to: topic,
                partition: 0,
                key: nil,
                value: value.span.bytes,
                timestampMilliseconds: timestamp
            )
            try producer.flush(timeoutMilliseconds: 60_000)
        }

        func commit() throws { try producer.commitTransaction(timeoutMilliseconds: 60_000) }

        func end() throws { try producer.abortTransaction(timeoutMilliseconds: 60_000) }
    }
}
