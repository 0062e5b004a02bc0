import Glibc
import Worker

/// A process of one's own making.
struct ChildProcess {
    /// `POSIX_SPAWN_SETSID`, which the system's library has for a name of GNU's.
    private static let newSession: Int16 = 0x80

    private let id: pid_t

    /// Starts a program with the three streams that it is given, and nothing else that is open here; nil when the system
    /// does not start it.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its own name first.
    ///   - streams: for its standard input, output and error.
    ///   - leadsSession: it is meant by no signal that a terminal or a shell sends to this process and all around it.
    init?(_ program: String, _ arguments: [String], streams: [Int32], leadsSession: Bool = false) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (number, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
        }
        Self.keepDescriptors()
        if leadsSession { unsafe posix_spawnattr_setflags(&attributes, Self.newSession) }
        let environment = ProcessEnvironment.current.map { "\($0.key)=\($0.value)" }
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var id: pid_t = 0
        guard unsafe posix_spawn(&id, program, &actions, &attributes, &words, &variables) == 0 else { return nil }
        self.id = id
    }

    /// Has no program that is started from now on get what is open here, but for the three streams.
    ///
    /// Whoever waits for the end of a pipe that they gave to this process would wait for its children too.
    private static func keepDescriptors() {
        for name in (try? PrivateFolder.names(in: "/proc/self/fd")) ?? [] {
            guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// How it ended, 0 if as it should; nil while it runs.
    func ending() -> Int32? {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) == 0 ? nil : status
    }

    /// Ends it at once, and waits until it is gone.
    func kill() {
        _ = Glibc.kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }
}
