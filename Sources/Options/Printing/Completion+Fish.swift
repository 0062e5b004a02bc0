extension Completion {
    /// The script for fish, with one line per command and option.
    static var fish: String {
        let commands = CommandRow.all.map(\.name.rawValue).joined(separator: " ")
        var lines = [
            "# Completion of fork-worker for fish: fork-worker completion fish | source",
            "complete -c fork-worker -f",
            "complete -c fork-worker -s h -l help -d 'Show help'",
            "complete -c fork-worker -n '__fish_is_first_token' -l version -d 'Show the version'",
        ]
        // For `-k`, fish shows the last entry first.
        for command in CommandRow.all.reversed() {
            lines.append(
                "complete -c fork-worker -n 'not __fish_seen_subcommand_from \(commands)' -k -a \(command.name) "
                    + "-d '\(command.name.group.rawValue): \(quoted(command.summary))'"
            )
        }
        for command in CommandRow.all {
            let condition = "complete -c fork-worker -n '\(seen) \(command.name)'"
            lines += command.options.map { row in
                let others = actions(of: command).filter { action in
                    !command.options(of: action).contains { $0.name == row.name }
                }
                let condition =
                    others.isEmpty
                    ? condition : "\(condition.dropLast()); and not \(seen) \(others.joined(separator: " "))'"
                return "\(condition) -l \(row.name)\(value(offer(for: row))) -d '\(quoted(row.help))'"
            }
            lines += command.operands.compactMap { operand in
                switch offer(for: operand) {
                case .words(let words): "\(condition) -a '\(words.joined(separator: " "))'"
                case .files: "\(condition) -F"
                case .anything, .nothing: nil
                }
            }
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private static let seen = "__fish_seen_subcommand_from"

    private static func value(_ offer: Offer) -> String {
        switch offer {
        case .nothing: ""
        case .anything: " -x"
        case .files: " -r -F"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        }
    }

    private static func quoted(_ text: String) -> String {
        text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }
}
