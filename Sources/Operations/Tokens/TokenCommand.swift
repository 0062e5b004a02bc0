import Glibc
import Kafka
import System

/// Runs a program that prints a token, without a shell, with limits for its time and output.
struct TokenCommand {
    /// Shorter than the 30 s in which a command without brokers must end.
    private static let defaultSeconds = 15
    private static let errorBytes = 2_048
    private static let lookMilliseconds: Int32 = 20

    private let words: [String]
    private let seconds: Int

    /// Creates a command from a program and its arguments; a program without a slash is searched in `PATH`.
    init(_ words: [String], seconds: Int = defaultSeconds) {
        self.words = words
        self.seconds = seconds
    }

    private var name: String { "the token command \(words.first ?? "")" }

    /// The failure of a pipe that could not be made, from `errno`.
    private var withoutPipe: TokenFailure {
        TokenFailure("\(name) cannot be started: \(unsafe String(cString: strerror(errno)))")
    }

    /// Returns the standard output of the program if it exits with status 0.
    ///
    /// - Throws: The failure, with the last line of standard error.
    func output() throws(TokenFailure) -> [UInt8] {
        guard var output = ChildPipe(), var errors = ChildPipe() else { throw withoutPipe }
        let process = try start(output, errors)
        output.closeWriter()
        errors.closeWriter()
        var printed: [UInt8] = []
        var said: [UInt8] = []
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let status = process.ending()
            waitForOutput(output, errors, milliseconds: status == nil ? Self.lookMilliseconds : 0)
            output.read(into: &printed, keeping: TokenOrigin.maxBytes + 1)
            errors.read(into: &said, keeping: Self.errorBytes)
            if printed.count > TokenOrigin.maxBytes {
                process.endGroup()
                throw TokenFailure("\(name) has printed more than 64KiB, which cannot be a token")
            }
            if let status {
                guard status == 0 else { throw failure(status, said) }
                return printed
            }
            guard ContinuousClock.now < deadline else {
                process.endGroup()
                throw TokenFailure("\(name) was killed after \(seconds) s without a token\(Self.quoted(said))")
            }
        }
    }

    /// Starts the program with empty standard input, and without the `FORK_` variables of this process.
    private func start(_ output: borrowing ChildPipe, _ errors: borrowing ChildPipe) throws(TokenFailure)
        -> ChildProcess
    {
        // A pipe without a writer is always empty. In some containers, /dev/null is broken.
        guard var nothing = ChildPipe() else { throw withoutPipe }
        nothing.closeWriter()
        do throws(ChildProcess.Refusal) {
            return try ChildProcess(
                words.first ?? "",
                words,
                environment: Self.environment,
                streams: [nothing.reader, output.writer, errors.writer],
                leads: .group
            )
        } catch {
            throw TokenFailure("\(name) cannot be started: \(error.reason)")
        }
    }

    /// The environment without `FORK_` variables, which may contain secrets.
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

    private func failure(_ status: Int32, _ said: [UInt8]) -> TokenFailure {
        let signal = status & 0x7F
        let way = signal == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(signal)"
        return TokenFailure("\(name) exited \(way)\(Self.quoted(said))")
    }

    /// Returns the last line of standard error with secrets removed; empty if there is none.
    private static func quoted(_ said: [UInt8]) -> String {
        let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
        return ": \(Secret.guarded(String(line.prefix(300))))"
    }
}

/// Waits until one of two pipes is readable, or until the timeout.
private func waitForOutput(_ one: borrowing ChildPipe, _ other: borrowing ChildPipe, milliseconds: Int32) {
    var waiting = [
        pollfd(fd: one.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other.reader, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&waiting, 2, milliseconds)
    // If a pipe is closed, `poll` returns at once, although the process may still run.
    if waiting.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) {
        usleep(UInt32(milliseconds) * 1_000)
    }
}
