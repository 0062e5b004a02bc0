import Clients
import Foundation
import Kafka
import Testing
import Worker

/// What one look has found: the verdict of each line by its check and what it is about.
struct DoctorFindings {
    let ending: CommandProcess.Ending
    private let lines: [(check: String, about: String, verdict: String, message: String)]

    init(_ ending: CommandProcess.Ending) throws {
        self.ending = ending
        lines = try ending.lines.map { line in
            let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            func text(_ name: String) -> String { fields[name] as? String ?? "" }
            return (text("check"), text("about"), text("verdict"), text("message"))
        }
    }

    /// The lines with a verdict, as `check about: message`.
    func all(_ verdict: String) -> [String] {
        lines.filter { $0.verdict == verdict }.map { "\($0.check) \($0.about): \($0.message)" }
    }

    /// Whether there is such a line.
    func has(_ verdict: String, _ check: String, _ about: String, _ message: String? = nil) -> Bool {
        lines.contains {
            $0.verdict == verdict && $0.check == check && $0.about.contains(about)
                && $0.message.contains(message ?? $0.message)
        }
    }
}

extension RunTopics {
    /// Lets a doctor look at the topics of this test.
    fileprivate func doctor(
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws -> DoctorFindings {
        let own = ["doctor", "--json", "--memory-limit", "64MiB"]
        return try DoctorFindings(try command(own + arguments, environment: environment).ending())
    }

    /// The ends of all partitions of this test's topics.
    fileprivate func ends() throws -> [TopicPartition: Watermarks] {
        let admin = try Admin(["bootstrap.servers": servers], isolation: .uncommitted)
        let counts = try admin.partitionCounts(timeoutMilliseconds: 60_000).filter { $0.key.hasPrefix(prefix) }
        let places = counts.flatMap { name, count in (0..<count).map { TopicPartition(name, $0) } }
        return try patiently { () throws(KafkaError) in try admin.watermarks(of: places, timeoutMilliseconds: 20_000) }
    }
}

extension BrokerTests {
    /// `fork-worker doctor` on a real broker.
    @Suite struct DoctorTests {
        @Test(.timeLimit(.minutes(20)))
        func `a healthy place has nothing that fails, and a look writes nothing and moves nobody`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                _ = try topics.command(["topics", "apply", "--partitions", "3"]).ending()
                let worker = topics.worker(0, ["--memory-limit", "64MiB"])
                try worker.start()
                try topics.upload(RunUpload.made(10, connections: 2, seed: 3))
                _ = try topics.waitUntilRead()
                let folder = topics.directory.appending(path: "w0").path
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                func members() throws -> [String] {
                    try patiently { () throws(KafkaError) in
                        try admin.memberClientIDs(ofGroup: topics.group, timeoutMilliseconds: 20_000)
                    }
                }
                let before = (ends: try topics.ends(), members: try members())
                let found = try topics.doctor(["--state-directory", folder])
                let after = (ends: try topics.ends(), members: try members())
                let isRunning = worker.isRunning
                #expect(worker.stop() == 0)
                func files() throws -> [String] {
                    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
                }
                let left = try files()
                let stopped = try topics.doctor(["--state-directory", folder])
                return (
                    found: found, before: before, after: after, isRunning: isRunning, stopped: stopped, left: left,
                    now: try files(), prefix: topics.prefix, group: topics.group, folder: folder
                )
            }
            let found = run.found
            #expect(found.ending.status == 0 && found.all("failed").isEmpty, "\(found.ending)")
            #expect(run.before.ends == run.after.ends && !run.before.ends.isEmpty)
            #expect(run.before.members == run.after.members && run.before.members.count == 1 && run.isRunning)
            let release = ProcessInfo.processInfo.environment["KAFKA_HOME"]?.contains("3.9") == true ? "3.9" : "4.1"
            #expect(found.has("ok", "broker", "127.0.0.1", "Apache Kafka \(release)"))
            #expect(found.has("ok", "library", "librdkafka"))
            #expect(found.has("ok", "clock", "\(run.prefix)uploads"))
            for name in ["uploads", "connections", "state"] {
                #expect(found.has("ok", "right", run.prefix + name, "Read on Topic is granted"))
            }
            for name in ["state", "webhook-dispatch", "dead-letter", "connection.conn-"] {
                #expect(found.has("ok", "right", run.prefix + name, "Write on Topic is granted"))
            }
            #expect(found.has("ok", "right", "\(run.prefix)connection.doctor", "Create on Topic is granted"))
            #expect(found.has("ok", "right", run.group, "Read on Group is granted"))
            #expect(found.has("ok", "right", "\(run.group).doctor", "Write on TransactionalId is granted"))
            #expect(found.has("ok", "state-directory", run.folder, "running worker"))
            #expect(found.has("ok", "zones", "zoneinfo"))
            // The store that nobody has open is looked into, too.
            #expect(run.stopped.has("ok", "state-directory", run.folder, "is free"))
            #expect(run.left == run.now)
        }

