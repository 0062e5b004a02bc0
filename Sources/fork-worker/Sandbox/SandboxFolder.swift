import Glibc
import System
import Worker

/// The folder of a sandbox, and the process that removes it and ends the broker.
struct SandboxFolder: ~Copyable {
    /// How long to wait for the cleanup process; after that it continues alone.
    private static let leaveMilliseconds = 10_000

    let path: String
    private let cleanup: ChildProcess
    /// The pipe to the standard input of the cleanup process, which is closed when the sandbox ends.
    private let life: Int32
    /// The pipe from the standard output of the cleanup process, which is closed when the broker ends.
    private let news: Int32

    /// Creates the folder, and starts the cleanup process that removes it after this process has ended.
    ///
    /// - Parameter commands: The commands that the cleanup process runs in the folder, one after the other.
    /// - Throws: An error if the folder or the process cannot be created.
    init(running commands: (String) throws(StartError) -> [[String]] = { _ in [] }) throws(StartError) {
        let parent = ProcessEnvironment.current["TMPDIR"] ?? ""
        let path = try PrivateFolder.makeTemporary("fork-sandbox", in: parent.isEmpty ? "/tmp" : parent)
        let started: (ChildProcess, Int32, Int32)
        do throws(StartError) {
            let words = try commands(path).flatMap { $0 + [CleanupProcess.separator] }
            started = try Self.start([CleanupProcess.name, path] + words)
        } catch {
            PrivateFolder.remove(path)
            throw error
        }
        self.path = path
        (cleanup, life, news) = started
    }

    private static func start(_ arguments: [String]) throws(StartError) -> (ChildProcess, Int32, Int32) {
        var down: [Int32] = [-1, -1]
        var up: [Int32] = [-1, -1]
        let silence = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard unsafe pipe(&down) == 0, unsafe pipe(&up) == 0 else {
            throw StartError("no pipe could be created for the sandbox")
        }
        let child = try? ChildProcess(
            "/proc/self/exe",
            arguments,
            streams: [down[0], up[1], silence],
            leads: .session
        )
        for descriptor in [down[0], up[1], silence] { close(descriptor) }
        guard let child else { throw StartError("no process could be started for the sandbox") }
        return (child, down[1], up[0])
    }

    /// Whether the broker has ended on its own.
    var isBrokerGone: Bool {
        var waiting = pollfd(fd: news, events: 0, revents: 0)
        return unsafe poll(&waiting, 1, 0) > 0
    }

    /// The log of the broker.
    var log: String {
        String(decoding: FileBytes.read(CleanupProcess.log(in: path), longest: 4 << 20) ?? [], as: UTF8.self)
    }

    /// Ends the broker, and waits until the folder is removed.
    consuming func leave() {
        close(life)
        for _ in 0..<Self.leaveMilliseconds / 10 {
            if cleanup.ending() != nil { return }
            usleep(10_000)
        }
    }
}
