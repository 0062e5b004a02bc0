import Formats
import Glibc
import Observation
import Options
import Vocabulary
import Worker

/// Parses the command line, runs the command, and exits with its status.
@main
struct ForkWorker {
    static func main() {
        // Signals are blocked before any thread starts, because threads inherit the signal mask.
        let signals = StopSignals()
        StandardStreams.fillGaps()
        // With this variable, TLS libraries write all keys to a file. It must not be changed after other threads start.
        unsafe unsetenv("SSLKEYLOGFILE")
        if CommandLine.arguments.first == CleanupProcess.name { CleanupProcess.run(CommandLine.arguments) }
        let environment = ProcessEnvironment.current
        let invocation = Invocation.parse(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: environment,
            version: Version.current,
            forms: DocumentForm.all(ZoneTable(read: ZoneFolder(environment: environment).read)),
            readFile: { FileBytes.read($0, longest: 1 << 20) }
        )
        switch invocation {
        case .print, .usage, .run(.units, _): break
        case .run(.dispatch, let options) where options.operands.first == "new-secret": break
        case .run(_, let options): warn(of: StrayVariable.all(in: environment), options.log)
        }
        switch invocation {
        case .print(let text): exit(ProcessEnvironment.print(text))
        case .usage(let complaint): exit(say(complaint))
        case .run(.units, let options): exit(UnitsCommand.run(options))
        case .run(.examples, let options): exit(ExamplesCommand.run(options))
        case .run(.dispatch, let options) where options.operands.first == "new-secret":
            exit(NewSecretCommand.run(options))
        case .run where !UUID128.canBeDerived: exit(ProcessEnvironment.complain(noDigests, status: .failure))
        case .run(.run, let options): RunCommand.run(options, signals)
        case .run(.transform, let options): exit(TransformCommand.run(options, signals))
        case .run(.send, let options): SendCommand.run(options, signals)
        case .run(.importing, let options): exit(ImportCommand.run(options, signals))
        case .run(.documents, let options): DocumentsCommand.run(options, signals)
        case .run(.convert, let options): exit(ConvertCommand.run(options, signals))
        case .run(.report, let options): ReportCommand.run(options, signals)
        case .run(.explain, let options): ExplainCommand.run(options, signals)
        case .run(.deadLetters, let options): DeadLettersCommand.run(options, signals)
        case .run(.status, let options): StatusCommand.run(options, signals)
        case .run(.diff, let options): DiffCommand.run(options, signals)
        case .run(.connections, let options): ConnectionsCommand.run(options, signals)
        case .run(.replay, let options) where !options.operands.isEmpty: ReplaysCommand.run(options, signals)
        case .run(.replay, let options): ReplayCommand.run(options, signals)
        case .run(.forget, let options): ForgetCommand.run(options, signals)
        case .run(.dispatch, let options) where !options.operands.isEmpty: DeliveriesCommand.run(options, signals)
        case .run(.dispatch, let options): DispatchCommand.run(options, signals)
        case .run(.topics, let options): TopicsCommand.run(options, signals)
        case .run(.doctor, let options): DoctorCommand.run(options, signals)
        case .run(.demo, let options): DemoCommand.run(options, signals)
        case .run(.sandbox, let options): SandboxCommand.run(options, signals)
        case .run(.webhookEcho, let options): WebhookEchoCommand.run(options, signals)
        case .run(.webhookSend, let options): WebhookSendCommand.run(options, signals)
        // For these commands, `Invocation.parse` returns a text to print.
        case .run(.completion, _), .run(.help, _): break
        }
    }

    /// Warns about variables that are probably misspelled options, in the log format of the command.
    private static func warn(of variables: [StrayVariable], _ log: LogOptions) {
        if variables.isEmpty { return }
        let observer = Observer(log, default: .warning)
        for variable in variables { observer.unknownVariable(variable.name, reason: variable.reason) }
        observer.finishLines()
    }

    /// Prints the errors in the command line or the options, for people or as JSON.
    private static func say(_ complaint: Complaint) -> Int32 {
        guard complaint.isForPrograms else { return ProcessEnvironment.complain(complaint.text, status: .usage) }
        return ProcessEnvironment.complain(complaint.reasons, asJSON: true, status: .usage)
    }

    /// The error message if no document id can be derived.
    private static let noDigests = """
        fork-worker: OpenSSL refuses SHA-1 on this machine, most likely by a FIPS policy. The ids of documents are derived \
        with it (UUID version 5; it names things, and protects nothing). Allow it for this process: set OPENSSL_CONF to a \
        configuration file without `fips=yes` among its default_properties, such as an empty one.

        """
}
