/// The commands that check topics and the environment before workers run.
extension CommandRow {
    static let topics = CommandRow(
        name: .topics,
        summary: "compare topics with what workers need, and mend them",
        text: """
            Compares every topic of the prefixes with what workers need: partitions, replicas and settings, each ok, \
            unusual (not as topics are made) or wrong (records are lost, refused, or never read). plan shows it; check \
            ends with status 1 if anything is wrong; apply makes what is missing, alters what is wrong, and leaves \
            everything else as it is: it never changes the partitions of a topic that is there, and never deletes. Give the options that workers have for the names and sizes of topics.
            """,
        operands: [Operand("ACTION", words: ["plan", "apply", "check"])],
        example: "fork-worker topics plan --bootstrap-servers localhost:9092"
    )
    static let doctor = CommandRow(
        name: .doctor,
        summary: "look for what makes workers fail",
        text: """
            Looks from here at what workers need: each broker, what this Kafka library can do there, certificates, \
            clocks, the rights of run, topics, the state directory, memory, and zone files. Each line is ok, warning or \
            failed, with what to do; the status is 1 if anything failed. Give it the options and the user of a \
            worker. It writes nothing and joins no group: rights are tried by requests that brokers refuse whatever \
            the rights are, and the transactional id is its own.
            """,
        operands: [],
        example: "fork-worker doctor --bootstrap-servers localhost:9092"
    )
}
