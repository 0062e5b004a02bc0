/// An option: its row in the table, and the type of its values.
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

/// The row of an option in the table, without the type of its values.
struct OptionRow: Sendable {
    /// The name in kebab-case without dashes; also the key in a configuration file.
    let name: String
    /// The placeholder for the value in help; nil for a switch.
    let placeholder: String?
    /// A description of the allowed values.
    let rule: String
    let shape: Shape
    let fallback: Fallback
    let section: Section
    let commands: [CommandName]
    let help: String
    /// Returns the value without secrets.
    let shown: @Sendable (String) -> String
    /// Returns the reason why a text is invalid; nil if it is valid.
    let check: @Sendable (String) -> Reason?

    /// The environment variable, such as `FORK_GROUP_ID` for `--group-id`; nil for options of a single call.
    ///
    /// A call's option in the environment or a file would also apply to later calls for which it was not meant.
    var variable: String? {
        if section == .call { return nil }
        return "FORK_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    var isSwitch: Bool { placeholder == nil }
}

/// The form of a value on the command line, in a variable and in a file.
enum Shape: Sendable {
    case single
    /// One of these words.
    case words([String])
    /// A file or a folder.
    case path
    /// Values separated by commas; a list in a file.
    case list
    /// `name=value`, repeatable; an object or a list in a file.
    case pairs
    /// One value per occurrence, repeatable.
    case repeated
}

/// The behavior if an option is not given.
enum Fallback: Sendable {
    /// The option must be given.
    case required
    /// The default value, as a user would write it.
    case text(String)
    /// There is no default value; the text describes the effect.
    case absent(String)
}

/// The section of an option in help and docs.
enum Section: String, CaseIterable, Sendable {
    /// Options of a single call, which have no variables and no keys in a file.
    case call = "Command options"
    case input = "Input and output"
    case kafka = "Kafka"
    case documents = "Documents"
    case delivery = "Delivery"
    case worker = "Worker"
    case general = "General"
}
