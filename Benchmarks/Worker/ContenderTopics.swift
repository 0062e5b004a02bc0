import Foundation
import Kafka

/// The topics and the folder of one contender.
struct ContenderTopics {
    /// Of uploads, and of what is made of them.
    static let partitions: Int32 = 6

    let servers: String
    let prefix: String
    let group: String
    let directory: URL

    /// Makes the topics that must be there before anything is sent.
    ///
    /// - Parameters:
    ///   - broker: Where.
    ///   - connections: Those whose own topics are made too, as the worker would make them at their first upload: what
    ///     that costs once is no cost of an upload.
    /// - Throws: What the broker refuses.
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

    /// The same topics for another group with another folder.
    init(_ other: ContenderTopics) {
        servers = other.servers
        prefix = other.prefix
        group = "group-\(UInt32.random(in: 0...(.max)))"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(group + "-state")
    }

    var uploads: String { prefix + "uploads" }

    var connections: String { prefix + "connections" }

    var state: String { prefix + "state" }

    /// Where the copy writes, unless each connection has a topic.
    var copies: String { prefix + "copies" }

    /// What the topics of connections begin with.
    var connectionPrefix: String { prefix + "connection." }

    /// Forgets the local state.
    func clear() { try? FileManager.default.removeItem(at: directory) }
}
