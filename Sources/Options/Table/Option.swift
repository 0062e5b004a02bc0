/// One option: what the table says of it, and how its text becomes a value.
struct Option<Value: Sendable>: Sendable {
    let row: OptionRow
    let kind: Kind<Value>

    init(
        _ name: String,
        _ kind: Kind<Value>,
        _ fallback: Fallback = .text("false"),
        in section: Section,
        of commands: [CommandName],
        _ help: String
    ) {
        self.kind = kind
        row = OptionRow(
            name: name,
            placeholder: kind.placeholder,
            rule: kind.rule,
            shape: kind.shape,
            fallback: fallback,
            section: section,
            commands: commands,
            help: help,
            shown: kind.shown,
            check: { kind.reason(against: $0) }
        )
    }
}

/// What stands in the table for one option, whatever the type of its value.
struct OptionRow: Sendable {
    /// Kebab-case, without the dashes; also the key in a settings file.
    let name: String
    /// What stands for the value in help, nil for a switch.
    let placeholder: String?
    /// The values that it takes, in words.
    let rule: String
    let shape: Shape
    let fallback: Fallback
    let section: Section
    let commands: [CommandName]
    let help: String
    /// The value as it may be printed: without secrets.
    let shown: @Sendable (String) -> String
    /// Why a text is no value of this option, nil if it is one.
    let check: @Sendable (String) -> Reason?

    /// `--group-id` is `FORK_GROUP_ID`; nil for what says what one call is about, which is a flag only: left in an
    /// environment or a file it would go on to say it of calls that are about something else.
    var variable: String? {
        if section == .call { return nil }
        return "FORK_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    var isSwitch: Bool { placeholder == nil }
}

/// How a value is written on a command line, in a variable and in a file.
enum Shape: Sendable {
    case single
    /// One of these words.
    case words([String])
    /// A file or folder, for completion.
    case path
    /// Values with commas between them; a list in a file.
    case list
    /// `name=value`, given as often as wanted; an object or a list in a file.
    case pairs
    /// Given as often as wanted, one value each time.
    case repeated
}

/// What holds when an option is not given.
enum Fallback: Sendable {
    /// Nothing: it must be given.
    case required
    /// The value, written as a user would.
    case text(String)
    /// No value, and this is what it means.
    case absent(String)
}

/// Where an option stands in help and docs.
enum Section: String, CaseIterable, Sendable {
    /// What one call is about: flags only, no variables and no keys.
    case call = "This call"
    case input = "Input and output"
    case kafka = "Kafka"
    case documents = "Documents"
    case worker = "Worker"
    case general = "General"
}
