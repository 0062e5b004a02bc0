import Clients
import Foundation
import Testing

/// What a sandbox promises to the tests of others.
@Suite(.serialized) struct SandboxTests {
    static let kafkaHome = ProcessInfo.processInfo.environment["KAFKA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    static let needsKafka: Comment = "needs an Apache Kafka: set KAFKA_HOME to a distribution, 3.9 or 4.x"

    @Test(.timeLimit(.minutes(5)), arguments: [nil, kafkaHome].prefix(kafkaHome == nil ? 1 : 2))
    func `what is sent to a sandbox comes out as documents`(kafka: String?) async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(["--topic-prefix", "t."] + (kafka.map { ["--kafka-home", $0] } ?? []))
            let line = try sandbox.line()
            let servers = try #require(line["bootstrap_servers"])
            let names = [
                "topic_prefix": "t.", "uploads": "t.uploads", "connections": "t.connections",
                "webhook_dispatch": "t.webhook-dispatch", "dead_letter": "t.dead-letter", "output_topics": "connection",
            ]
            #expect(line == names.merging(["bootstrap_servers": servers]) { $1 })
            let place = ["--bootstrap-servers", servers, "--topic-prefix", "t."]
            let uploads = Command.examples.appending(path: "sleep-night.uploads.ndjson").path
            let sent = try Command.run(["send", uploads] + place)
            #expect(sent.status == 0, "\(sent.errors)")
            var documents = try Command.run(["documents", "conn-7"] + place)
            let deadline = ContinuousClock.now + .seconds(60)
            while !documents.text.contains("\"sleep"), ContinuousClock.now < deadline {
                documents = try Command.run(["documents", "conn-7"] + place)
            }
            #expect(documents.text.contains("\"sleep"), "\(documents.errors)")
            // The embedded broker does not say when workers have read settings: nobody waits for that in vain.
            let words = ["connections", "put", "conn-9", "--set", "user_id=u", "--timeout", "2min"]
            let put = try Command.run(words + place)
            #expect(put.status == 0 && put.lastError.contains("conn-9 (new) is written"), "\(put.errors)")
            let get = try Command.run(["connections", "get", "conn-9"] + place)
            #expect(get.text.hasPrefix(#"{"connection_id":"conn-9","user_id":"u","offset":"#), "\(get.errors)")
            try sandbox.closeInput()
            #expect(sandbox.status() == 0, "\(sandbox.errors)")
            #expect(sandbox.isGone())
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["", "connection", "single", "app"])
    func `documents come out of a sandbox by its defaults, and wherever they are routed`(routing: String) async throws {
        try await onOwnThread {
            let options = routing.isEmpty ? [] : ["--output-topics", routing]
            let sandbox = try SandboxProcess(options)
            let place = ["--bootstrap-servers", try #require(try sandbox.line()["bootstrap_servers"])]
            let uploads = Command.examples.appending(path: "sleep-night.uploads.ndjson").path
            #expect(try Command.run(["send", uploads] + place).status == 0)
            let deadline = ContinuousClock.now + .seconds(60)
            var found = ""
            while !found.contains("\"sleep"), ContinuousClock.now < deadline {
                found = try Command.run(["documents", "conn-7"] + options + place).text
            }
            #expect(found.contains("\"sleep"))
            try sandbox.closeInput()
            #expect(sandbox.status() == 0 && sandbox.errors.isEmpty, "\(sandbox.errors)")
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [nil, kafkaHome].prefix(kafkaHome == nil ? 1 : 2))
    func `the broker listens where it is told to, and a taken address is named`(kafka: String?) async throws {
        try await onOwnThread {
            let options = kafka.map { ["--kafka-home", $0] } ?? []
            // A port that was free a moment ago.
            let first = try SandboxProcess()
            let address = try #require(try first.line()["bootstrap_servers"])
            let taken = try SandboxProcess(["--listen", address])
            #expect(taken.status() == 1 && taken.errors.contains("--listen \(address): Address already in use"))
            try first.closeInput()
            #expect(first.status() == 0)
            let sandbox = try SandboxProcess(["--listen", address.replacing("127.0.0.1", with: "localhost")] + options)
            let told = try #require(try sandbox.line()["bootstrap_servers"])
            #expect(told == (kafka == nil ? address : address.replacing("127.0.0.1", with: "localhost")))
            let sent = try Command.run(["send", "--bootstrap-servers", address], input: Self.smallest)
            #expect(sent.status == 0, "\(sent.errors)")
            try sandbox.closeInput()
            #expect(sandbox.status() == 0, "\(sandbox.errors)")
            let wrong = try SandboxProcess(["--listen", "nowhere:9092"])
            #expect(wrong.status() == 64 && wrong.errors.contains("--listen nowhere:9092: not an IPv4 address"))
        }
    }

    private static let smallest =
        (try? Data(contentsOf: Command.examples.appending(path: "smallest.uploads.ndjson"))) ?? Data()

    @Test(.timeLimit(.minutes(5)), arguments: [SandboxProcess.Input.pipe, .socket])
    func `it ends when whoever started it has gone, also where nothing was read`(input: SandboxProcess.Input)
        async throws
    {
        try await onOwnThread {
            let sandbox = try SandboxProcess(input: input)
            try sandbox.write("what nobody reads\n")
            _ = try sandbox.line()
            #expect(sandbox.isRunning)
            try sandbox.closeInput()
            #expect(sandbox.status() == 0 && sandbox.errors.isEmpty, "\(sandbox.errors)")
            #expect(sandbox.isGone())
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [(SandboxProcess.Input.nothing, SIGTERM), (.file, SIGINT)])
    func `input that is nobody's does not end it, a signal does`(
        input: SandboxProcess.Input,
        signal: Int32
    ) async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(input: input)
            _ = try sandbox.line()
            sandbox.signal(signal)
            #expect(sandbox.status() == 0 && sandbox.errors.isEmpty, "\(sandbox.errors)")
            #expect(sandbox.isGone())
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [nil, kafkaHome].prefix(kafkaHome == nil ? 1 : 2))
    func `killed it leaves no process and no folder`(kafka: String?) async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(kafka.map { ["--kafka-home", $0] } ?? [])
            _ = try sandbox.line()
            // The sandbox itself, as killing it is what is tried, does not name its folder.
            #expect(sandbox.related.count == (kafka == nil ? 1 : 2))
            sandbox.signal(SIGKILL)
            #expect(sandbox.status() == -1)
            #expect(sandbox.isGone())
        }
    }

