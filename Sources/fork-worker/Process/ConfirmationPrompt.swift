import Glibc
import Observation
import Operations

/// Asks for confirmation of an action that cannot be undone.
enum ConfirmationPrompt {
    /// The answer of the user; `nobody` if there is no terminal.
    enum Answer {
        case agreed, refused, nobody
    }

    /// Describes the action and asks on the terminal; returns `nobody` without a terminal.
    static func ask(_ text: String, _ signals: StopSignals) -> Answer {
        StandardError.write(Array("fork-worker: \(text)\n".utf8))
        guard isatty(STDIN_FILENO) == 1 else { return .nobody }
        StandardError.write(Array("Go on? [y/N] ".utf8))
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        // Signals are blocked, so Ctrl-C is noticed here; it counts as a refusal.
        while unsafe poll(&waiting, 1, 100) <= 0 {
            if signals.wait(milliseconds: 0) != nil { return .refused }
        }
        let answer = readLine() ?? ""
        return ["y", "yes"].contains(answer.lowercased()) ? .agreed : .refused
    }
}

extension Command {
    /// Asks for confirmation, and returns whether the user agreed; without a terminal, ends the process.
    func asks(_ text: String, name: String) -> Bool {
        progress.hide()
        switch ConfirmationPrompt.ask(text, signals) {
        case .agreed: return true
        case .refused: return false
        case .nobody: leaveForUsage("\(name): nothing is deleted: without a terminal, confirm with --yes")
        }
    }
}
