extension CommandRow {
    static let send = CommandRow(
        name: .send,
        summary: "send uploads from files to Kafka",
        text: """
            Reads uploads, one JSON object per line, and sends each line unchanged to the upload topic, in order, with \
            its connection_id as the key. Reads gzip files too; without FILE, or with -, it reads standard input. \
            Reports and skips lines that are not uploads. If it is interrupted, it prints the --skip value to continue \
            with. Sending a line twice is harmless. To see the result, run fork-worker documents.
            """,
        operands: [Operand("FILE", .any)],
        example: "fork-worker send --bootstrap-servers localhost:9092 uploads.ndjson"
    )
    static let deadLetters = CommandRow(
        name: .deadLetters,
        summary: "list refused data, and process it again",
        text: """
            Works on the refused data in the dead-letter topic. To redrive or park dead letters, select them by \
            partition:offset or with filters. A redriven record that is refused again becomes a new dead letter. First \
            steps: list --summary --by type, then show 0:15, then redrive 0:15 --dry-run; to send a corrected value, redrive \
            0:15 --value FILE.
            """,
        operands: [
            Operand(
                "ACTION",
                actions: [
                    ("list", "show the open dead letters, oldest first"),
                    ("show", "print one with all headers and its value"),
                    ("redrive", "send them to their input topic again, once, and mark them"),
                    ("park", "mark those that stay refused"),
                ]
            ),
            Operand("PLACE", .several, check: { Kind.place.reason(against: $0) }),
        ],
        owned: [
            (DeadLettersOptions.filters, ["list", "redrive", "park"]), (["all", "summary", "by", "limit"], ["list"]),
            (["value", "collected-at", "again"], ["redrive"]), (["dry-run"], ["redrive", "park"]),
        ],
        example: "fork-worker dead-letters redrive --bootstrap-servers kafka:9092 0:15"
    )
    static let diff = CommandRow(
        name: .diff,
        summary: "compare the documents of two prefixes",
        text: """
            Compares the live documents under --topic-prefix with the documents under PREFIX, for example those of a \
            replay. It reads both up to their ends at the start, and matches documents by connection and id. It \
            ignores collected_at and user_id. It shows the first --limit documents that differ, with each differing \
            path and both values, and counts all documents by data type. Exit status: 0 if all documents are equal, 1 \
            if some differ, 2 if the comparison failed.
            """,
        operands: [Operand("PREFIX", check: { Kind.prefix.reason(against: $0) })],
        example: "fork-worker diff --bootstrap-servers localhost:9092 shadow."
    )
    static let replay = CommandRow(
        name: .replay,
        summary: "process all uploads again into other topics",
        text: """
            Reads the uploads of --topic-prefix again, up to their end at the first start, and writes documents, dead \
            letters and state to topics with the prefix --into. It uses its own consumer group and --state-directory, \
            and does not change live data. To resume a replay after an interruption, start it again with the same \
            options. Several processes can share one replay. When it is done, compare it with fork-worker diff PREFIX. \
            To go live with it, run fork-worker run --input-prefix fork. --topic-prefix PREFIX --group-id GROUP (see \
            docs/commands/replay.md).
            """,
        operands: [
            Operand(
                "ACTION",
                .optional,
                actions: [("list", "show the existing replays"), ("drop", "delete the topics and the group of PREFIX")]
            ),
            Operand("PREFIX", .optional, check: { Kind.prefix.reason(against: $0) }),
        ],
        example: "fork-worker replay --bootstrap-servers localhost:9092 --into shadow."
    )
    static let documents = CommandRow(
        name: .documents,
        summary: "show the live documents of a connection",
        text: """
            Shows the live documents of a connection, ordered by type, start and id. On a terminal it draws them; in a \
            pipe or with --json it prints one JSON object per line. Give --output-topics and --topic-prefix the same \
            values as for run, or read a file instead with --documents. If the connection is unknown, the exit status is \
            1; check its dead letters then.
            """,
        operands: [Operand("CONNECTION", check: { Kind.connection.reason(against: $0) })],
        example: "fork-worker documents --bootstrap-servers localhost:9092 conn-7"
    )
    static let convert = CommandRow(
        name: .convert,
        summary: "convert documents to FHIR or Open mHealth",
        text: """
            Reads documents, one JSON object per line, from standard input or from a file, and prints the records of \
            each document in another form, one per line. The lines are as documents --json or transform prints them. \
            Parts of a document that follow each other are joined first. If some parts are missing, the document is \
            named on standard error and left out, and the exit status is 1.
            """,
        operands: [],
        example: "fork-worker transform --final uploads.ndjson | fork-worker convert --to fhir"
    )
}
