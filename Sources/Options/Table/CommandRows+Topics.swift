extension CommandRow {
    static let topics = CommandRow(
        name: .topics,
        summary: "compare topics with what workers need, and fix them",
        text: """
            Compares the partitions, replicas and settings of every topic with the values that workers need. Each \
            value is ok, unusual (different from a topic that apply would create) or wrong (records can be lost, \
            refused or never read). Give the same options for topic names and sizes as for run.
            """,
        operands: [
            Operand(
                "ACTION",
                actions: [
                    ("plan", "show the result"),
                    ("apply", "create missing topics and correct wrong settings; never deletes"),
                    ("check", "like plan, with exit status 1 if a value is wrong"),
                ]
            )
        ],
        example: "fork-worker topics plan --bootstrap-servers localhost:9092"
    )
    static let doctor = CommandRow(
        name: .doctor,
        summary: "find problems before workers fail",
        text: """
            Checks from this machine what workers need: each broker, the features of librdkafka, certificates, clocks, \
            the rights of run, topics, the state directory, memory, and time zone files. Each line is ok, warning or \
            failed, with advice; the exit status is 1 if a check failed. Run it with the options and as the user of a \
            worker. It writes nothing and joins no group: it tests rights with requests that brokers always reject, \
            and with its own transactional id.
            """,
        operands: [],
        example: "fork-worker doctor --bootstrap-servers localhost:9092"
    )
}
