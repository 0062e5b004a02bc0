import Vocabulary

/// Options of brokers, of the group and of topics.
extension Options {
    static let kafkaTable: OptionTable = [
        Option("bootstrap-servers", \.cluster.bootstrapServers, .hosts, or: .required, of: brokersOnly):
            "Find the cluster through these brokers, separated by commas. The default port is 9092.",
        Option(
            "bootstrap-servers",
            \.cluster.bootstrapServers,
            .hosts,
            or: "required without --documents",
            of: fileReaders
        ):
            "Find the cluster through these brokers, separated by commas. The default port is 9092.",
        Option(
            "bootstrap-servers",
            \.cluster.bootstrapServers,
            .hosts,
            or: "required without --uploads",
            of: [.explain]
        ):
            "Find the cluster through these brokers, separated by commas. The default port is 9092.",
        Option(
            "bootstrap-servers",
            \.cluster.bootstrapServers,
            .hosts,
            or: "required, but not for new-secret",
            of: [.dispatch]
        ):
            "Find the cluster through these brokers, separated by commas. The default port is 9092.",
        Option(
            "kafka-home",
            optional: \.sandbox.kafkaHome,
            .path("DIR"),
            or: "librdkafka's embedded broker",
            of: [.sandbox]
        ): """
        Start the Apache Kafka 3.9 or 4.x in this folder, which contains libs/. Needs Java 17. Its data is in a \
        temporary folder.
        """,
        Option("group-id", \.cluster.groupID, .name, of: connected + [.sandbox]):
            "Join this consumer group. Its workers share the partitions. Dispatchers append .dispatch to it.",
        // Kafka allows 249 characters, and each lane appends its number.
        Option(
            "group-instance-id",
            optional: \.process.groupInstanceID,
            .topicCharacters(length: 1...240, why: "since each lane adds its number"),
            or: "generated once, kept in the state directory",
            of: members
        ):
            "Use this unique instance id in the group, which must stay the same after a restart.",
        Option("dynamic-membership", \.process.isDynamic, .toggle, of: members): """
        Join the group without an instance id, for pods that come and go. Other workers take over its partitions at \
        once, but every restart causes a rebalance.
        """,
        Option("assignment", \.process.assignment, .choice(), of: members): """
        Assign partitions with this strategy. All workers of the group must use the same one. cooperative-sticky \
        needs librdkafka 2.6.1.
        """,
        // Kafka allows 249 characters, and the longest suffix is `connection.` with an id of 200.
        Option(
            "topic-prefix",
            \.rules.topicPrefix,
            .topicCharacters(length: 0...38, why: "since a topic's name has at most 249 with a connection's id"),
            of: naming
        ):
            "Begin the name of every topic with this prefix.",
        Option(
            "input-prefix",
            optional: \.rules.inputPrefix,
            .topicCharacters(length: 0...38, why: "as for --topic-prefix"),
            or: "the --topic-prefix",
            of: naming
        ):
            "Read uploads and connection settings from topics with this prefix.",
        Option(
            "output-topics",
            \.rules.routing,
            .choice(),
            of: connected.filter { $0 != .dispatch } + [.transform, .sandbox]
        ):
            "Write documents to one topic per connection, to one per app, or to a single one.",
        Option("create-topics", \.process.createsTopics, .toggle, of: members):
            "Create missing input, state, job and dead-letter topics.",
        Option("partitions", \.process.partitions, .integer(1...100_000), of: members + [.topics, .doctor]):
            "Create topics with this many partitions, for --create-topics and topics apply. Dead-letter topics have one.",
        Option(
            "replication-factor",
            optional: \.process.replicationFactor,
            .integer(1...32_767),
            or: "the broker's",
            of: members + [.topics, .doctor]
        ):
            "Create topics with this many replicas.",
        Option("kafka", each: \.cluster.kafka, .property, or: "none", of: connected + [.sandbox]): """
        Set a librdkafka property, such as security.protocol=SSL. Repeatable. If a name is repeated, the last value applies. \
        For a secret, name a file or a variable: sasl.password=@FILE or sasl.password=$NAME. For a literal value that \
        starts with @ or $, write @@ or $$.
        """,
        Option("kafka-token-command", optional: \.cluster.tokenCommand, .program, or: "none", of: connected): """
        Log in with tokens (SASL OAUTHBEARER) that this program prints: a JWT, or JSON with token, expires_at and \
        principal. It runs each time a token is needed, without a shell, for at most 15 s. Arguments are separated by \
        blanks.
        """,
        Option("kafka-token-file", optional: \.cluster.tokenFile, .path("FILE"), or: "none", of: connected): """
        Log in with tokens from this file, which another program keeps up to date, such as a projected volume. It is \
        read each time a token is needed.
        """,
    ]
}
