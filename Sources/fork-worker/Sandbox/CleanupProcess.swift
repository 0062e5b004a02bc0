import Glibc
import System
import Worker

/// The process that ends a sandbox's broker and removes its folder, even if the sandbox was killed.
///
/// The process is this program under another name. The end of its standard input means that the sandbox has ended,
/// because only the sandbox keeps it open. If the broker ends first, the process closes its standard output.
enum CleanupProcess {
    /// The name of the process, by which `main` recognizes it.
    static let name = "fork-worker-sandbox-caretaker"
    /// The argument that ends each command.
    static let separator = ";"
    private static let logName = "log"
    private static let lookMilliseconds: Int32 = 100

    /// Returns the path of the commands' output in a sandbox's folder.
    static func log(in folder: String) -> String { "\(folder)/\(logName)" }

    /// Runs commands one after the other until the sandbox has ended.
    ///
    /// - Parameter arguments: The process name, the folder, and the commands, each with the path of its program first.
    static func run(_ arguments: [String]) -> Never {
        for number in [SIGHUP, SIGINT, SIGTERM] { signal(number, SIG_IGN) }
        let folder = arguments.dropFirst().first ?? ""
        guard !folder.isEmpty else { _exit(ProcessEnvironment.Status.usage.rawValue) }
        var commands = arguments.dropFirst(2).split(separator: separator).map(Array.init)
        var child: ChildProcess?
        while !hasEnded(waiting: commands.isEmpty && child == nil ? -1 : lookMilliseconds) {
            if let running = child, let status = running.ending() {
                child = nil
                // Only the last command is expected to keep running.
                if status != 0 || commands.isEmpty {
                    commands = []
                    close(STDOUT_FILENO)
                }
            }
            guard child == nil, !commands.isEmpty else { continue }
            child = start(commands.removeFirst(), in: folder)
            if child == nil {
                commands = []
                close(STDOUT_FILENO)
            }
        }
        child?.kill()
        PrivateFolder.remove(folder)
        _exit(ProcessEnvironment.Status.done.rawValue)
    }

    private static func hasEnded(waiting milliseconds: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        return unsafe poll(&input, 1, milliseconds) > 0
    }

    private static func start(_ command: [String], in folder: String) -> ChildProcess? {
        let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        let log = unsafe open(log(in: folder), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer {
            close(nothing)
            close(log)
        }
        return try? ChildProcess(
            command[0],
            command,
            streams: [nothing, log, log]
        )
    }
}
