import Foundation
import Kafka

/// A measured program: the worker or the bare copy, each with one output topic or with a topic per connection.
///
/// The cases are in the order of the races: each copy runs before the worker that is compared with it.
enum Contender: String, CaseIterable {
    case copy
    case single = "single topic"
    case copyPerConnection = "copy, topic per connection"
    case perConnection = "topic per connection"

    /// Whether each connection has its own output topic.
    var isPerConnection: Bool { self == .perConnection || self == .copyPerConnection }

    /// The baseline of the comparison: the copy with the same routing.
    var measure: Contender { isPerConnection ? .copyPerConnection : .copy }

    /// Starts the program as a process.
    ///
    /// - Parameters:
    ///   - topics: The topics to read and write, the group and the state directory.
    ///   - member: The number of the process in its group.
    ///   - lanes: The number of lanes of a worker.
    ///   - options: More options of a worker.
    /// - Returns: The process.
    /// - Throws: If the program cannot be started.
    func start(
        _ topics: ContenderTopics,
        member: Int = 0,
        lanes: Int = 1,
        options: [String] = []
    ) throws -> MeasuredProcess {
        let name = "\(topics.group)-\(member)"
        guard self != measure else {
            let output = isPerConnection ? topics.connectionPrefix : topics.copies
            let routing = isPerConnection ? Copying.perConnection : "single"
            let words = [topics.servers, topics.group, topics.uploads, output, routing].joined(separator: " ")
            return try MeasuredProcess("Benchmarks", ["worker"], environment: [Copying.variable: words], name: name)
        }
        let arguments = [
            "run", "--bootstrap-servers", topics.servers, "--group-id", topics.group, "--topic-prefix", topics.prefix,
            // Keeps the membership if the worker restarts without its state directory.
            "--group-instance-id", name, "--lanes", "\(lanes)",
            "--state-directory", topics.directory.appendingPathComponent("\(member)").path,
            "--create-topics", "--partitions", "\(ContenderTopics.partitions)",
            "--output-topics", isPerConnection ? "connection" : "single", "--log-format", "json",
        ]
        return try MeasuredProcess("fork-worker", arguments + options, name: name)
    }

    /// Returns the partitions to which the program writes documents or copies.
    func outputs(_ topics: ContenderTopics, of connections: [String]) -> [TopicPartition] {
        guard !isPerConnection else { return connections.map { TopicPartition(topics.connectionPrefix + $0, 0) } }
        let topic = self == .copy ? topics.copies : topics.prefix + "documents"
        return (0..<ContenderTopics.partitions).map { TopicPartition(topic, $0) }
    }

    /// The part of an output record that has the id of the upload.
    var mark: Visibility.Mark { self == measure ? .value : .header("fork-upload") }
}
