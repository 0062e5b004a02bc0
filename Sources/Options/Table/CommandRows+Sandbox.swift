/// The command for tests of other programs.
extension CommandRow {
    static let sandbox = CommandRow(
        name: .sandbox,
        summary: "run a broker and a worker for tests of other programs",
        text: """
            Starts an embedded Kafka broker with all topics, starts a worker on it, and prints one line of JSON when \
            both are ready: bootstrap_servers, topic_prefix, the names of the topics, and the value of \
            --output-topics. It stops on SIGTERM, SIGINT or SIGHUP. If standard input is a pipe or a socket, it also \
            stops at its end, and so with the test that started it. It leaves no files. Logs only warnings unless \
            --log-level is given. The embedded broker is librdkafka's, for clients that use librdkafka; Java clients \
            get no answer from it. Its limits: aborted records stay visible; a partition keeps only the newest 5 MiB \
            or 100,000 records; no admin calls, no offsets by time, no compaction; a group's first member joins after \
            3 s; topics that were not created have 4 partitions. For a real broker, give --kafka-home.
            """,
        operands: [],
        example: "fork-worker sandbox --output-topics single"
    )
}
