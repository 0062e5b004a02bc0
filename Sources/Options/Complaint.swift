/// Everything that is wrong with a command line, its environment and its settings file.
package struct Complaint: Sendable {
    /// For a person: all faults, and where to read more.
    package let text: String
    /// One sentence for each fault, with the command that was asked for.
    package let reasons: [String]
    /// JSON lines were asked for by `--log-format`, its variable or the settings file.
    package let isForPrograms: Bool

    init(_ faults: [Fault], command: CommandRow?, isForPrograms: Bool) {
        let program = command.map { "fork-worker \($0.name.rawValue)" } ?? "fork-worker"
        let lines = faults.map(\.line)
        let body =
            lines.count == 1
            ? "\(program): \(lines[0])\n"
            : "\(program): \(lines.count) things are wrong\n" + lines.map { "  \($0)\n" }.joined()
        text = body + "Try '\(program) --help'.\n"
        reasons = lines.map { "\(program): \($0)" }
        self.isForPrograms = isForPrograms
    }
}
