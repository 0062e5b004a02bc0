/// The possible first words of a command line.
package enum CommandName: String, CaseIterable, Sendable {
    case run, transform, send, documents, convert, report, explain
    case importing = "import"
    case deadLetters = "dead-letters"
    case diff, connections, replay, forget
    case dispatch
    case status, topics, doctor
    case units, demo, examples, sandbox
    case webhookEcho = "webhook-echo"
    case webhookSend = "webhook-send"
    case completion, help
}

extension CommandName: CustomStringConvertible {
    package var description: String { rawValue }
}

/// An argument of a command that is not an option.
package struct Operand: Sendable {
    /// How often the operand may occur.
    enum Count: Sendable { case one, optional, several, any }

    /// The name in help.
    let name: String
    let count: Count
    /// The allowed words, for completion; if empty, any text, or a file if the count is `any`.
    let words: [String]
    /// What each word does, for help; empty if the words need no description.
    package let actions: [(name: String, text: String)]
    /// Returns the reason why a text is invalid; nil if it is valid.
    let check: @Sendable (String) -> Reason?

    init(
        _ name: String,
        _ count: Count = .one,
        words: [String] = [],
        actions: [(name: String, text: String)] = [],
        check: @escaping @Sendable (String) -> Reason? = { _ in nil }
    ) {
        let words = words + actions.map(\.name)
        self.name = name
        self.count = count
        self.words = words
        self.actions = actions
        self.check = { text in
            guard words.isEmpty || words.contains(text) else {
                return Reason("must be \(alternatives(words))\(SpellingHint.hint(text, among: words))")
            }
            return check(text)
        }
    }
}

/// One command in the table, without its options.
package struct CommandRow: Sendable {
    let name: CommandName
    /// A few words for the list of commands.
    let summary: String
    /// A paragraph for the command's help page.
    package let text: String
    package let operands: [Operand]
    /// Options that are valid only for some actions.
    var owned: [(names: [String], actions: [String])] = []
    let example: String

    var options: [Option] { Options.of(name) }

    /// Returns the options that are valid for an action.
    func options(of action: String) -> [Option] {
        options.filter { option in !owned.contains { $0.names.contains(option.name) && !$0.actions.contains(action) } }
    }

    /// All commands, ordered by group.
    static let all = CommandGroup.allCases.flatMap(\.commands)

    static func named(_ name: String) -> CommandRow? { all.first { $0.name.rawValue == name } }
}

/// The shells that `completion` supports.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
