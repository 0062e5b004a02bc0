import Glibc
import Kafka
import Secrets
import System

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
            let status = process.ending()
            waitForOutput(output, errors, milliseconds: status == nil ? Self.lookMilliseconds : 0)
            output.read(into: &printed, keeping: TokenOrigin.maxBytes + 1)
            errors.read(into: &said, keeping: Self.errorBytes)
            if printed.count > TokenOrigin.maxBytes {
                process.endGroup()
                throw TokenFailure("\(name) has printed more than 64KiB, which is no token")
            }
            if let status {
                guard status == 0 else { throw failure(status, said) }
                return printed
            }
            guard ContinuousClock.now < deadline else {
                process.endGroup()
                throw TokenFailure("\(name) was ended after \(seconds) s without a token\(Self.quoted(said))")
            }
        }
    }

    /// Starts it with nothing to read, and none of the worker's options.
    private func start(_ output: borrowing Channel, _ errors: borrowing Channel) throws(TokenFailure) -> ChildProcess {
        let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        do throws(ChildProcess.Refusal) {
            return try ChildProcess(
                words.first ?? "",
                words,
                environment: Self.environment,
                streams: [nothing, output.writer, errors.writer],
                leads: .group
            )
        } catch {
            throw TokenFailure("\(name) cannot be started: \(error.reason)")
        }
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
