extension CommandRow {
    static let forget = CommandRow(
        name: .forget,
        summary: "erase a connection, and show where traces remain",
        text: """
            Asks for confirmation, then writes settings that make workers delete all documents and all state of the \
            connection, with webhook jobs, and waits for the workers. It then deletes frozen documents and the \
            connection's own topics, and shows which records remain and until when at the latest. A later replay does \
            not bring deleted data back. Uploads after the command are refused until settings without forget reopen \
            the connection. The command can be repeated after any failure. With --check it only searches all topics of \
            the prefix and of its replays, and exits with status 1 while live records identify the connection.
            """,
        operands: [Operand("CONNECTION", check: { Kind.connection.reason(against: $0) })],
        example: "fork-worker forget --bootstrap-servers localhost:9092 conn-7"
    )
}
