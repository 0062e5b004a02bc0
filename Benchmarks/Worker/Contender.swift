import Foundation
import Kafka

/// What is measured: the worker with a routing of its documents, or the bare copy.
enum Contender: String, CaseIterable {
    case perConnection = "topic per connection"
    case single = "single topic"
    case copy

    /// Starts it as a process.
    func start(_ field: Field) throws -> Subject {
        guard self != .copy else {
            let words = [field.servers, field.group, field.uploads, field.prefix + "copy"].joined(separator: " ")
            return try Subject("Benchmarks", ["worker"], environment: [Copying.variable: words], group: field.group)
        }
        let arguments = [
            "run", "--bootstrap-servers", field.servers, "--group-id", field.group, "--topic-prefix", field.prefix,
            // The same member after the loss of its folder.
            "--group-instance-id", field.group,
            "--state-directory", field.directory.path, "--create-topics", "--partitions", "\(Field.partitions)",
            "--output-topics", self == .single ? "single" : "connection", "--log-format", "json",
        ]
        return try Subject("fork-worker", arguments, group: field.group)
    }

    /// Where what it makes of uploads becomes visible.
    func outputs(_ field: Field, of connections: [String]) -> [TopicPartition] {
        switch self {
        case .perConnection: connections.map { TopicPartition(field.prefix + "connection." + $0, 0) }
        case .single: (0..<Field.partitions).map { TopicPartition(field.prefix + "documents", $0) }
        case .copy: (0..<Field.partitions).map { TopicPartition(field.prefix + "copy", $0) }
        }
    }

    /// How an upload is told from what it became.
    var mark: Visibility.Mark { self == .copy ? .value : .header("fork-upload") }
}

/// The topics and the folder of one contender.
struct Field {
    /// Of uploads, and of what is made of them.
    static let partitions: Int32 = 6

    let servers: String
    let prefix: String
    let group: String
    let directory: URL

    /// Makes the topics that must be there before anything is sent.
    init(_ broker: borrowing Broker) throws {
        servers = broker.servers
        prefix = "bench\(UInt32.random(in: 0...(.max)))."
        group = "group-\(prefix)"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(prefix + "state")
        try broker.create([uploads, prefix + "copy"].map { NewTopic($0, partitions: Self.partitions) })
    }

    /// The same topics for another group with another folder.
    init(_ other: Field) {
        servers = other.servers
        prefix = other.prefix
        group = "group-\(UInt32.random(in: 0...(.max)))"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(group + "-state")
    }

    var uploads: String { prefix + "uploads" }

    /// Forgets the local state.
    func clear() { try? FileManager.default.removeItem(at: directory) }
}
