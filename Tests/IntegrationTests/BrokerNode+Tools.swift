import Foundation
import Kafka

/// Kafka's own command-line tools, for what only an operator does.
extension BrokerNode {
    /// What the broker has not heard of in time.
    private struct NotHeard: Error {
        let goal: String
    }

    private struct ToolFailed: Error {
        let tool: String
        let output: String
    }

    /// Deletes the records of partitions before an offset, and leaves the topic with a cleanup policy.
    func deleteRecords(of topic: String, before offsets: [Int32: Int64], leaving policy: String = "compact") throws {
        let partitions = offsets.map { #"{"topic":"\#(topic)","partition":\#($0.key),"offset":\#($0.value)}"# }
        let file = FileManager.default.temporaryDirectory.appending(path: "offsets-\(UUID().uuidString).json")
        try Data(#"{"version":1,"partitions":[\#(partitions.joined(separator: ","))]}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Kafka deletes nothing from a topic that is only compacted.
        try set("cleanup.policy", to: "delete", of: topic)
        try run("org.apache.kafka.tools.DeleteRecordsCommand", ["--offset-json-file", file.path])
        try set("cleanup.policy", to: policy, of: topic)
    }

    /// Sets one of a topic's settings, and waits until the broker goes by it: it answers a change before it has heard of
    /// it from the controller.
    func set(_ setting: String, to value: String, of topic: String) throws {
        let change = ["--alter", "--entity-type", "topics", "--entity-name", topic]
        try run("kafka.admin.ConfigCommand", change + ["--add-config", "\(setting)=[\(value)]"])
        let reader = try Admin(["bootstrap.servers": bootstrapServers])
        try wait(until: "\(setting) of \(topic) is \(value)") {
            try reader.settings(of: [topic], timeoutMilliseconds: 20_000)[topic]?[setting] == value
        }
    }

    /// Deletes topics, and waits until the broker has forgotten them.
    func deleteTopics(_ names: [String]) throws {
        let admin = try Admin(["bootstrap.servers": bootstrapServers])
        try admin.deleteTopics(names, timeoutMilliseconds: 60_000)
        try wait(until: "\(names) are gone") {
            try admin.partitionCounts(of: names, timeoutMilliseconds: 20_000).isEmpty
        }
    }

    /// Gives topics more partitions, and waits until the broker has them.
    func grow(_ topics: [String], to partitions: Int32) throws {
        let reader = try Admin(["bootstrap.servers": bootstrapServers])
        for topic in topics {
            try run(
                "org.apache.kafka.tools.TopicCommand",
                ["--alter", "--topic", topic, "--partitions", "\(partitions)"]
            )
            try wait(until: "\(topic) has \(partitions) partitions") {
                try reader.partitionCounts(of: [topic], timeoutMilliseconds: 20_000)[topic] == partitions
            }
        }
    }

    /// Waits until the broker has heard of a change.
    private func wait(until goal: String, _ isSo: () throws -> Bool) throws {
        guard try eventually(isSo) else { throw NotHeard(goal: goal) }
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
