extension Options {
    /// The commands that connect to brokers.
    static let connected: [CommandName] = [
        .run, .send, .documents, .deadLetters, .diff, .replay, .forget, .status, .topics, .doctor,
    ]

    static let bootstrapServers = Option(
        "bootstrap-servers",
        .hosts,
        .required,
        in: .kafka,
        of: connected,
        "Brokers to ask first, with commas between them; port 9092 if none is given."
    )
    static let kafkaHome = Option(
        "kafka-home",
        .path("DIR"),
        .absent("librdkafka's embedded broker"),
        in: .kafka,
        of: [.sandbox],
        "Start this Apache Kafka 3.9 or 4.x (the folder that has libs/; Java 17) in a folder of its own, which goes with it."
    )
    static let groupID = Option(
        "group-id",
        .name,
        .text("fork-worker"),
        in: .kafka,
        of: connected + [.sandbox],
        "Consumer group; its workers share the partitions."
    )
    static let groupInstanceID = Option(
        "group-instance-id",
        // Kafka allows 249 characters, and each lane appends its number.
        .topicCharacters(length: 1...240, why: "since each lane adds its number"),
        .absent("made once, kept in the state directory"),
        in: .kafka,
        of: [.run, .replay],
        "Name of this worker in the group, unlike all others, the same after a restart."
    )
    static let dynamicMembership = Option(
        "dynamic-membership",
        .toggle,
        in: .kafka,
        of: [.run, .replay],
        """
        Join the group without an instance id, for pods that come and go: what one leaves others take at once, and \
        every restart is a rebalance.
        """
    )
    static let assignment = Option(
        "assignment",
        .choice(AssignmentStrategy.self),
        .text("range"),
        in: .kafka,
        of: [.run, .replay],
        "How the group shares partitions, the same for all its workers; cooperative-sticky needs librdkafka 2.6.1."
    )
    static let topicPrefix = Option(
        "topic-prefix",
        // Kafka allows 249 characters, and the longest suffix is `connection.` with an id of 200.
        .topicCharacters(length: 0...38, why: "since a topic's name has at most 249 with a connection's id"),
        .text("fork."),
        in: .kafka,
        of: connected + [.transform, .sandbox],
        "What the name of every topic begins with."
    )
    static let inputPrefix = Option(
        "input-prefix",
        .topicCharacters(length: 0...38, why: "as those of --topic-prefix"),
        .absent("the --topic-prefix"),
        in: .kafka,
        of: connected + [.transform, .sandbox],
        "What the names of the topics of uploads and settings begin with, where that is something else."
    )
    static let outputTopics = Option(
        "output-topics",
        .choice(OutputTopics.self),
        .text("connection"),
        in: .kafka,
        of: connected + [.transform, .sandbox],
        "Documents go to one topic per connection, one per app, or a single one."
    )
    static let createTopics = Option(
        "create-topics",
        .toggle,
        in: .kafka,
        of: [.run, .replay],
        "Make the input, state, job and dead-letter topics that are missing."
    )
    static let partitions = Option(
        "partitions",
        .integer(1...100_000),
        .text("6"),
        in: .kafka,
        of: [.run, .replay, .topics, .doctor],
        "Partitions of topics that --create-topics or topics apply makes; dead letters have one."
    )
    static let replicationFactor = Option(
        "replication-factor",
        .integer(1...32_767),
        .absent("the broker's"),
        in: .kafka,
        of: [.run, .replay, .topics, .doctor],
        "Replicas of topics that are made."
    )
    static let kafka = Option(
        "kafka",
        .property,
        .absent("none"),
        in: .kafka,
        of: connected + [.sandbox],
        """
        A property for librdkafka, such as security.protocol=SSL; can be given often, of one name the last counts. A \
        secret's value comes from a file or a variable: sasl.password=@FILE, or =$NAME; @@ and $$ begin a value that \
        begins so itself.
        """
    )
}
