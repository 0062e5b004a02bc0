package import Health

/// What topics must be like, so that nothing of the worker's is lost in them and no record is too long for them.
package struct TopicDemands: Sendable {
    /// One topic as the brokers describe it.
    package struct Found: Sendable {
        let name: String
        let partitions: Int32
        let settings: [String: String]

        /// A topic with its settings by Kafka's names.
        package init(_ name: String, partitions: Int32, settings: [String: String]) {
            self.name = name
            self.partitions = partitions
            self.settings = settings
        }
    }

    private let topics: TopicNames
    private let bounds: RecordBounds
    private let routing: Rules.Routing

    /// The demands that follow from a worker's rules.
    package init(_ rules: Rules) {
        topics = TopicNames(rules)
        bounds = RecordBounds(rules)
        routing = rules.routing
    }

    /// Whether documents of many connections go to this topic.
    package func isShared(_ name: String) -> Bool {
        switch routing {
        case .connection: false
        case .single: name == topics.prefix + "documents"
        case .app: name.hasPrefix(topics.prefix + "app.")
        }
    }

    /// What is wrong, each with its figures and what to do.
    ///
    /// - Parameters:
    ///   - found: the topics that are there.
    ///   - partitions: how many the uploads have.
    /// - Returns: nothing when all is well.
    package func faults(_ found: [Found], partitions: Int32) -> [String] { found.flatMap { faults($0, partitions) } }

    private func faults(_ topic: Found, _ partitions: Int32) -> [String] {
        let isShared = isShared(topic.name)
        var faults: [String] = []
        if isShared, topic.partitions != partitions {
            faults.append(
                """
                \(topic.name) has \(topic.partitions) partition(s) and \(topics.uploads) has \(partitions): they must have the \
                same number, since a connection's documents stay in the partition number of its uploads: create it again \
                with \(partitions)
                """
            )
        }
        let isCompacted = isShared || topic.name == topics.state || topic.name == topics.connections
        if isCompacted, let policy = topic.settings["cleanup.policy"], policy != "compact" {
            faults.append(
                """
                \(topic.name) has cleanup.policy=\(policy), which deletes what is still needed after a time: \
                set it to compact
                """
            )
        }
        let needed: Int? =
            switch topic.name {
            case topics.state: bounds.state
            case topics.jobs: bounds.job
            default: isShared ? bounds.document : nil
            }
        if let needed, let limit = topic.settings["max.message.bytes"].flatMap({ Int($0) }), limit < needed {
            faults.append(
                """
                \(topic.name) has max.message.bytes=\(limit), and a record for it can take \(needed) bytes: \
                set it to \(needed) or more
                """
            )
        }
        return faults
    }
}
