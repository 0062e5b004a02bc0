extension CommandRow {
    static let sandbox = CommandRow(
        name: .sandbox,
        summary: "run a broker and a worker for tests of other programs",
        text: """
            Starts an embedded Kafka broker with all topics, starts a worker on it, and prints when both are ready: on a \
            terminal a table and commands to paste, otherwise one line of JSON with bootstrap_servers, topic_prefix, the \
            names of the topics, and the value of --output-topics. It stops on SIGTERM, SIGINT or SIGHUP. If standard \
            input is a pipe or a socket, it also stops at its end, and so with the test that started it. It leaves no \
            files. Logs only warnings unless --log-level is given. The embedded broker is librdkafka's, for clients that use librdkafka; Java clients \
            get no answer from it. Its limits: aborted records stay visible; a partition keeps only the newest 5 MiB \
            or 100,000 records; no admin calls, no offsets by time, no compaction; a group's first member joins after \
            3 s; topics that were not created have 4 partitions. For a real broker, give --kafka-home. With --webhooks, a \
            dispatcher delivers jobs, a receiver verifies them, and the line also has webhook_echo, the callback URL of \
            the receiver, and deliveries, a file that gets a line of JSON for each delivery, as webhook-echo prints it. \
            Deliveries are signed with FORK_WEBHOOK_SECRET if it is set, else with a new secret.
            """,
        operands: [],
        example: "fork-worker sandbox --output-topics single"
    )
}
