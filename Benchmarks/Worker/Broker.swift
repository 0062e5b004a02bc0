import Foundation
import Kafka

/// The Kafka cluster of the measurements: the one of `--bootstrap-servers`, or a node of `KAFKA_HOME` for this run.
struct Broker: ~Copyable {
    let servers: String
    private let isOwn: Bool
    /// The name of this run's node for `scripts/kafka`.
    private static let name = "benchmarks-\(ProcessInfo.processInfo.processIdentifier)"

    /// Starts a node, unless the options name a cluster; nil if they do not and `KAFKA_HOME` is not set.
    init?(_ options: Options) throws {
        if let servers = options.bootstrapServers {
            self.servers = servers
            isOwn = false
        } else if ProcessInfo.processInfo.environment["KAFKA_HOME"] != nil {
            servers = try Self.script("start")
            isOwn = true
        } else {
            return nil
        }
    }

    deinit {
        if isOwn { _ = try? Self.script("stop") }
    }

    /// Creates topics that do not exist yet.
    func create(_ topics: [NewTopic]) throws {
        try Admin(["bootstrap.servers": servers]).createTopics(topics, timeoutMilliseconds: 20_000)
    }

    /// Returns the end offsets of the partitions of a topic.
    func ends(of topic: String, partitions: Int32) throws -> [TopicPartition: Int64] {
        let admin = try Admin(["bootstrap.servers": servers])
        var ends: [TopicPartition: Int64] = [:]
        for number in 0..<partitions {
            let partition = TopicPartition(topic, number)
            ends[partition] = try admin.watermarks(of: partition, timeoutMilliseconds: 10_000).high
        }
        return ends
    }

    /// The CPU time of this run's node so far, in seconds; nil for a cluster that the options name.
    var cpuSeconds: Double? { isOwn ? Self.process.map { MeasuredProcess.cpuSeconds(of: "/proc/\($0)") } : nil }

    /// The CPU time of the JIT compiler of this run's node so far, in seconds; nil for a cluster that the options name.
    var compilerSeconds: Double? {
        guard isOwn, let process = Self.process else { return nil }
        let tasks = URL(fileURLWithPath: "/proc/\(process)/task")
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks.path)) ?? []
        return threads.map { tasks.appendingPathComponent($0) }
            .filter { task in
                let name = (try? String(contentsOf: task.appendingPathComponent("comm"), encoding: .utf8)) ?? ""
                return name.hasPrefix("C1 Compiler") || name.hasPrefix("C2 Compiler")
            }
            .map { MeasuredProcess.cpuSeconds(of: $0.path) }
            .reduce(0, +)
    }

    /// The process id of this run's node, found by its command line.
    private static var process: String? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.first { process in
            let line = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            return line.contains("kafka.Kafka") && line.contains("/\(name)/")
        }
    }

    private static func script(_ command: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appendingPathComponent("scripts/kafka")
        process.arguments = [command, "--name", name]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Options.Wrong(description: "scripts/kafka \(command) failed")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
