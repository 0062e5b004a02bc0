extension Options {
    /// The commands that connect to brokers.
    static let connected: [CommandName] = [
        .run, .send, .documents, .report, .deadLetters, .diff, .connections, .replay, .forget, .dispatch, .status,
        .topics, .doctor,
    ]

    static let bootstrapServers = Option(
        "bootstrap-servers",
        .hosts,
        .required,
        in: .kafka,
        of: connected.filter { !fileReaders.contains($0) && $0 != .dispatch },
        "Connect to these brokers first, separated by commas. The default port is 9092."
    )
    static let optionalBootstrapServers = Option(
        "bootstrap-servers",
        .hosts,
        .absent("required without --documents"),
        in: .kafka,
        of: fileReaders,
        "Connect to these brokers first, separated by commas. The default port is 9092."
    )
    static let kafkaHome = Option(
        "kafka-home",
        .path("DIR"),
        .absent("librdkafka's embedded broker"),
        in: .kafka,
        of: [.sandbox],
        """
        Start the Apache Kafka 3.9 or 4.x in this folder, which contains libs/. Needs Java 17. Its data is in a \
        temporary folder.
        """
    )
    static let groupID = Option(
        "group-id",
        .name,
        .text("fork-worker"),
        in: .kafka,
        of: connected + [.sandbox],
        "Join this consumer group. Its workers share the partitions. Dispatchers append .dispatch to it."
    )
    static let groupInstanceID = Option(
        "group-instance-id",
        // Kafka allows 249 characters, and each lane appends its number.
        .topicCharacters(length: 1...240, why: "since each lane adds its number"),
        .absent("generated once, kept in the state directory"),
        in: .kafka,
        of: [.run, .replay, .dispatch],
        "Use this unique instance id in the group, which must stay the same after a restart."
    )
    static let dynamicMembership = Option(
        "dynamic-membership",
        .toggle,
        in: .kafka,
        of: [.run, .replay, .dispatch],
        """
        Join the group without an instance id, for pods that come and go. Other workers take over its partitions at \
        once, but every restart causes a rebalance.
        """
    )
    static let assignment = Option(
        "assignment",
        .choice(AssignmentStrategy.self),
        .text("range"),
        in: .kafka,
        of: [.run, .replay, .dispatch],
        """
        Assign partitions with this strategy, which must be equal for all workers of the group. cooperative-sticky \
        needs librdkafka 2.6.1.
        """
    )
    static let topicPrefix = Option(
        "topic-prefix",
        // Kafka allows 249 characters, and the longest suffix is `connection.` with an id of 200.
        .topicCharacters(length: 0...38, why: "since a topic's name has at most 249 with a connection's id"),
        .text("fork."),
        in: .kafka,
        of: connected + [.transform, .sandbox],
        "Begin the name of every topic with this prefix."
    )
    static let inputPrefix = Option(
        "input-prefix",
        .topicCharacters(length: 0...38, why: "as for --topic-prefix"),
        .absent("the --topic-prefix"),
        in: .kafka,
        of: connected + [.transform, .sandbox],
        "Read uploads and connection settings from topics with this prefix."
    )
    static let outputTopics = Option(
        "output-topics",
        .choice(OutputTopics.self),
        .text("connection"),
        in: .kafka,
        of: connected.filter { $0 != .dispatch } + [.transform, .sandbox],
        "Write documents to one topic per connection, to one per app, or to a single one."
    )
    static let createTopics = Option(
        "create-topics",
        .toggle,
        in: .kafka,
        of: [.run, .replay, .dispatch],
        "Create missing input, state, job and dead-letter topics."
    )
    static let partitions = Option(
        "partitions",
        .integer(1...100_000),
        .text("6"),
        in: .kafka,
        of: [.run, .replay, .dispatch, .topics, .doctor],
        "Create topics with this many partitions, for --create-topics and topics apply. Dead-letter topics have one."
    )
    static let replicationFactor = Option(
        "replication-factor",
        .integer(1...32_767),
        .absent("the broker's"),
        in: .kafka,
        of: [.run, .replay, .dispatch, .topics, .doctor],
        "Create topics with this many replicas."
    )
    static let kafka = Option(
        "kafka",
        .property,
        .absent("none"),
        in: .kafka,
        of: connected + [.sandbox],
        """
        Set a librdkafka property, such as security.protocol=SSL. Repeatable; of one name, the last value counts. For \
        a secret, name a file or a variable: sasl.password=@FILE or sasl.password=$NAME. For a literal value that \
        starts with @ or $, write @@ or $$.
        """
    )
}
