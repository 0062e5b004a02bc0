import Glibc
import Kafka
import Secrets

/// Runs a program that prints a token: without a shell, for a bounded time, with a bounded output.
struct TokenCommand {
    /// Less than the time in which a command has to end that reaches no broker.
    private static let defaultSeconds = 15
    private static let errorBytes = 2_048
    private static let lookMilliseconds: Int32 = 20

    private let words: [String]
    private let seconds: Int

    /// A program and its arguments; it is looked for in `PATH` where it has no slash.
    init(_ words: [String], seconds: Int = defaultSeconds) {
        self.words = words
        self.seconds = seconds
    }

    private var name: String { "the token command \(words.first ?? "")" }

    /// What the program prints on standard output, when it ends with status 0.
    ///
    /// - Throws: what went wrong, with the last of what it said on standard error.
    func output() throws(TokenFailure) -> [UInt8] {
        guard var output = Channel(), var errors = Channel() else {
            throw TokenFailure("\(name) cannot be started: \(unsafe String(cString: strerror(errno)))")
        }
        let process = try start(output, errors)
        output.closeWriter()
        errors.closeWriter()
        var printed: [UInt8] = []
        var said: [UInt8] = []
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            var status: Int32 = 0
            let hasEnded = unsafe waitpid(process, &status, WNOHANG) == process
            waitForOutput(output, errors, milliseconds: hasEnded ? 0 : Self.lookMilliseconds)
            output.read(into: &printed, keeping: TokenOrigin.maxBytes + 1)
            errors.read(into: &said, keeping: Self.errorBytes)
            if printed.count > TokenOrigin.maxBytes {
                end(process, hasEnded: hasEnded)
                throw TokenFailure("\(name) has printed more than 64KiB, which is no token")
            }
            if hasEnded {
                guard status == 0 else { throw failure(status, said) }
                return printed
            }
            guard ContinuousClock.now < deadline else {
                end(process, hasEnded: false)
                throw TokenFailure("\(name) was ended after \(seconds) s without a token\(Self.quoted(said))")
            }
        }
    }

    /// Starts it in a process group of its own, with the usual signals, nothing to read, and none of the worker's options.
    private func start(_ output: borrowing Channel, _ errors: borrowing Channel) throws(TokenFailure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.writer, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors.writer, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The worker waits for its signals with all of them blocked, and ignores a broken pipe: a child would too.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        unsafe sigaddset(&defaults, SIGPIPE)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process: pid_t = 0
        let code = unsafe withStrings(words) { arguments in
            unsafe withStrings(Self.environment) { environment in
                unsafe posix_spawnp(&process, words.first ?? "", &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else {
            throw TokenFailure("\(name) cannot be started: \(unsafe String(cString: strerror(code)))")
        }
        return process
    }

    /// The worker's own options stay with it: there may be secrets among them.
    private static var environment: [String] {
        var variables: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let text = unsafe String(cString: variable)
            if !text.hasPrefix("FORK_") { variables.append(text) }
            unsafe next += 1
        }
        return variables
    }

    private func end(_ process: pid_t, hasEnded: Bool) {
        // What it has started goes too.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        if !hasEnded { unsafe waitpid(process, &status, 0) }
    }

    private func failure(_ status: Int32, _ said: [UInt8]) -> TokenFailure {
        let signal = status & 0x7F
        let way = signal == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(signal)"
        return TokenFailure("\(name) has ended \(way)\(Self.quoted(said))")
    }

    /// The last line of what it said, without secrets; nothing where it said nothing.
    private static func quoted(_ said: [UInt8]) -> String {
        let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
        return ": \(Secret.guarded(String(line.prefix(300))))"
    }
}

/// Waits until one of two channels has something, or so long.
private func waitForOutput(_ one: borrowing Channel, _ other: borrowing Channel, milliseconds: Int32) {
    var waiting = [
        pollfd(fd: one.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other.reader, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&waiting, 2, milliseconds)
    // At the end of both `poll` does not wait any more, and the process may still be at work.
    if milliseconds > 0, waiting.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) {
        usleep(UInt32(milliseconds) * 1_000)
    }
}

/// Strings as C takes them, with a null at their end.
private func withStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
        var none: UnsafeMutablePointer<CChar>?
        return unsafe withUnsafeMutablePointer(to: &none) { unsafe body(buffer.baseAddress ?? $0) }
    }
}
