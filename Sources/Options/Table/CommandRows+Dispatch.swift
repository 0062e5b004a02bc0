extension CommandRow {
    static let dispatch = CommandRow(
        name: .dispatch,
        summary: "deliver webhook jobs to callback URLs until stopped",
        text: """
            Sends each job of the topic webhook-dispatch as a signed POST (Standard Webhooks) to the callback URL in the \
            newest settings of its connection, retries failed jobs, and keeps the order of each connection. Every \
            job is delivered at least once, dropped for a reason that is counted, or becomes a dead letter. Several \
            dispatchers share the partitions. They use the group GROUP-ID.dispatch. On SIGTERM or SIGINT, a dispatcher waits \
            for running requests and exits with status 0. SIGHUP reads the secrets again.
            """,
        operands: [
            Operand(
                "ACTION",
                .optional,
                actions: [
                    ("list", "show connections that wait or are off; --hosts: the hosts"),
                    ("retry", "make waiting jobs due now: of a host, a connection, or all"),
                    ("resend", "send the jobs of a period again"),
                    ("ping", "send a webhook without documents to CONNECTION"),
                    ("new-secret", "make a secret for --secrets, and print it once"),
                ]
            ),
            Operand("CONNECTION", .optional, check: { Kind.connection.reason(against: $0) }),
        ],
        owned: [
            (["since", "until", "dry-run"], ["resend"]), (["all"], ["resend", "retry"]), (["host"], ["retry"]),
            (["hosts"], ["list"]), (["connection"], ["list", "resend", "retry"]), (["ed25519"], ["new-secret"]),
        ],
        example: "fork-worker dispatch --bootstrap-servers kafka:9092 --secrets keys.json"
    )
}
