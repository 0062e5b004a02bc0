import Foundation
import Kafka

/// Kafka's own command-line tools, for what only an operator does.
extension BrokerNode {
    private struct ToolFailed: Error {
        let tool: String
        let output: String
    }

    /// Deletes the records of partitions before an offset.
    func deleteRecords(of topic: String, before offsets: [Int32: Int64]) throws {
        let partitions = offsets.map { #"{"topic":"\#(topic)","partition":\#($0.key),"offset":\#($0.value)}"# }
        let file = FileManager.default.temporaryDirectory.appending(path: "offsets-\(UUID().uuidString).json")
        try Data(#"{"version":1,"partitions":[\#(partitions.joined(separator: ","))]}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Kafka deletes nothing from a topic that is only compacted.
        try setPolicy(of: topic, "delete")
        try run("org.apache.kafka.tools.DeleteRecordsCommand", ["--offset-json-file", file.path])
        try setPolicy(of: topic, "compact")
    }

    /// Sets a topic's `cleanup.policy`.
    func setPolicy(of topic: String, _ policy: String) throws { try set("cleanup.policy=[\(policy)]", of: topic) }

    /// Sets one of a topic's settings.
    func set(_ setting: String, of topic: String) throws {
        let change = ["--alter", "--entity-type", "topics", "--entity-name", topic]
        try run("kafka.admin.ConfigCommand", change + ["--add-config", setting])
    }

    /// Deletes topics, and waits until the broker has forgotten them.
    func deleteTopics(_ names: [String]) throws {
        for name in names { try run("org.apache.kafka.tools.TopicCommand", ["--delete", "--topic", name]) }
        let reader = try Admin(["bootstrap.servers": bootstrapServers])
        while try !reader.partitionCounts(of: names, timeoutMilliseconds: 20_000).isEmpty { usleep(20_000) }
    }

    /// Gives topics more partitions.
    func grow(_ topics: [String], to partitions: Int) throws {
        for topic in topics {
            try run(
                "org.apache.kafka.tools.TopicCommand",
                ["--alter", "--topic", topic, "--partitions", "\(partitions)"]
            )
        }
    }

    private func run(_ tool: String, _ arguments: [String]) throws {
        let home = ProcessInfo.processInfo.environment["KAFKA_HOME"] ?? ""
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["java", "-cp", "\(home)/libs/*", tool, "--bootstrap-server", bootstrapServers]
            + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ToolFailed(tool: tool, output: text) }
    }
}
