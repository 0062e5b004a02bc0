package import Health
package import Worker

/// A topic in which records can name a connection.
package struct TraceTopic: Sendable, Equatable {
    /// How a record says whose it is.
    package enum Kind: Sendable {
        /// The topic itself is the connection's, with all that is in it.
        case own
        /// Its key is the connection's name: uploads, jobs, dead letters.
        case keyed
        /// The same, and the newest of a key counts: settings.
        case settings
        /// Its key begins with the connection's name and a slash: documents of many connections.
        case shared
        /// Its key begins with the connection's name and a zero byte: the changelog.
        case state
        /// It can name connections among what was asked of a replay.
        case replay
    }

    package let name: String
    /// What the name begins with.
    package let prefix: String
    package let kind: Kind
    package let partitionCount: Int32
    /// Its settings by Kafka's names, as far as they were asked for.
    package var settings: [String: String] = [:]

    /// - Parameters:
    ///   - name: its name.
    ///   - prefix: what the name begins with.
    ///   - kind: how its records say whose they are.
    ///   - partitionCount: how many partitions it has.
    package init(_ name: String, prefix: String, _ kind: Kind, partitionCount: Int32) {
        self.name = name
        self.prefix = prefix
        self.kind = kind
        self.partitionCount = partitionCount
    }

    /// Whether the newest record of a key counts.
    package var isCompacted: Bool { settings["cleanup.policy"]?.contains("compact") ?? false }
}

extension TraceTopic {
    /// The topics of these names that can have something of a connection, ascending.
    ///
    /// Those of the live names, and of names with further prefixes, such as replays'. Topics of other connections are
    /// none: their records name nobody else.
    package static func all(
        of connection: ConnectionID,
        _ topics: TopicNames,
        further prefixes: Set<String>,
        among partitionCounts: [String: Int32]
    ) -> [TraceTopic] {
        // Of two prefixes that begin with each other the longer one is meant.
        let prefixes = prefixes.union([topics.prefix]).sorted { $0.utf8.count > $1.utf8.count }
        return partitionCounts.sorted { $0.key < $1.key }.compactMap { name, count in
            func topic(_ prefix: String, _ kind: Kind) -> TraceTopic {
                TraceTopic(name, prefix: prefix, kind, partitionCount: count)
            }
            if name == topics.uploads { return topic(topics.inputPrefix, .keyed) }
            if name == topics.connections { return topic(topics.inputPrefix, .settings) }
            guard let prefix = prefixes.first(where: { name.hasPrefix($0) }) else { return nil }
            return TopicNames(prefix: prefix).purpose(of: name).flatMap { kind($0, connection) }.map {
                topic(prefix, $0)
            }
        }
    }

    /// How records of a topic say whose they are; nil where they can't be the connection's.
    private static func kind(_ purpose: TopicPurpose, _ connection: ConnectionID) -> Kind? {
        switch purpose {
        // Those that count are where the inputs are.
        case .uploads, .connections: nil
        case .jobs, .deadLetters: .keyed
        case .state: .state
        case .replay: .replay
        case .documents(_, .connection(let owner)): owner == connection.string ? .own : nil
        case .documents: .shared
        }
    }
}
