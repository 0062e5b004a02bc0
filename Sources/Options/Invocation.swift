/// The result of parsing a command line.
///
/// One table in `Table/` describes commands and options. The parser, `--help`, the completion scripts and
/// docs/options.md are all made from it, so they cannot contradict each other.
package enum Invocation: Sendable {
    /// Run this command, whose options are complete and valid.
    case run(Command)
    /// Print this text to standard output, and exit with status 0.
    case print(String)
    /// Print these errors to standard error, and exit with status 64.
    case usage(Complaint)

    /// A command with its options.
    package enum Command: Sendable {
        case run(RunOptions)
        /// Transforms files to standard output with the same core as `run`.
        case transform(TransformOptions)
        /// Sends uploads from files to their topic.
        case send(SendOptions)
        /// Turns an export of the Health app into uploads.
        case importing(ImportOptions)
        /// Shows the live documents of one connection.
        case documents(DocumentsOptions)
        /// Adds up the documents of one connection by period.
        case report(ReportOptions)
        /// Lists, redrives or parks dead letters.
        case deadLetters(DeadLettersOptions)
        /// Shows the state of the group, its topics and its workers.
        case status(StatusOptions)
        /// Compares the documents of two prefixes.
        case diff(DiffOptions)
        /// Shows or changes the settings of connections.
        case connections(ConnectionsOptions)
        /// Processes the same uploads again into other topics.
        case replay(ReplayOptions)
        /// Lists or drops existing replays.
        case replays(ReplaysOptions)
        /// Erases a connection, or searches for its records.
        case forget(ForgetOptions)
        /// Delivers webhook jobs to callback URLs.
        case dispatch(DispatchOptions)
        /// Lists waiting jobs, or sends jobs again.
        case deliveries(DeliveriesOptions)
        /// Makes a secret for webhooks.
        case newSecret(NewSecretOptions)
        /// Compares topics with what workers need, and corrects them.
        case topics(TopicsOptions)
        /// Finds problems before they make workers fail.
        case doctor(DoctorOptions)
        /// Converts a number to another unit.
        case units(UnitsOptions)
        /// Runs a worker on a broker of its own.
        case demo(DemoOptions)
        /// Runs a worker on a broker of its own, for the tests of other programs.
        case sandbox(SandboxOptions)
        /// Receives webhooks, and verifies them.
        case webhookEcho(WebhookEchoOptions)
    }

    /// Parses a command line without any side effects.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program name.
    ///   - environment: The whole environment; only the `FORK_…` variables of known options are read.
    ///   - version: The text for `--version`.
    ///   - readFile: Returns the bytes of a configuration file; nil if it cannot be read.
    /// - Returns: What to run or to print.
    package static func parse(
        arguments: [String],
        environment: [String: String],
        version: String,
        readFile: (String) -> [UInt8]?
    ) -> Invocation {
        let arguments = Arguments(arguments)
        if let name = arguments.commandName, let command = CommandRow.named(name) {
            if arguments.asksForHelp { return .print(Help.page(of: command)) }
            if arguments.asksForVersion { return .print("fork-worker \(version)\n") }
            let values = Values(command: command, arguments: arguments, environment: environment, readFile: readFile)
            return invocation(of: command, values)
        }
        if arguments.asksForHelp { return .print(Help.overview) }
        if arguments.asksForVersion { return .print("fork-worker \(version)\n") }
        let faults = [.unknownCommand(arguments.commandName)] + arguments.faults
        let format = arguments.last(Options.logFormat.row.name) ?? environment["FORK_LOG_FORMAT"]
        return .usage(Complaint(faults, command: nil, isForPrograms: format == LogFormat.json.rawValue))
    }

    private static func invocation(of command: CommandRow, _ values: Values) -> Invocation {
        func complaint(_ faults: [Fault]) -> Invocation {
            let format = values.lastText(Options.logFormat.row.name)
            return .usage(Complaint(faults, command: command, isForPrograms: format == LogFormat.json.rawValue))
        }
        guard values.faults.isEmpty else { return complaint(values.faults) }
        do throws(Fault) {
            switch command.name {
            case .run: return .run(.run(try RunOptions(values)))
            case .transform: return .run(.transform(try TransformOptions(values)))
            case .send: return .run(.send(try SendOptions(values)))
            case .importing: return .run(.importing(try ImportOptions(values)))
            case .documents: return .run(.documents(try DocumentsOptions(values)))
            case .report: return .run(.report(try ReportOptions(values)))
            case .deadLetters: return .run(.deadLetters(try DeadLettersOptions(values)))
            case .status: return .run(.status(try StatusOptions(values)))
            case .diff: return .run(.diff(try DiffOptions(values)))
            case .connections: return .run(.connections(try ConnectionsOptions(values)))
            case .replay where !values.operands.isEmpty: return .run(.replays(try ReplaysOptions(values)))
            case .replay: return .run(.replay(try ReplayOptions(values)))
            case .forget: return .run(.forget(try ForgetOptions(values)))
            case .dispatch where values.operands.first == "new-secret":
                return .run(.newSecret(try NewSecretOptions(values)))
            case .dispatch where !values.operands.isEmpty: return .run(.deliveries(try DeliveriesOptions(values)))
            case .dispatch: return .run(.dispatch(try DispatchOptions(values)))
            case .topics: return .run(.topics(try TopicsOptions(values)))
            case .doctor: return .run(.doctor(try DoctorOptions(values)))
            case .units: return .run(.units(try UnitsOptions(values)))
            case .demo: return .run(.demo(try DemoOptions(values)))
            case .sandbox: return .run(.sandbox(try SandboxOptions(values)))
            case .webhookEcho: return .run(.webhookEcho(try WebhookEchoOptions(values)))
            case .completion: return .print(try Completion.script(values))
            case .help: return .print(try Help.page(values))
            }
        } catch {
            return complaint([error])
        }
    }
}
