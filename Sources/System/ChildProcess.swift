import Glibc

/// A process that this one has started, with the usual signals and nothing open but its three streams.
package struct ChildProcess: Sendable {
    /// What it leads, so that what is meant for others does not reach it, or reaches all that it starts.
    package enum Leadership: Sendable {
        case nothing
        /// A group: `endGroup` ends what it has started, too.
        case group
        /// A session: no terminal's signals are meant for it.
        case session
    }

    /// Why the system does not start it, in the system's words.
    package struct Refusal: Error, Sendable {
        package let reason: String
    }

    /// `POSIX_SPAWN_SETSID`, which the system's library has for a name of GNU's.
    private static let newSession: Int16 = 0x80

    private let id: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path, or a name that is looked for in `PATH`.
    ///   - arguments: its own name first.
    ///   - environment: each as `NAME=value`; nil is that of this process.
    ///   - streams: for its standard input, output and error.
    ///   - leads: what it leads from its beginning.
    /// - Throws: that there is no such program, or that it may not be run.
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

    /// Whoever waits for signals has them blocked, and whoever writes to pipes ignores that one breaks: a child would too.
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

    /// Has no program that is started from now on get what is open here, but for the three streams.
    ///
    /// Whoever waits for the end of a pipe that they gave to this process would wait for its children too.
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

    /// How it ended, 0 if as it should, as `waitpid` tells it; nil while it runs.
    package func ending() -> Int32? {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) == 0 ? nil : status
    }

    /// Ends it at once, and waits until it is gone.
    package func kill() {
        _ = Glibc.kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Ends it and all that it has started, where it leads a group; also when it has ended itself.
    package func endGroup() {
        _ = Glibc.kill(-id, SIGKILL)
        waitpid(id, nil, 0)
    }
}
