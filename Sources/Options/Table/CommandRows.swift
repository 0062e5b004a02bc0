/// The table of commands, in the order of help within each group.
extension CommandRow {
    static let rows = [
        CommandRow(
            name: .demo,
            summary: "run with an embedded broker and sample data",
            text: """
                Starts an embedded Kafka broker, sends it the uploads of four people, and shows the resulting \
                documents, webhook jobs and refusals. Needs no installation and leaves no files. Logs only errors \
                unless --log-level is given. With --console, the worker keeps running after the report, and a page \
                shows the worker and the documents of these invented people.
                """,
            operands: [],
            example: "fork-worker demo"
        ),
        examples,
        CommandRow(
            name: .run,
            summary: "turn uploads from Kafka into documents until stopped",
            text: """
                Reads uploads of health samples from Kafka and keeps the documents of these samples up to date, \
                exactly once. Workers with the same --group-id share the partitions. On SIGTERM, SIGINT or SIGHUP it \
                commits or aborts its open transaction and exits with status 0.
                """,
            operands: [],
            example: "fork-worker run --bootstrap-servers localhost:9092 --create-topics"
        ),
        CommandRow(
            name: .transform,
            summary: "turn uploads from files into documents, without Kafka",
            text: """
                Reads uploads, one JSON object per line, and prints every record that the worker would write, one JSON \
                object per line. Reads gzip files too; without FILE, or with -, it reads standard input. The last line \
                on standard error counts the uploads, the samples and their outcomes.
                """,
            operands: [Operand("FILE", .any)],
            example: "fork-worker transform --final uploads.ndjson"
        ),
        dispatch, sandbox, webhookEcho, webhookSend, importing, send, documents, convert, report, explain, deadLetters,
        diff, connections, replay, forget, status, topics, doctor,
        CommandRow(
            name: .units,
            summary: "convert a number from one unit into another",
            text: "Prints the number and its unit. Units are written as in HealthKit: count/min, mg/dL, kcal/hr·kg.",
            operands: [
                Operand("VALUE", check: { Kind.number.reason(against: $0) }), Operand("FROM"), Operand("TO"),
            ],
            example: "fork-worker units -5 degC degF"
        ),
        CommandRow(
            name: .completion,
            summary: "print a completion script for a shell",
            text: "Prints a script that completes commands, options and their values.",
            operands: [Operand("SHELL", words: Shell.allCases.map(\.rawValue))],
            example: "source <(fork-worker completion bash)"
        ),
        CommandRow(
            name: .help,
            summary: "show what a command does and takes",
            text: "Shows the page of a command, or the list of commands.",
            operands: [Operand("COMMAND", .optional, words: CommandName.allCases.map(\.rawValue))],
            example: "fork-worker help run"
        ),
    ]
}
