import Glibc
import Health
import Options
import Worker

/// Reads the command line, runs the command, and leaves with its status.
@main
struct ForkWorker {
    static func main() {
        StandardStreams.fillGaps()
        if CommandLine.arguments.first == Caretaker.name { Caretaker.run(CommandLine.arguments) }
        let invocation = Invocation.parse(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessEnvironment.current,
            version: Version.current,
            readFile: { FileBytes.read($0, longest: 1 << 20) }
        )
        switch invocation {
        case .print(let text): print(text, terminator: "")
        case .usage(let text): exit(ProcessEnvironment.complain(text, status: .usage))
        case .run(.units(let options)): exit(UnitsCommand.run(options))
        case .run where !UUID128.canBeDerived: exit(ProcessEnvironment.complain(noDigests, status: .failure))
        case .run(.run(let options)): RunCommand.run(options)
        case .run(.transform(let options)): exit(TransformCommand.run(options))
        case .run(.send(let options)): SendCommand.run(options)
        case .run(.documents(let options)): DocumentsCommand.run(options)
        case .run(.deadLetters(let options)): DeadLettersCommand.run(options)
        case .run(.status(let options)): StatusCommand.run(options)
        case .run(.diff(let options)): DiffCommand.run(options)
        case .run(.replays(let options)): ReplaysCommand.run(options)
        case .run(.replay(let options)): ReplayCommand.run(options)
        case .run(.forget(let options)): ForgetCommand.run(options)
        case .run(.topics(let options)): TopicsCommand.run(options)
        case .run(.doctor(let options)): DoctorCommand.run(options)
        case .run(.demo(let options)): DemoCommand.run(options)
        case .run(.sandbox(let options)): SandboxCommand.run(options)
        }
    }

    /// What is said where no id can be derived.
    private static let noDigests = """
        fork-worker: OpenSSL refuses SHA-1 on this machine, most likely by a FIPS policy. The ids of documents are derived \
        with it (UUID version 5; it names things, and protects nothing). Allow it for this process: set OPENSSL_CONF to a \
        configuration file without `fips=yes` among its default_properties, such as an empty one.

        """
}
