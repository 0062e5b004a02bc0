import Foundation
import Kafka

/// What is measured: the worker or the bare copy, each with one topic for all that it writes or one per connection.
///
/// In the order of their races: the copy with a routing comes before the worker that is held against it.
enum Contender: String, CaseIterable {
    case copy
    case single = "single topic"
    case copyPerConnection = "copy, topic per connection"
    case perConnection = "topic per connection"

    /// Whether the documents, or copies, of each connection go to a topic of their own.
    var isPerConnection: Bool { self == .perConnection || self == .copyPerConnection }

    /// What it is held against: the copy with the same routing.
    var measure: Contender { isPerConnection ? .copyPerConnection : .copy }

    /// Starts it as a process.
    ///
    /// - Parameters:
    ///   - topics: Where.
    ///   - member: Tells it from other processes of the same group.
    ///   - lanes: How many threads it works with.
    /// - Returns: The process.
    /// - Throws: When there is no program to start.
    func start(_ topics: ContenderTopics, member: Int = 0, lanes: Int = 1) throws -> MeasuredProcess {
        let name = "\(topics.group)-\(member)"
        guard self != measure else {
            let output = isPerConnection ? topics.connectionPrefix : topics.copies
            let routing = isPerConnection ? Copying.perConnection : "single"
            let words = [topics.servers, topics.group, topics.uploads, output, routing].joined(separator: " ")
            return try MeasuredProcess("Benchmarks", ["worker"], environment: [Copying.variable: words], name: name)
        }
        let arguments = [
            "run", "--bootstrap-servers", topics.servers, "--group-id", topics.group, "--topic-prefix", topics.prefix,
            // The same member after the loss of its folder.
            "--group-instance-id", name, "--lanes", "\(lanes)",
            "--state-directory", topics.directory.appendingPathComponent("\(member)").path,
            "--create-topics", "--partitions", "\(ContenderTopics.partitions)",
            "--output-topics", isPerConnection ? "connection" : "single", "--log-format", "json",
        ]
        return try MeasuredProcess("fork-worker", arguments, name: name)
    }

    /// Where what it makes of uploads becomes visible.
    func outputs(_ topics: ContenderTopics, of connections: [String]) -> [TopicPartition] {
        guard !isPerConnection else { return connections.map { TopicPartition(topics.connectionPrefix + $0, 0) } }
        let topic = self == .copy ? topics.copies : topics.prefix + "documents"
        return (0..<ContenderTopics.partitions).map { TopicPartition(topic, $0) }
    }

    /// How an upload is told from what it became.
    var mark: Visibility.Mark { self == measure ? .value : .header("fork-upload") }
}
