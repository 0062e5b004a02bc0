/// What a command line asks for.
///
/// The table of commands and options is in `Table/`; what reads them, `--help`, the completion scripts and
/// docs/options.md are made from it, so that none of them can say something else than the others.
package enum Invocation: Sendable {
    /// Run this command; its options are complete and checked.
    case run(Command)
    /// Print this on standard output and leave with status 0.
    case print(String)
    /// Say this on standard error and leave with status 64: everything that is wrong is named in it.
    case usage(Complaint)

    /// A command that does something, with its options.
    package enum Command: Sendable {
        case run(RunOptions)
        /// The same core from files to standard output.
        case transform(TransformOptions)
        /// Uploads from files to their topic.
        case send(SendOptions)
        /// What is live of one connection.
        case documents(DocumentsOptions)
        /// Refused records, and why they were.
        case deadLetters(DeadLettersOptions)
        /// How the group, its topics and its workers are.
        case status(StatusOptions)
        /// The documents of two prefixes.
        case diff(DiffOptions)
        /// The same uploads again, into other topics.
        case replay(ReplayOptions)
        /// The replays that are there.
        case replays(ReplaysOptions)
        /// A person's connection, erased or looked for.
        case forget(ForgetOptions)
        /// Topics, as they are and as they should be.
        case topics(TopicsOptions)
        /// What makes workers fail, found before they do.
        case doctor(DoctorOptions)
        /// Conversion of one number.
        case units(UnitsOptions)
        /// The worker on a broker of its own.
        case demo(DemoOptions)
        /// The same, for the tests of others.
        case sandbox(SandboxOptions)
    }

    /// Reads a command line; the environment and the files come in, the text for the screen goes out.
    ///
    /// - Parameters:
    ///   - arguments: without the program's own name.
    ///   - environment: the whole environment; only `FORK_…` of known options are looked at.
    ///   - version: what `--version` prints.
    ///   - readFile: the bytes of a settings file, nil where it cannot be read.
    /// - Returns: what to run or to print.
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
            case .documents: return .run(.documents(try DocumentsOptions(values)))
            case .deadLetters: return .run(.deadLetters(try DeadLettersOptions(values)))
            case .status: return .run(.status(try StatusOptions(values)))
            case .diff: return .run(.diff(try DiffOptions(values)))
            case .replay where !values.operands.isEmpty: return .run(.replays(try ReplaysOptions(values)))
            case .replay: return .run(.replay(try ReplayOptions(values)))
            case .forget: return .run(.forget(try ForgetOptions(values)))
            case .topics: return .run(.topics(try TopicsOptions(values)))
            case .doctor: return .run(.doctor(try DoctorOptions(values)))
            case .units: return .run(.units(try UnitsOptions(values)))
            case .demo: return .run(.demo(try DemoOptions(values)))
            case .sandbox: return .run(.sandbox(try SandboxOptions(values)))
            case .completion: return .print(try Completion.script(values))
            case .help: return .print(try Help.page(values))
            }
        } catch {
            return complaint([error])
        }
    }
}
