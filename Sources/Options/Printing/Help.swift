/// The pages of `--help`, generated from the table of options.
package enum Help {
    /// The page with the list of commands.
    static var overview: String {
        """
        Usage: fork-worker COMMAND [OPTION]... [ARGUMENT]...

        \(Paragraph.wrap(purpose))
        \(commands)\
        Options of every command:
        \(Paragraph.columns(universal))
        \(Paragraph.wrap(sources))
        Exit status: 0 success, 64 wrong usage or invalid option, 1 any other failure.

        """
    }

    private static var commands: String {
        // All summaries begin in the same column.
        let lines = Paragraph.columns(CommandRow.all.map { ($0.name.rawValue, $0.summary) }).split(separator: "\n")
        return CommandGroup.allCases.map { group in
            let own = zip(CommandRow.all, lines).filter { $0.0.name.group == group }.map { "\($0.1)\n" }
            return "\(group.rawValue):\n\(own.joined())\n"
        }.joined()
    }

    static let purpose =
        "Turns raw health samples from Kafka into documents. They are always equal to the "
        + "result of a batch job over all samples."
    static let sources =
        "Every option is also an environment variable (--group-id is FORK_GROUP_ID) and a key in the "
        + "configuration file (--config), except options that apply to a single call. "
        + "The command line overrides the environment, and the environment overrides the file."
    static let universal = [
        ("-h, --help", "show this page, or the page of a command"), ("--version", "show the version"),
    ]

    /// Returns the page for `help [COMMAND]`.
    static func page(_ values: Values) throws(Fault) -> String {
        guard let name = values.operands.first else { return overview }
        guard let command = CommandRow.named(name) else { throw .unknownCommand(name) }
        return page(of: command)
    }

    /// Returns the page of one command: purpose, options and an example.
    static func page(of command: CommandRow) -> String {
        let usage = Paragraph.wrap(usage(of: command), indent: "Usage: ".count).drop { $0 == " " }
        var page = "Usage: \(usage)\n\(Paragraph.wrap(command.text))\n"
        for operand in command.operands where !operand.actions.isEmpty {
            page += "\(operand.name):\n\(Paragraph.columns(operand.actions))\n"
        }
        for section in Section.allCases {
            let rows = command.options.filter { $0.section == section }
            guard !rows.isEmpty else { continue }
            page += "\(section.rawValue):\n" + rows.map(entry).joined() + "\n"
        }
        page += "Example: \(command.example)\n"
        return page
    }

    package static func usage(of command: CommandRow) -> String {
        let required = command.options.filter(\.isRequired).map { " \(form(of: $0))" }.joined()
        let operands = command.operands.map { " \($0.form)" }.joined()
        return "fork-worker \(command.name)\(required)\(command.options.isEmpty ? "" : " [OPTION]...")\(operands)"
    }

    /// Returns the option with the placeholder for its value.
    package static func form(of row: Option) -> String {
        "--\(row.name)" + (row.placeholder.map { " \($0)" } ?? "")
    }

    private static func entry(of row: Option) -> String {
        let remark =
            switch row.fallback {
            case .required: "(required)"
            case .text(let text): row.isSwitch ? "" : "(default \(text))"
            case .absent(let meaning): meaning == "none" ? "" : "(default: \(meaning))"
            }
        return "  \(form(of: row))\n" + Paragraph.wrap("\(row.help) \(remark)", indent: 8)
    }
}

extension Operand {
    /// The operand in a usage line: `FROM`, `[COMMAND]` or `[FILE]...`.
    var form: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .several, .any: "[\(name)]..."
        }
    }
}
