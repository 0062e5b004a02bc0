/// Completion scripts, generated from the table of options.
enum Completion {
    /// Returns the script for `completion SHELL`.
    static func script(_ values: Values) throws(Fault) -> String {
        guard let name = values.operands.first, let shell = Shell(rawValue: name) else {
            throw Fault(.operand("SHELL"), "is missing")
        }
        return switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The possible values that a shell offers.
    enum Offer {
        case words([String]), files, anything, nothing
    }

    static func offer(for row: Option) -> Offer {
        if row.isSwitch { return .nothing }
        return switch row.shape {
        case .words(let words): .words(words)
        case .repeated(let words) where !words.isEmpty: .words(words)
        case .path: .files
        case .single, .list, .pairs, .repeated: .anything
        }
    }

    /// Returns the actions of a command, if some of its options are valid only for some actions.
    static func actions(of command: CommandRow) -> [String] {
        command.owned.isEmpty ? [] : command.operands.first?.words ?? []
    }

    static func offer(for operand: Operand) -> Offer {
        if !operand.words.isEmpty { return .words(operand.words) }
        return operand.count == .any || operand.name == "FILE" ? .files : .anything
    }
}
