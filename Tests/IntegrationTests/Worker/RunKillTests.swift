import Clients
import Foundation
import Randomness
import Testing
import Worker

extension BrokerTests {
    /// What becomes visible when processes die, against what `transform` makes of the same uploads.
    @Suite struct RunKills {
        @Test(.timeLimit(.minutes(20)), arguments: [UInt64(1)])
        func `killed at any moment, two workers make what one reading makes`(seed: UInt64) async throws {
            let result = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 10)
                let uploads = RunUpload.made(1_200, connections: 10, seed: seed)
                var random = SeededRandom(seed: seed)
                let workers = (0..<2).map { topics.worker($0) }
                for worker in workers { try worker.start() }
                for part in 0..<6 {
                    try topics.upload(uploads[part * 200..<part * 200 + 200])
                    usleep(UInt32.random(in: 300_000...1_500_000, using: &random))
                    let victim = workers[Int.random(in: 0...1, using: &random)]
                    victim.kill()
                    usleep(UInt32.random(in: 0...300_000, using: &random))
                    try victim.start()
                }
                let isRead = try topics.waitUntilRead()
                let statuses = workers.map { $0.stop() }
                return try RunResult(topics, uploads, isRead: isRead, statuses: statuses)
            }
            result.check("seed \(seed)")
        }

        @Test(.timeLimit(.minutes(20)))
        func `a worker without its state directory restores its state from the changelog`() async throws {
            let result = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 6)
                let uploads = RunUpload.made(300, connections: 6, seed: 7)
                var statuses: [Int32?] = []
                var isRead = true
                for part in 0..<3 {
                    // A fresh directory each time, but the same member of the group.
                    let worker = topics.worker(part, ["--group-instance-id", topics.prefix + "one"])
                    try worker.start()
                    try topics.upload(uploads[part * 100..<part * 100 + 100])
                    isRead = try topics.waitUntilRead() && isRead
                    statuses.append(worker.stop())
                }
                return try RunResult(topics, uploads, isRead: isRead, statuses: statuses)
            }
            result.check("restore")
        }
    }
}

/// What a run has made visible, and what it should have.
struct RunResult: Sendable {
    let isRead: Bool
    let statuses: [Int32?]
    let documents: [String: String]
    let expected: [String: String]
    let jobs: [Job]
    let deadLetters: [String]
    let refused: [String]

    struct Job: Sendable {
        let id: String
        /// Upload, data type and part.
        let pairs: [String]
    }

    init(
        _ topics: RunTopics,
        _ uploads: [RunUpload],
        isRead: Bool,
        statuses: [Int32?],
        rules: [String] = []
    ) throws {
        self.isRead = isRead
        self.statuses = statuses
        var live: [String: String] = [:]
        let written = try topics.read(topics.prefix + "connection.") + topics.read(topics.prefix + "documents")
        for record in written {
            let value = try record.value.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
            live["\(record.topic) \(record.key)"] = value.map(bare)
        }
        documents = live
        expected = try transformed(uploads, prefix: topics.prefix, rules)
        jobs = try topics.read(topics.names.jobs).map { record in
            let value = try JSONSerialization.jsonObject(with: Data((record.value ?? "").utf8)) as? [String: Any]
            let uploads = value?["uploads"] as? [String] ?? []
            let suffix = "\(value?["data_type"] ?? "") \(value?["part"] ?? "")"
            return Job(id: value?["id"] as? String ?? "", pairs: uploads.map { "\($0) \(suffix)" })
        }
        deadLetters = try topics.read(topics.names.deadLetters).compactMap(\.value).sorted()
        refused = uploads.map(\.body).filter { $0.hasPrefix("no json") }.sorted()
    }

    func check(_ what: Comment) {
        checkDocuments(what)
        #expect(!jobs.isEmpty, what)
        #expect(Set(jobs.map(\.id)).count == jobs.count, what)
        let pairs = jobs.flatMap(\.pairs)
        #expect(Set(pairs).count == pairs.count, what)
    }

    func checkDocuments(_ what: Comment) {
        #expect(isRead, what)
        #expect(statuses.allSatisfy { $0 == 0 }, what)
        #expect(!expected.isEmpty, what)
        #expect(Set(documents.keys) == Set(expected.keys), what)
        for (key, document) in expected { #expect(documents[key] == document, what) }
        #expect(deadLetters == refused, what)
    }
}
