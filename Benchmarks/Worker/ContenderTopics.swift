import Foundation
import Kafka

/// The topics, the group and the state directory of one contender.
struct ContenderTopics {
    /// The number of partitions of the input and output topics.
    static let partitions: Int32 = 6

    let servers: String
    let prefix: String
    let group: String
    let directory: URL

    /// Creates the topics that must exist before uploads are sent.
    ///
    /// - Parameters:
    ///   - broker: The cluster.
    ///   - connections: The connections whose own topics are created too. The worker would create them at the first
    ///     upload of each connection, which must not count as a cost of the uploads.
    /// - Throws: The error of the broker.
    init(_ broker: borrowing Broker, connections: [String] = []) throws {
        servers = broker.servers
        prefix = "bench\(UInt32.random(in: 0...(.max)))."
        group = "group-\(prefix)"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(prefix + "state")
        try broker.create([uploads, copies].map { NewTopic($0, partitions: Self.partitions) })
        guard !connections.isEmpty else { return }
        let settings = ["cleanup.policy": "compact", "segment.index.bytes": "65536"]
        try broker.create(connections.map { NewTopic(connectionPrefix + $0, partitions: 1, settings: settings) })
    }

    /// Uses the topics of another contender, with a new group and a new state directory.
    init(_ other: ContenderTopics) {
        servers = other.servers
        prefix = other.prefix
        group = "group-\(UInt32.random(in: 0...(.max)))"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(group + "-state")
    }

    var uploads: String { prefix + "uploads" }

    var connections: String { prefix + "connections" }

    var state: String { prefix + "state" }

    /// The output topic of the copy, if the connections have no topics of their own.
    var copies: String { prefix + "copies" }

    /// The prefix of the topics of connections.
    var connectionPrefix: String { prefix + "connection." }

    /// Removes the state directory.
    func clear() { try? FileManager.default.removeItem(at: directory) }
}
