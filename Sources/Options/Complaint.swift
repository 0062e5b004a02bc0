/// The errors in a command line, its environment and its configuration file.
package struct Complaint: Sendable {
    /// The text for a person: all errors, and the command that shows help.
    package let text: String
    /// One sentence for each error, with the name of the command.
    package let reasons: [String]
    /// Whether `--log-format`, its variable or the configuration file asks for JSON.
    package let isForPrograms: Bool

    init(_ faults: [Fault], command: CommandRow?, isForPrograms: Bool) {
        let program = command.map { "fork-worker \($0.name.rawValue)" } ?? "fork-worker"
        let lines = faults.map(\.line)
        let body =
            lines.count == 1
            ? "\(program): \(lines[0])\n"
            : "\(program): \(lines.count) things are wrong\n" + lines.map { "  \($0)\n" }.joined()
        let isAlone = lines == [Fault.unknownCommand(nil).line]
        text = (isAlone ? "\(Help.overview)\n" : "") + body + "Try '\(program) --help'.\n"
        reasons = lines.map { "\(program): \($0)" }
        self.isForPrograms = isForPrograms
    }
}
