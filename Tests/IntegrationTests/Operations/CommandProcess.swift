import Foundation
import Synchronization

/// One run of a command around `run`: its arguments, what it is given, and what it leaves behind.
final class CommandProcess: Sendable {
    /// What a run left behind.
    struct Ending: Sendable {
        var status: Int32
        var output: String
        var errors: String

        var lines: [Substring] { output.split(separator: "\n") }
        /// The last line on standard error.
        var lastError: String { errors.split(separator: "\n").last.map(String.init) ?? "" }
        /// What the last line says to go on with.
        var skip: Int? { lastError.firstMatch(of: /--skip ([0-9]+)$/).flatMap { Int($0.1) } }
    }

    private let process: Mutex<Process>
    private let folder: URL

    /// Starts it; without input its standard input stays open and silent, as a terminal's.
    init(_ arguments: [String], input: String? = "", environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fork-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = RunProcess.program
        process.arguments = arguments
        // The Kafka library and the planted fault of the tests hold for what they start.
        let shared = ["LD_LIBRARY_PATH", "MUTANT_NUMBER"]
        let passed = ProcessInfo.processInfo.environment.filter { shared.contains($0.key) }
        process.environment = environment.merging(passed) { $1 }.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        if let input {
            try Data(input.utf8).write(to: folder.appending(path: "input"))
            process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
        } else {
            process.standardInput = Pipe()
        }
        for name in ["output", "errors"] { try Data().write(to: folder.appending(path: name)) }
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        try process.run()
        self.process = Mutex(process)
    }

    /// No test leaves a process behind.
    deinit {
        process.withLock { process in
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// SIGKILL: what it has begun stays as it is.
    func kill() {
        process.withLock { process in
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
        }
    }

    var isRunning: Bool { process.withLock(\.isRunning) }

    func interrupt() { process.withLock { $0.interrupt() } }

    /// Waits for its end.
    func ending() throws -> Ending {
        let status = process.withLock { process in
            process.waitUntilExit()
            return process.terminationStatus
        }
        return Ending(status: status, output: try text("output"), errors: try text("errors"))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
}

extension RunTopics {
    /// Runs a command on the topics of this test.
    func command(
        _ arguments: [String],
        input: String? = "",
        environment: [String: String] = [:]
    ) throws -> CommandProcess {
        let own = ["--bootstrap-servers", servers, "--topic-prefix", prefix, "--group-id", group]
        let all = arguments.prefix(1) + own + arguments.dropFirst()
        return try CommandProcess(Array(all), input: input, environment: environment)
    }
}
