import Glibc
import Observation

/// Asks before something is done that cannot be undone.
enum Consent {
    /// What a person has said, or nobody was there to say.
    enum Answer {
        case agreed, refused, nobody
    }

    /// Says what will be done and asks on the terminal; without one there is nobody to ask.
    static func ask(_ text: String, _ signals: StopSignals) -> Answer {
        StandardError.write(Array("fork-worker: \(text)\n".utf8))
        guard isatty(STDIN_FILENO) == 1 else { return .nobody }
        StandardError.write(Array("Go on? [y/N] ".utf8))
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        // Signals are waited for, not handled: whoever presses Ctrl-C says no.
        while unsafe poll(&waiting, 1, 100) <= 0 {
            if signals.wait(milliseconds: 0) != nil { return .refused }
        }
        let answer = readLine() ?? ""
        return ["y", "yes"].contains(answer.lowercased()) ? .agreed : .refused
    }
}
