/// The command for tests of other programs.
extension CommandRow {
    static let sandbox = CommandRow(
        name: .sandbox,
        summary: "a broker with a worker on it, for the tests of others",
        text: """
            Starts a Kafka broker in its own memory, with all topics and a worker on it, and prints one line of JSON when \
            it is ready: bootstrap_servers, topic_prefix, the names of the topics, and output_topics as the option has \
            it. It ends at SIGTERM, SIGINT, SIGHUP, or the end of its standard input where that is a pipe or a socket, so that \
            it goes with the test that started it; nothing stays. The log has warnings only, unless --log-level asks for \
            more. The broker in memory is librdkafka's own, for clients that are built on it. It has no real \
            transactions (what was aborted shows too), keeps 5 MiB or 100,000 records of a partition and drops the \
            oldest, answers no admin call, finds no offset by time, compacts nothing, takes 3 s until a group's first \
            member has joined, and gives topics that nobody has made 4 partitions. Where that is too little, or the \
            client is another (Java's gets no answer from it), --kafka-home starts an Apache Kafka instead.
            """,
        operands: [],
        example: "fork-worker sandbox --output-topics single"
    )
}
