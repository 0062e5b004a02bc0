import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// From an alert to a healthy installation, by the commands of the runbook.
    @Suite struct RunbookWalks {
        @Test(.timeLimit(.minutes(20)))
        func `a receiver that is down is found, and gets what waits when it is up`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                try Admin(["bootstrap.servers": node.bootstrapServers])
                    .createTopics([NewTopic(test.names.uploads, partitions: 3)], timeoutMilliseconds: 60_000)
                let connections = (0..<24).map { "conn-\($0)" }
                try test.configure(connections, #","note":"kept""#)
                test.receiver.answer { _ in Receiver.Reply(breaks: true) }
                let more = ["--retry-schedule", "10h,10h", "--http-address", "127.0.0.1:0"]
                let process = test.dispatcher(0, more)
                try process.startUntilReady()
                let probe = try #require(ProbeClient(of: process))
                let walk = try RunbookWalk(alert: "ForkDispatchHostIsDown", test.topics)
                #expect(try !walk.holds(probe.get("/metrics").body))
                let ids = try test.add(connections.map { TestJob(connection: $0) })
                #expect(try eventually { try walk.holds(probe.get("/metrics").body) })
                #expect(try eventually { try walk.rows("dispatch list").first?["waiting"] as? Int == 24 })
                let host = try #require(try walk.rows("dispatch list").first)
                let name = host["host"] as? String
                #expect(name?.hasPrefix("127.0.0.1:") == true && host["reason"] is String, "\(host)")
                let words = ["secrets.json": test.secretsPath, "example.com": "127.0.0.1"]
                let ping = { try walk.rows("dispatch ping", replacing: words, ["--allow-loopback-callbacks"]).first }
                #expect(try ping()?["outcome"] as? String == "connect")
                test.receiver.answer { _ in Receiver.Reply() }
                #expect(try ping()?["status"] as? Int == 204)
                let retry = try walk.rows("dispatch retry", replacing: words).first
                #expect(retry?["retried"] as? Int == 24)
                #expect(test.receiver.getsAll(ids))
                #expect(try eventually { try walk.rows("dispatch list").isEmpty })
                #expect(try eventually { try !walk.holds(probe.get("/metrics").body) })
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `refused samples are counted, shown, corrected and parked, until none is open`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"])
                try worker.startUntilReady()
                let probe = try #require(ProbeClient(of: worker))
                let alert = try RunbookWalk(alert: "ForkWorkerRefusalsJump", topics)
                #expect(try !alert.holds(probe.get("/metrics").body))
                try topics.upload(
                    (1...101).map { count in
                        let body = topics.steps(count, connection: "conn-7").body
                        return RunUpload(connection: "conn-7", body: body.replacing(#""count""#, with: #""furlong""#))
                    }
                )
                #expect(try topics.waitUntilRead())
                #expect(try eventually { try alert.holds(probe.get("/metrics").body) })

                let walk = try alert.follow("A poisoned topic from finding to redriving")
                let summary = try #require(try walk.rows("dead-letters list", ["--json"]).first)
                let code = try #require(summary["code"] as? String)
                #expect(summary["count"] as? Int == 101)
                let words = ["invalidType": code, "tooLate": code, "2024-04-01": "2100-01-01"]
                let whole = try topics.command(["dead-letters", "list", "--json"]).ending()
                let first = try JSONSerialization.jsonObject(with: Data(whole.lines[0].utf8)) as? [String: Any]
                let place = try #require(first?["place"] as? String)
                let shown = try walk.run("dead-letters show", replacing: ["0:15": place], ["--json"])
                let letter = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
                #expect(letter?["code"] as? String == code)
                let byCode = "dead-letters redrive --bootstrap-servers localhost:9092 --code"
                let dry = try walk.run(byCode, replacing: words)
                #expect(dry.status == 0 && dry.output.contains("\(place)"), "\(dry)")

                let value = try #require(letter?["value"])
                let bytes = value is String ? Data() : try JSONSerialization.data(withJSONObject: value)
                let text = value as? String ?? String(decoding: bytes, as: UTF8.self)
                let fixed = topics.directory.appending(path: "fixed.json")
                try Data(text.replacing(#""furlong""#, with: #""count""#).utf8).write(to: fixed)
                let redrive = "dead-letters redrive --bootstrap-servers localhost:9092 0:15"
                let redriven = try walk.run(redrive, replacing: ["0:15": place, "fixed.json": fixed.path])
                #expect(redriven.status == 0, "\(redriven)")
                let parked = try walk.run("dead-letters park", replacing: words)
                #expect(parked.status == 0, "\(parked)")
                #expect(try topics.waitUntilRead())
                #expect(try walk.rows("dead-letters list", ["--json"]).isEmpty)
                let documents = try walk.run("documents")
                #expect(documents.status == 0 && documents.output.contains("steps/2024-04-16"), "\(documents)")
                #expect(worker.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a dispatcher whose topics are missing starts after the commands of the page`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, withOutputs: false)
                try test.configure(["conn-1"])
                let process = test.dispatcher()
                try process.start()
                #expect(process.status() == 1)
                #expect(process.reasons.contains("topic_missing: "), "\(process.reasons)")
                let row = try RunbookWalk.file("docs/operations.md").split(separator: "\n").first {
                    $0.hasPrefix("| `topic_missing` |")
                }
                #expect(row?.contains("(runbook.md#a-lost-topic)") == true)
                let walk = try RunbookWalk(heading: "A lost topic", test.topics)
                let plan = try walk.run("topics plan")
                #expect(plan.output.contains(test.names.webhookState), "\(plan)")
                let applied = try walk.run("topics apply")
                #expect(applied.status == 0, "\(applied)")
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)), .enabled(if: SmallDisk.canMount, "needs the right to mount a tmpfs"))
        func `a disk that gets full warns, then ends the worker, and room brings it back`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let disk = try SmallDisk(topics.directory.appending(path: "disk"), mebibytes: 192)
                let state = disk.folder.appending(path: "state")
                let own = ["--topic-prefix", topics.prefix, "--group-id", topics.group] + RunTopics.member
                let worker = RunProcess(topics.servers, directory: state, own + ["--http-address", "127.0.0.1:0"])
                try worker.startUntilReady()
                let probe = try #require(ProbeClient(of: worker))
                let walk = try RunbookWalk(alert: "ForkWorkerDiskIsNearlyFull", topics)
                #expect(try !walk.holds(probe.get("/metrics").body))
                func room() throws -> (verdict: String?, message: String) {
                    let rows = try walk.rows("doctor", ["--state-directory", state.path, "--json"])
                    let row = rows.first { ($0["message"] as? String)?.contains("MiB are free") == true }
                    return (row?["verdict"] as? String, row?["message"] as? String ?? "")
                }
                let needed = try #require(probe.figure("fork_worker_store_needed_bytes"))
                try disk.fill(leaving: needed * 3 / 2)
                #expect(try eventually { try walk.holds(probe.get("/metrics").body) })
                #expect(worker.says("disk_nearly_full"))
                let warned = try room()
                #expect(warned.verdict == "warning", "\(warned)")
                try topics.upload([topics.steps(1)])
                #expect(try topics.waitUntilRead())

                try disk.fill(leaving: needed / 2)
                try topics.upload([topics.steps(2)])
                #expect(worker.status() == 1)
                #expect(worker.reasons.contains("disk_full: "), "\(worker.reasons)")
                let failed = try room()
                #expect(failed.verdict == "failed", "\(failed)")
                // Step 3 of the section: free some space.
                try disk.free()
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead() && topics.total() == 3)
                let again = try #require(ProbeClient(of: worker))
                #expect(try eventually { try !walk.holds(again.get("/metrics").body) })
                #expect(worker.stop() == 0)
            }
        }
    }
}

/// A small file system in memory, which ends with this value.
private final class SmallDisk {
    let folder: URL

    /// Whether the test may mount a file system.
    static var canMount: Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-disk-\(UUID().uuidString)")
        return (try? SmallDisk(folder, mebibytes: 1)) != nil
    }

    init(_ folder: URL, mebibytes: Int) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard geteuid() == 0, try Self.run("mount", "-t", "tmpfs", "-o", "size=\(mebibytes)m", "fork-test", folder.path)
        else { throw CocoaError(.fileWriteNoPermission) }
    }

    deinit { _ = try? Self.run("umount", "-l", folder.path) }

    /// Fills the file system until so many bytes are free.
    func fill(leaving free: Int) throws {
        var found = statvfs()
        guard unsafe statvfs(folder.path, &found) == 0 else { throw CocoaError(.fileReadUnknown) }
        let file = folder.appending(path: "filler-\(UUID().uuidString)")
        let count = Int(found.f_bavail) * Int(found.f_frsize) - free
        try Data(count: max(0, count)).write(to: file)
    }

    /// Removes what `fill` has written.
    func free() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("filler") {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    private static func run(_ words: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
