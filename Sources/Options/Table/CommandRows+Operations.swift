/// The commands that operators use besides `run`.
extension CommandRow {
    static let send = CommandRow(
        name: .send,
        summary: "put uploads from files on their topic",
        text: """
            Reads uploads, one JSON object a line (gzip too; no FILE, or -, is standard input), and puts each line as \
            it stands on the topic of uploads, in order, under its connection_id. A line that is no upload is \
            named and left out. Interrupted or cut off it says which --skip goes on where it ended; sending twice does \
            no harm. See what became of them with fork-worker documents.
            """,
        operands: [Operand("FILE", .any)],
        example: "fork-worker send --bootstrap-servers localhost:9092 uploads.ndjson"
    )
    static let deadLetters = CommandRow(
        name: .deadLetters,
        summary: "list what was refused, and send it through again",
        text: """
            list shows the dead letters that are open, oldest first, each with its place, time, connection, code, the \
            place in the upload, and a sentence; show prints one with all headers and its value. redrive sends them \
            through again, named by their places or chosen by filters, each once, and marks them: refused samples as \
            one new upload, refused uploads as they were. park marks those that stay refused. Begin with list --summary, \
            look at one with show 0:15, try redrive 0:15 --dry-run, and send a mended one with redrive 0:15 --value \
            FILE. What is refused again comes back as a new letter.
            """,
        operands: [
            Operand("ACTION", words: ["list", "show", "redrive", "park"]),
            Operand("PLACE", .several, check: { Kind.place.reason(against: $0) }),
        ],
        example: "fork-worker dead-letters redrive --bootstrap-servers kafka:9092 0:15"
    )
    static let diff = CommandRow(
        name: .diff,
        summary: "compare the documents of two prefixes",
        text: """
            Compares the live documents under --topic-prefix with those under PREFIX, such as a replay's, as both are when \
            it starts: each by connection and id, parts joined; collected_at and user_id do not count. Shows the first \
            --limit documents that differ, each path with both values, and counts all by data type. Ends with status \
            0 when nothing differs, 1 when something does, and 2 when it could not be told.
            """,
        operands: [Operand("PREFIX", check: { Kind.prefix.reason(against: $0) })],
        example: "fork-worker diff --bootstrap-servers localhost:9092 shadow."
    )
    static let replay = CommandRow(
        name: .replay,
        summary: "read the same uploads again, into other topics",
        text: """
            Reads the uploads of --topic-prefix again, up to their end of the moment it is first started, and writes \
            documents, dead letters and state into topics whose names begin with --into, under a consumer group and \
            a --state-directory of its own; nothing that is live is touched. Interrupted or killed, and started again \
            with the same options, it goes on; several processes share it. Then compare: fork-worker diff PREFIX; and \
            go live with fork-worker run --input-prefix fork. --topic-prefix PREFIX --group-id GROUP, as docs/commands/replay.md says. list shows \
            the replays that are there, drop PREFIX deletes the topics and the group of one.
            """,
        operands: [
            Operand("ACTION", .optional, words: ["list", "drop"]),
            Operand("PREFIX", .optional, check: { Kind.prefix.reason(against: $0) }),
        ],
        example: "fork-worker replay --bootstrap-servers localhost:9092 --into shadow."
    )
    static let documents = CommandRow(
        name: .documents,
        summary: "show the live documents of a connection",
        text: """
            Reads the documents that are live now, by type, start and id. On a terminal they are drawn; piped, or with \
            --json, they are one JSON object a line. --output-topics and --topic-prefix say where to look, as they \
            say to run where to write. A connection that is not there ends with status 1: what it sent may lie in the \
            topic of dead letters.
            """,
        operands: [Operand("CONNECTION", check: { Kind.connection.reason(against: $0) })],
        example: "fork-worker documents --bootstrap-servers localhost:9092 conn-7"
    )
}
