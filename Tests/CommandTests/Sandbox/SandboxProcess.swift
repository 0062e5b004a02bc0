import Foundation
import Synchronization

/// A sandbox as a test of somebody else starts it: with pipes, and a folder for temporary files of its own.
final class SandboxProcess: Sendable {
    /// It printed no line.
    struct NotReady: Error, CustomStringConvertible {
        let description: String
    }

    /// What stands at the other end of its standard input.
    enum Input: CaseIterable { case pipe, socket, nothing, file }

    /// Where the sandbox puts its folder, and nobody else anything.
    let folder: URL
    private let process: Mutex<Process>
    private let input: Mutex<FileHandle?>
    private let output: Mutex<FileHandle>

    init(
        _ arguments: [String] = [],
        input kind: Input = .pipe,
        path: String? = nil,
        secrets: String? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fork-test-\(UUID().uuidString)")
        let temporary = folder.appending(path: "tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Command.program
        process.arguments = ["sandbox"] + arguments
        // What the test run itself is told is no setting.
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FORK_") }
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment["TMPDIR"] = temporary.path
        environment["JAVA_HOME"] = nil
        if let path { environment["PATH"] = path }
        environment["FORK_WEBHOOK_SECRET"] = secrets
        process.environment = environment
        let ends = try Self.ends(kind, in: folder)
        process.standardInput = ends.theirs
        let output = Pipe()
        process.standardOutput = output
        let errors = folder.appending(path: "errors")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        if kind == .socket { try ends.theirs.close() }
        self.process = Mutex(process)
        input = Mutex(ends.ours)
        self.output = Mutex(output.fileHandleForReading)
    }

    /// No test leaves a process behind.
    deinit {
        signal(SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func ends(_ kind: Input, in folder: URL) throws -> (theirs: FileHandle, ours: FileHandle?) {
        switch kind {
        case .pipe:
            let pipe = Pipe()
            return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        case .socket:
            var pair: [Int32] = [-1, -1]
            guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw POSIXError(.EIO) }
            _ = fcntl(pair[1], F_SETFD, FD_CLOEXEC)
            return (FileHandle(fileDescriptor: pair[0]), FileHandle(fileDescriptor: pair[1]))
        case .nothing: return (FileHandle.nullDevice, nil)
        case .file:
            let file = folder.appending(path: "input")
            try Data().write(to: file)
            return (try FileHandle(forReadingFrom: file), nil)
        }
    }

    /// Waits for the line that says that it is ready.
    func line() throws -> [String: String] {
        var bytes = Data()
        while !bytes.contains(UInt8(ascii: "\n")) {
            let more = output.withLock { $0.availableData }
            guard !more.isEmpty else { throw NotReady(description: "no line: \(errors)") }
            bytes += more
        }
        return try JSONDecoder().decode([String: String].self, from: bytes)
    }

    var errors: String {
        String(decoding: (try? Data(contentsOf: folder.appending(path: "errors"))) ?? Data(), as: UTF8.self)
    }

    var isRunning: Bool { process.withLock(\.isRunning) }

    func signal(_ number: Int32) {
        process.withLock { process in
            if process.isRunning { kill(process.processIdentifier, number) }
        }
    }

    func write(_ text: String) throws { try input.withLock { try $0?.write(contentsOf: Data(text.utf8)) } }

    func closeInput() throws { try input.withLock { try $0?.close() } }

    /// Waits for its end; −1 when a signal was it.
    func status() -> Int32 {
        process.withLock { process in
            process.waitUntilExit()
            return process.terminationReason == .exit ? process.terminationStatus : -1
        }
    }

    /// The processes that know of its folder.
    var related: [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { id in
            let line = (try? Data(contentsOf: URL(filePath: "/proc/\(id)/cmdline"))) ?? Data()
            return line.range(of: Data(folder.path.utf8)) != nil
        }
    }

    /// Whether neither a process nor a file of it is left, now or a moment later.
    func isGone() -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let left = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "tmp").path)
            if left == [], related.isEmpty { return true }
            usleep(20_000)
        }
        return false
    }
}
