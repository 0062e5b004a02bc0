import Observation
package import Vocabulary

/// The result of parsing a command line.
///
/// The parser, `--help`, the completion scripts and docs/options.md use the same table of commands and options, so they
/// cannot contradict each other.
package enum Invocation: Sendable {
    /// Run this command, whose options are complete and valid.
    case run(CommandName, Options)
    /// Print this text to standard output, and exit with status 0.
    case print(String)
    /// Print these errors to standard error, and exit with status 64.
    case usage(Complaint)

    /// Parses a command line without any side effects.
    ///
    /// `arguments` lacks the program name. `environment` is the whole environment; only the `FORK_…` variables of
    /// known options are read. `forms` are the forms that connection settings may name. `readFile` returns the bytes of
    /// a configuration file; nil if it cannot be read.
    package static func parse(
        arguments: [String],
        environment: [String: String],
        version: String,
        forms: [DocumentForm] = [],
        readFile: (String) -> [UInt8]?
    ) -> Invocation {
        let arguments = Arguments(arguments)
        if let name = arguments.commandName, let command = CommandRow.named(name) {
            if arguments.asksForHelp { return .print(Help.page(of: command)) }
            if arguments.asksForVersion { return .print("fork-worker \(version)\n") }
            let values = Values(command: command, arguments: arguments, environment: environment, readFile: readFile)
            return invocation(of: command, values, version: version, forms: forms)
        }
        if arguments.asksForHelp { return .print(Help.overview) }
        if arguments.asksForVersion { return .print("fork-worker \(version)\n") }
        let faults = [.unknownCommand(arguments.commandName)] + arguments.faults
        let format = arguments.last("log-format") ?? environment["FORK_LOG_FORMAT"]
        return .usage(Complaint(faults, command: nil, isForPrograms: format == LineFormat.json.rawValue))
    }

    private static func invocation(
        of command: CommandRow,
        _ values: Values,
        version: String,
        forms: [DocumentForm]
    ) -> Invocation {
        func complaint(_ faults: [Fault]) -> Invocation {
            let format = values.lastText("log-format")
            return .usage(Complaint(faults, command: command, isForPrograms: format == LineFormat.json.rawValue))
        }
        guard values.faults.isEmpty else { return complaint(values.faults) }
        do throws(Fault) {
            if command.name == .completion { return .print(try Completion.script(values)) }
            if command.name == .help { return .print(try Help.page(values)) }
            var options = Options()
            options.rules.forms = forms
            try values.read(into: &options)
            try options.finish(command.name, values, version: version)
            return .run(command.name, options)
        } catch {
            return complaint([error])
        }
    }
}