    @Test(.timeLimit(.minutes(5)), .enabled(if: kafkaHome != nil, needsKafka))
    func `a Kafka that ends by itself ends it, with what was said last`() async throws {
        try await onOwnThread {
            let home = try #require(Self.kafkaHome)
            let sandbox = try SandboxProcess(["--kafka-home", home])
            _ = try sandbox.line()
            let node = try #require(sandbox.related.last { Self.isJava($0) })
            kill(node, SIGKILL)
            #expect(sandbox.status() == 1)
            #expect(sandbox.errors.contains("the Apache Kafka of --kafka-home has exited"))
            #expect(sandbox.isGone())
        }
    }

    @Test(.timeLimit(.minutes(2))) func `what a Kafka needs and is not there is said, and nothing stays`() async throws
    {
        try await onOwnThread {
            let empty = try SandboxProcess(["--kafka-home", "/nowhere"])
            #expect(empty.status() == 64 && empty.errors.contains("/nowhere/libs contains no Kafka"))
            let home = empty.folder.appending(path: "kafka")
            try FileManager.default.createDirectory(
                at: home.appending(path: "libs"),
                withIntermediateDirectories: true
            )
            try Data().write(to: home.appending(path: "libs/kafka_2.13-4.3.1.jar"))
            let bare = try SandboxProcess(["--kafka-home", home.path], path: "/nowhere")
            #expect(bare.status() == 1 && bare.errors.contains("there is no java in PATH"))
            #expect(bare.isGone())
            let java = home.appending(path: "java")
            let script = home.appending(path: "script")
            try Data("#!/bin/sh\necho java.lang.UnsupportedClassVersionError\nexit 1\n".utf8).write(to: script)
            // Another process writes it: what this one has written cannot be run while a child of it starts (ETXTBSY).
            try Process.run(
                URL(filePath: "/usr/bin/install"),
                arguments: ["-m", "755", script.path, java.path]
            ).waitUntilExit()
            let old = try SandboxProcess(["--kafka-home", home.path], path: home.path)
            #expect(old.status() == 1 && old.errors.contains("this Java is too old"), "\(old.errors)")
            #expect(old.isGone())
        }
    }

    private static func isJava(_ id: pid_t) -> Bool {
        let line = (try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)) ?? ""
        return line.hasPrefix("java")
    }
}
