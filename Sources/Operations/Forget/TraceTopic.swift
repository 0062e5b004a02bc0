package import Vocabulary
package import Worker

/// A topic whose records may identify a connection.
package struct TraceTopic: Sendable, Equatable {
    /// How records of a topic identify their connection.
    package enum Kind: Sendable {
        /// The whole topic belongs to the connection.
        case own
        /// The key is the connection id: uploads, jobs, dead letters.
        case keyed
        /// The key is the connection id, and only the newest record counts: connection settings.
        case settings
        /// The key begins with the connection id and a slash: documents of many connections.
        case shared
        /// The key begins with the connection id and a zero byte: the changelog.
        case state
        /// The value may list connections as options of a replay.
        case replay
    }

    package let name: String
    /// The beginning of the topic name.
    package let prefix: String
    package let kind: Kind
    package let partitionCount: Int32
    /// The topic's Kafka settings by name, as far as they were requested.
    package var settings: [String: String] = [:]

    /// Creates a topic; `kind` is how its records identify their connection.
    package init(_ name: String, prefix: String, _ kind: Kind, partitionCount: Int32) {
        self.name = name
        self.prefix = prefix
        self.kind = kind
        self.partitionCount = partitionCount
    }

    package var isCompacted: Bool { settings["cleanup.policy"]?.contains("compact") ?? false }
}

extension TraceTopic {
    /// Returns the topics that may contain records of a connection, ordered by name.
    ///
    /// The topics have the live prefix, or one of `prefixes`, such as the prefixes of replays. Topics of other
    /// connections are left out.
    package static func all(
        of connection: ConnectionID,
        _ topics: TopicNames,
        further prefixes: Set<String>,
        among partitionCounts: [String: Int32]
    ) -> [TraceTopic] {
        // If one prefix begins with another, the longer one applies.
        let prefixes = prefixes.union([topics.prefix]).sorted { $0.utf8.count > $1.utf8.count }
        return partitionCounts.sorted { $0.key < $1.key }.compactMap { name, count in
            func topic(_ prefix: String, _ kind: Kind) -> TraceTopic {
                TraceTopic(name, prefix: prefix, kind, partitionCount: count)
            }
            if name == topics.uploads { return topic(topics.inputPrefix, .keyed) }
            if name == topics.connections { return topic(topics.inputPrefix, .settings) }
            guard let prefix = prefixes.first(where: { name.hasPrefix($0) }) else { return nil }
            let purpose = TopicNames(prefix: prefix, forms: topics.forms).purpose(of: name)
            return purpose.flatMap { kind($0, connection) }.map { topic(prefix, $0) }
        }
    }

    /// Returns how records of a topic identify their connection; nil if the topic cannot contain any of its records.
    private static func kind(_ purpose: TopicPurpose, _ connection: ConnectionID) -> Kind? {
        switch purpose {
        // Workers read no inputs under an output prefix, even if such topics exist.
        case .uploads, .connections: nil
        case .jobs, .deadLetters, .webhookDeadLetters: .keyed
        case .state, .webhookState: .state
        case .replay: .replay
        case .documents(_, .connection(let owner)): owner == connection.string ? .own : nil
        case .documents: .shared
        }
    }
}
