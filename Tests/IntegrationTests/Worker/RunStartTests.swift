import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// How a worker begins and ends.
    @Suite struct RunStarts {
        @Test(.timeLimit(.minutes(20)))
        func `missing topics are named, unless they may be made`() async throws {
            let (status, reason, settings, counts) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let refused = topics.worker(0)
                try refused.start()
                let status = refused.status()
                let reason = refused.reasons
                let maker = topics.worker(0, ["--create-topics", "--partitions", "2"])
                try maker.startUntilReady()
                #expect(maker.stop() == 0)
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let settings = try admin.settings(of: topics.names.all, timeoutMilliseconds: 60_000)
                let counts = try admin.partitionCounts(of: topics.names.all, timeoutMilliseconds: 60_000)
                let cut = { (name: String) in String(name.dropFirst(topics.prefix.count)) }
                return (
                    status, reason.replacing(topics.prefix, with: ""),
                    Dictionary(uniqueKeysWithValues: settings.map { (cut($0.key), $0.value) }),
                    Dictionary(uniqueKeysWithValues: counts.map { (cut($0.key), $0.value) })
                )
            }
            #expect(status == 1 && reason.contains("topic_missing: "))
            for name in ["uploads", "connections", "state", "webhook-dispatch", "dead-letter", "--create-topics"] {
                #expect(reason.contains(name))
            }
            #expect(counts == ["uploads": 2, "connections": 2, "state": 2, "webhook-dispatch": 2, "dead-letter": 1])
            #expect(settings["state"]?["cleanup.policy"] == "compact")
            #expect(settings["state"]?["delete.retention.ms"] == "604800000")
            #expect(settings["connections"]?["cleanup.policy"] == "compact")
            let longest = settings["uploads"]?["max.message.bytes"].flatMap { Int($0) } ?? 0
            #expect(settings["dead-letter"]?["max.message.bytes"] == String(longest + 65_536))
        }

        @Test(.timeLimit(.minutes(20)))
        func `partition counts that differ are an error that names both`() async throws {
            let (status, reason) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(topics.names.uploads, partitions: 3), NewTopic(topics.names.state, partitions: 2)],
                    timeoutMilliseconds: 60_000
                )
                let worker = topics.worker(0, ["--create-topics"])
                try worker.start()
                return (worker.status(), worker.reasons)
            }
            #expect(status == 1)
            #expect(reason.contains("topic_unsuitable: ") && reason.contains("state has 2 partitions"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `topics that lose state, or are too small for a record, are named with their figures`() async throws {
            let (status, reason) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [
                        NewTopic(topics.names.state, partitions: 2, settings: ["cleanup.policy": "compact,delete"]),
                        NewTopic(topics.names.connections, partitions: 2, settings: ["cleanup.policy": "delete"]),
                        NewTopic(topics.names.jobs, partitions: 2, settings: ["max.message.bytes": "20000"]),
                        NewTopic(topics.prefix + "documents", partitions: 1, settings: ["cleanup.policy": "compact"]),
                    ],
                    timeoutMilliseconds: 60_000
                )
                let worker = topics.worker(0, ["--create-topics", "--output-topics", "single"])
                try worker.start()
                return (worker.status(), worker.reasons)
            }
            #expect(status == 1)
            let faults = [
                "cleanup.policy=compact,delete", "cleanup.policy=delete", "max.message.bytes=20000",
                "documents has 1 partition and",
            ]
            for words in faults {
                #expect(reason.contains(words), "\(reason)")
            }
        }

        @Test(.timeLimit(.minutes(20)), arguments: [true, false])
        func `inputs that are compacted stop a program before it reads them`(isWorker: Bool) async throws {
            let (status, reason) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.alter(
                    isWorker ? topics.names.uploads : topics.names.jobs,
                    ["cleanup.policy": "compact,delete"]
                )
                let dispatcher = RunProcess(
                    topics.servers,
                    directory: topics.directory.appending(path: "d"),
                    command: "dispatch",
                    ["--topic-prefix", topics.prefix, "--group-id", topics.group, "--create-topics"]
                )
                let process = isWorker ? topics.worker(0) : dispatcher
                try process.start()
                return (process.status(), process.reasons)
            }
            #expect(status == 1)
            #expect(
                reason.contains("has cleanup.policy=compact,delete, which deletes all records of a key but the last")
            )
        }

        @Test(.timeLimit(.minutes(20)))
        func `uploads that are deleted by size are warned of, and read`() async throws {
            let (warned, isRead) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.alter(topics.names.uploads, ["retention.bytes": "1000000"])
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.produce([("c1", "no json")], to: topics.names.uploads)
                let isRead = try topics.waitUntilRead()
                #expect(worker.stop() == 0)
                return (worker.says("input_limited_by_bytes", within: .seconds(1)), isRead)
            }
            #expect(warned && isRead)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a state directory serves one process`() async throws {
            let (status, reason) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let first = topics.worker(0)
                try first.startUntilReady()
                let second = topics.worker(0)
                try second.start()
                let status = second.status()
                #expect(first.stop() == 0)
                return (status, second.reasons)
            }
            #expect(status == 1)
            #expect(reason.contains("directory_in_use: ") && reason.contains("in use by another process"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `of two workers with one instance id the first ends and says why`() async throws {
            let (status, reason, later) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                // The first one ends when the member of the other has outlived a session of its own.
                let short = ["--kafka", "session.timeout.ms=18000", "--kafka", "transaction.timeout.ms=6000"]
                let workers = (0..<2).map { topics.worker($0, ["--group-instance-id", "same"] + short) }
                try workers[0].startUntilReady()
                try workers[1].start()
                let status = workers[0].status()
                let reason = workers[0].reasons
                return (status, reason, workers[1].stop())
            }
            #expect(status == 1)
            #expect(reason.contains("instance_id_taken: ") && reason.contains("FENCED_INSTANCE_ID"), "\(reason)")
            #expect(later == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `all that a worker keeps is its user's alone`() async throws {
            let permissions = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let state = topics.directory.appending(path: "w0")
                var permissions: [String: Int] = [:]
                for name in try FileManager.default.subpathsOfDirectory(atPath: state.path) {
                    let found = try FileManager.default.attributesOfItem(atPath: state.appending(path: name).path)
                    permissions[name] = found[.posixPermissions] as? Int
                }
                #expect(worker.stop() == 0)
                return permissions
            }
            #expect(permissions["store"] == 0o700)
            #expect(permissions["store/LOG"] == 0o600)
            #expect(permissions.values.allSatisfy { $0 == 0o600 || $0 == 0o700 }, "\(permissions)")
            // The test itself lets others read what it makes.
            #expect(permissions.count > 5)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a thread of the allocator gives freed memory back`() async throws {
            let threads = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let threads = worker.threads
                #expect(worker.stop() == 0)
                return threads
            }
            #expect(threads.contains("jemalloc_bg_thd"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `the accounting is that of transform`() async throws {
            let (found, expected) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let uploads = RunUpload.made(400, connections: 5, seed: 3)
                try topics.upload(uploads)
                let worker = topics.worker(0, ["--log-level", "debug"])
                try worker.start()
                let isRead = try topics.waitUntilRead()
                #expect(isRead)
                #expect(worker.stop() == 0)
                let committed = worker.lines.filter { $0["event"] as? String == "committed" }
                let names = ["uploads", "samples", "deletions", "dead_letters"]
                let sums = names.map { name in committed.reduce(0) { $0 + ($1[name] as? Int ?? 0) } }
                return (sums, try accounting(uploads))
            }
            #expect(found == expected)
            #expect(found.first == 400)
        }
    }
}

/// What `transform` counts: uploads, samples, deletions, dead letters.
private func accounting(_ uploads: [RunUpload]) throws -> [Int] {
    let process = Process()
    process.executableURL = RunProcess.program
    process.arguments = ["transform"]
    let input = Pipe()
    let errors = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(uploads.map(\.body).joined(separator: "\n").utf8))
    try input.fileHandleForWriting.close()
    let lines = errors.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    process.waitUntilExit()
    guard let last = lines.last,
        let object = try JSONSerialization.jsonObject(with: Data(last)) as? [String: [String: Any]],
        let counts = object["accounting"]
    else { return [] }
    let refusals = counts["refusals"] as? [String: Int] ?? [:]
    let names = ["uploads", "samples_in", "deletions"]
    return names.map { counts[$0] as? Int ?? 0 } + [refusals.values.reduce(0, +)]
}
