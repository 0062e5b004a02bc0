/// The names of the commands, in the order of help.
enum CommandName: String, CaseIterable, Sendable {
    case run, transform, units, demo, completion, help
}

/// What a command takes besides options.
struct Operand: Sendable {
    /// How many of them a command takes.
    enum Count: Sendable { case one, optional, any }

    /// As help shows it.
    let name: String
    let count: Count
    /// The words that it may be, for completion; empty: anything, or a file if the count is `any`.
    let words: [String]
    /// Why a text cannot be this operand, nil if it can.
    let check: @Sendable (String) -> Reason?

    init(
        _ name: String,
        _ count: Count = .one,
        words: [String] = [],
        check: @escaping @Sendable (String) -> Reason? = { _ in nil }
    ) {
        self.name = name
        self.count = count
        self.words = words
        self.check = { text in
            guard words.isEmpty || words.contains(text) else {
                return Reason("must be \(alternatives(words))\(Nearest.hint(text, among: words))")
            }
            return check(text)
        }
    }
}

/// One command: what the table says of it, its options apart.
struct CommandRow: Sendable {
    let name: CommandName
    /// A few words for the list of commands.
    let summary: String
    /// A paragraph for its own page.
    let text: String
    let operands: [Operand]
    let example: String

    var options: [OptionRow] { Options.of(name) }

    static func named(_ name: String) -> CommandRow? { all.first { $0.name.rawValue == name } }

    static let all = [
        CommandRow(
            name: .run,
            summary: "turn uploads from Kafka into documents, until stopped",
            text: """
                Reads uploads of health samples from Kafka and keeps the documents made of them up to date, exactly once. \
                Workers with the same --group-id share the partitions. Ends with status 0 on SIGTERM or SIGINT, \
                when what was begun is committed or aborted.
                """,
            operands: [],
            example: "fork-worker run --bootstrap-servers localhost:9092 --create-topics"
        ),
        CommandRow(
            name: .transform,
            summary: "the same from files to standard output, without Kafka",
            text: """
                Reads uploads, one JSON object a line (gzip too; no FILE, or -, is standard input), and prints every \
                record that the worker would write, one JSON object a line. The last line on standard error \
                counts what came in and what became of it.
                """,
            operands: [Operand("FILE", .any)],
            example: "fork-worker transform --final uploads.ndjson"
        ),
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
            name: .demo,
            summary: "run on a broker of its own, with samples of its own",
            text: """
                Starts a Kafka broker in its own memory, sends it the uploads of four people, and shows the documents, \
                webhook jobs and refusals that come out. Nothing has to be installed, and nothing stays. The log is \
                silent but for errors, unless --log-level asks for more.
                """,
            operands: [],
            example: "fork-worker demo"
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

/// The shells that `completion` knows.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
