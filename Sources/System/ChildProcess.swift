import Glibc

/// A child process with default signal handling, which inherits only the three standard streams.
package struct ChildProcess: Sendable {
    /// Whether the child leads a process group or a session of its own.
    package enum Leadership: Sendable {
        case nothing
        /// A process group: `endGroup` also ends the child's own children.
        case group
        /// A session: signals of the terminal do not reach the child.
        case session
    }

    /// The reason why the system did not start the program.
    package struct Refusal: Error, Sendable {
        package let reason: String
    }

    /// `POSIX_SPAWN_SETSID`, which Glibc declares only if `_GNU_SOURCE` is defined.
    private static let newSession: Int16 = 0x80

    private let id: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path, or a name that is searched for in `PATH`.
    ///   - arguments: The arguments, starting with the program's name.
    ///   - environment: The variables as `NAME=value`. Nil inherits the environment of this process.
    ///   - streams: The descriptors for standard input, output and error.
    ///   - leads: Whether the child leads a process group or a session.
    /// - Throws: If the program does not exist or must not be run.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String]? = nil,
        streams: [Int32],
        leads: Leadership = .nothing
    ) throws(Refusal) {
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
        Self.prepare(&attributes, leads)
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables = unsafe (environment ?? []).map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var id: pid_t = 0
        let code =
            environment == nil
            ? unsafe posix_spawnp(&id, program, &actions, &attributes, &words, environ)
            : unsafe posix_spawnp(&id, program, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw Refusal(reason: unsafe String(cString: strerror(code))) }
        self.id = id
    }

    /// Resets blocked and ignored signals, which a child would otherwise inherit.
    private static func prepare(_ attributes: inout posix_spawnattr_t, _ leads: Leadership) {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        for number in [SIGPIPE, SIGUSR1, SIGUSR2] { unsafe sigaddset(&defaults, number) }
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        switch leads {
        case .nothing: break
        case .group: flags |= Int16(POSIX_SPAWN_SETPGROUP)
        case .session: flags |= newSession
        }
        unsafe posix_spawnattr_setflags(&attributes, flags)
    }

    /// Marks all descriptors except the standard streams as close-on-exec.
    ///
    /// Otherwise the child would inherit pipes, and a pipe that this process closes would stay open.
    private static func keepDescriptors() {
        guard let folder = unsafe opendir("/proc/self/fd") else { return }
        defer { unsafe closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Returns the status of `waitpid` if the child has ended, 0 for success; nil while it runs.
    package func ending() -> Int32? {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) == 0 ? nil : status
    }

    /// Kills the child, and waits until it has ended.
    package func kill() {
        _ = Glibc.kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Kills the child and its whole process group, even if the child has already ended.
    package func endGroup() {
        _ = Glibc.kill(-id, SIGKILL)
        waitpid(id, nil, 0)
    }
}
