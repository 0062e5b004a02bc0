extension Completion {
    /// The script for bash 4.4 or later, which can keep the order of the groups.
    ///
    /// bash treats `=` as a word of its own (COMP_WORDBREAKS), so the script handles `--name=value` and `--name value`
    /// alike.
    static var bash: String {
        """
        # Completion of fork-worker for bash: source <(fork-worker completion bash)
        _fork_worker() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= action= words= i
            COMPREPLY=()
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                    \(CommandRow.all.map(\.name.rawValue).joined(separator: "|"))) command=${COMP_WORDS[i]}; break ;;
                esac
            done
            ((i + 1 < COMP_CWORD)) && action=${COMP_WORDS[i+1]}
            if [[ $current == '=' ]]; then current=
            elif [[ $previous == '=' ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            case $command:$previous in
        \(values)    esac
            case $command:$action in
        \(CommandRow.all.map(actionCases).joined())\(CommandRow.all.map(commandCase).joined())        *) words='\(commandWords)'; compopt -o nosort ;;
            esac
            COMPREPLY=($(compgen -W "$words" -- "$current"))
        }
        complete -F _fork_worker fork-worker

        """
    }

    private static var commandWords: String {
        (CommandRow.all.map(\.name.rawValue) + ["--help", "--version"]).joined(separator: " ")
    }

    private static var values: String {
        Options.all.map { row in
            // If commands have different options with the same name, each command offers its own words.
            let isShared = Options.all.filter { $0.name == row.name }.count > 1
            let pattern = (isShared ? row.commands.map(\.rawValue) : ["*"]).map { "\($0):--\(row.name)" }
                .joined(separator: "|")
            return switch offer(for: row) {
            case .nothing: ""
            case .anything: "        \(pattern)) return ;;\n"
            case .files: "        \(pattern)) compopt -o default; return ;;\n"
            case .words(let words):
                "        \(pattern)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\")); "
                    + "return ;;\n"
            }
        }.joined()
    }

    private static func actionCases(_ command: CommandRow) -> String {
        actions(of: command).map { action in
            let words = command.options(of: action).map { "--\($0.name)" } + ["--help"]
            return "        \(command.name):\(action)) words='\(words.joined(separator: " "))' ;;\n"
        }.joined()
    }

    private static func commandCase(_ command: CommandRow) -> String {
        var words = command.options.map { "--\($0.name)" } + ["--help"]
        var operandWords: [String] = []
        var hasFiles = false
        for operand in command.operands {
            switch offer(for: operand) {
            case .words(let more): operandWords += more
            case .files: hasFiles = true
            case .anything, .nothing: break
            }
        }
        words += operandWords
        let matches = "COMPREPLY=($(compgen -W '\(operandWords.joined(separator: " "))' -- \"$current\")); "
        let offered = operandWords.isEmpty ? "" : matches
        let files = hasFiles ? " [[ $current == -* ]] || { \(offered)compopt -o default; return; };" : ""
        return "        \(command.name):*)\(files) words='\(words.joined(separator: " "))' ;;\n"
    }
}
