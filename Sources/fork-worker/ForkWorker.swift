import Glibc
import Settings
import Worker

/// Reads the command line, runs the command, and leaves with its status.
@main
struct ForkWorker {
    static func main() {
        let outcome = Settings.parse(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessEnvironment.current,
            version: Version.current,
            readFile: { FileBytes.read($0, longest: 1 << 20) }
        )
        switch outcome {
        case .print(let text): print(text, terminator: "")
        case .usage(let text): exit(ProcessEnvironment.complain(text, status: .usage))
        case .run(.run(let settings)): exit(RunCommand.run(settings))
        case .run(.transform(let settings)): exit(TransformCommand.run(settings))
        case .run(.units(let settings)): exit(UnitsCommand.run(settings))
        case .run(.demo(let settings)): exit(DemoCommand.run(settings))
        }
    }
}
