extension Completion {
    /// The script for zsh: a file `_fork-worker` in a folder of `$fpath`, or sourced after `compinit`.
    static var zsh: String {
        """
        #compdef fork-worker
        # Completion of fork-worker for zsh: fork-worker completion zsh > "${fpath[1]}/_fork-worker"
        _fork-worker() {
            local context state state_descr line
            typeset -A opt_args
            _arguments -C '(- *)'{-h,--help}'[show help]' '(- *)--version[show the version]' \\
                '1:command:->command' '*::argument:->argument'
            case $state in
                command)
                    local -a commands
        \(CommandGroup.allCases.map(description).joined())            ;;
                argument)
                    case $words[1] in
        \(CommandRow.all.map(argumentCase).joined())            esac ;;
            esac
        }
        if [[ $funcstack[1] == _fork-worker ]]; then
            _fork-worker "$@"
        else
            compdef _fork-worker fork-worker
        fi

        """
    }

    private static func description(of group: CommandGroup) -> String {
        let rows = group.commands.map { "                '\($0.name):\(quoted($0.summary))'\n" }.joined()
        return """
                        commands=(
            \(rows)            )
                        _describe -V -t \(group) '\(group.rawValue)' commands

            """
    }

    private static func argumentCase(_ command: CommandRow) -> String {
        let actions = actions(of: command).map { action in
            "                    \(action)) \(arguments(command.options(of: action), command.operands)) ;;\n"
        }
        let all = arguments(command.options, command.operands)
        if actions.isEmpty { return "                \(command.name)) \(all) ;;\n" }
        return "                \(command.name)) case $words[2] in\n\(actions.joined())"
            + "                    *) \(all) ;;\n                    esac ;;\n"
    }

    private static func arguments(_ options: [Option], _ operands: [Operand]) -> String {
        let options = options.map { row in
            let star = row.isRepeatable ? "*" : ""
            guard let placeholder = row.placeholder else { return "'\(star)--\(row.name)[\(quoted(row.help))]'" }
            return "'\(star)--\(row.name)=[\(quoted(row.help))]:\(quoted(placeholder)):\(action(offer(for: row)))'"
        }
        let operands = operands.map { operand in
            "'\(operand.count == .any || operand.count == .several ? "*" : "")\(operand.count == .optional ? ":" : ""):\(operand.name):"
                + "\(action(offer(for: operand)))'"
        }
        let all = (["'(- *)'{-h,--help}'[show help]'"] + options + operands)
        return "_arguments -S \(all.joined(separator: " \\\n                    "))"
    }

    private static func action(_ offer: Offer) -> String {
        switch offer {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .anything, .nothing: ""
        }
    }

    /// Escapes a text for `_arguments`: brackets and colons separate its fields, and a quote ends the word.
    private static func quoted(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : $0 == "'" ? "'\\''" : String($0) }.joined()
    }
}
