/// What the first word of a command line may be.
enum CommandName: String, CaseIterable, Sendable {
    case run, transform, send, documents
    case deadLetters = "dead-letters"
    case diff, replay, forget
    case status, topics, doctor
    case units, demo, sandbox, completion, help
}

/// As it is written on a command line.
extension CommandName: CustomStringConvertible {
    var description: String { rawValue }
}

/// What a command takes besides options.
struct Operand: Sendable {
    /// How many of them a command takes.
    enum Count: Sendable { case one, optional, several, any }

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

    /// All commands by what a person wants to do, in the order of help.
    static let all = CommandGroup.allCases.flatMap(\.commands)

    static func named(_ name: String) -> CommandRow? { all.first { $0.name.rawValue == name } }
}

/// The shells that `completion` knows.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