        @Test(.timeLimit(.minutes(20)))
        func `planted faults are found, each by its line`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let names = topics.names
                try Admin(["bootstrap.servers": topics.servers]).createTopics(
                    [
                        NewTopic(
                            names.uploads,
                            partitions: 3,
                            settings: ["retention.ms": "3600000", "cleanup.policy": "compact,delete"]
                        ),
                        NewTopic(names.connections, partitions: 2, settings: ["cleanup.policy": "compact"]),
                        NewTopic(names.state, partitions: 3, settings: ["cleanup.policy": "delete"]),
                        NewTopic(names.jobs, partitions: 3),
                    ],
                    timeoutMilliseconds: 60_000
                )
                let ahead = Int64(Date().timeIntervalSince1970 * 1_000) + 1_800_000
                try topics.produce([("c", "{}")], to: names.uploads, atMilliseconds: ahead)
                let folder = topics.directory.appending(path: "state")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: "lock"),
                    withDestinationURL: topics.directory
                )
                let ended = topics.directory.appending(path: "ca.pem")
                try Data(DoctorTests.nearEnd(in: topics.directory)).write(to: ended)
                let before = try topics.ends()
                let found = try topics.doctor(
                    [
                        "--bootstrap-servers", "127.0.0.1:1,\(node.bootstrapServers)", "--state-directory", folder.path,
                        "--memory-limit", "1024GiB", "--kafka", "ssl.ca.location=\(ended.path)",
                    ],
                    environment: ["TZDIR": "/nowhere"]
                )
                return (found: found, before: before, after: try topics.ends(), names: names, folder: folder.path)
            }
            let found = run.found
            #expect(found.ending.status == 1 && run.before == run.after)
            #expect(found.has("warning", "broker", "127.0.0.1:1", "no answer"), "\(found.ending)")
            #expect(found.has("failed", "topic", run.names.uploads, "retention.ms=3600000"))
            #expect(found.has("failed", "topic", run.names.uploads, "cleanup.policy=compact,delete"))
            #expect(found.has("failed", "topic", run.names.connections, "2 partitions"))
            #expect(found.has("failed", "topic", run.names.state, "cleanup.policy=delete"))
            #expect(found.has("failed", "topic", run.names.deadLetters, "is missing"))
            #expect(found.has("warning", "clock", run.names.uploads, "a minute ahead"))
            #expect(found.has("failed", "state-directory", run.folder, "link"))
            #expect(found.has("failed", "memory", "--memory-limit 1048576MiB"))
            #expect(found.has("failed", "zones", "/nowhere"))
            #expect(found.has("warning", "certificate", "ca.pem", "/CN=near-its-end expires in 4 day(s)"))
        }

        @Test func `no broker at all fails, and the rest is looked at all the same`()
            async throws
        {
            let found = try await onOwnThread {
                let arguments = ["doctor", "--json", "--bootstrap-servers", "127.0.0.1:1"]
                return try DoctorFindings(try CommandProcess(arguments).ending())
            }
            #expect(found.ending.status == 1)
            #expect(found.has("failed", "broker", "127.0.0.1:1", "no answer"))
            #expect(found.has("ok", "zones", "zoneinfo"))
        }

        /// A certificate that ends in five days, less a moment.
        private static func nearEnd(in folder: URL) throws -> Data {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            let file = folder.appending(path: "made.pem")
            process.arguments = [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=near-its-end", "-days", "5",
                "-keyout", "/dev/null", "-out", file.path,
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return try Data(contentsOf: file)
        }
    }
}
