import Foundation
import Testing

/// A signal ends a command in order from the first instruction on.
@Suite(.serialized) struct SignalTests {
    /// A process of a command that goes on until it is stopped.
    private struct Running {
        let process = Process()
        /// Held open, so that what reads goes on.
        let input = Pipe()
        /// The other end of the input, so that a write to a process that has ended sends no signal.
        private let reader: Int32
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-signal-\(UUID().uuidString)")
        private var errors: URL { folder.appending(path: "errors") }

        init(_ arguments: [String], launcher: [String] = []) throws {
            reader = dup(input.fileHandleForReading.fileDescriptor)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let words = launcher + [Command.program.path] + arguments
            process.executableURL = URL(filePath: words[0])
            process.arguments = Array(words.dropFirst())
            process.currentDirectoryURL = folder
            process.environment = Command.mutant.merging(["PATH": "/usr/bin:/bin", "TMPDIR": folder.path]) { $1 }
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        }

        /// Waits for the first instruction of `main`: until then a signal is the system's.
        static func waitForMain(_ id: pid_t) {
            let deadline = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < deadline {
                let text = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
                let line = text.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
                let mask = line.flatMap { UInt64($0.dropFirst(7).trimmingPrefix { $0 == "\t" }, radix: 16) } ?? 0
                if mask & 1 << UInt64(SIGTERM - 1) != 0 { return }
                usleep(200)
            }
        }

        /// What it has said on standard error.
        var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

        /// The status it ends with; −1 when a signal was it.
        func status() -> Int32 {
            process.waitUntilExit()
            close(reader)
            try? FileManager.default.removeItem(at: folder)
            return process.terminationReason == .exit ? process.terminationStatus : -1
        }
    }

    private static let run = ["run", "--bootstrap-servers", "127.0.0.1:1", "--state-directory", "state"]

    @Test(.timeLimit(.minutes(2)), arguments: [SIGTERM, SIGINT, SIGHUP], 0..<8)
    func `a worker that is stopped at any moment of its start ends with 0`(number: Int32, moment: Int) throws {
        let running = try Running(Self.run)
        Running.waitForMain(running.process.processIdentifier)
        // The moments of a start that are tried.
        usleep(UInt32(moment) * 15_000)
        kill(running.process.processIdentifier, number)
        #expect(running.status() == 0)
    }

    @Test(.timeLimit(.minutes(2)), arguments: [["demo"], ["sandbox"], ["transform"]])
    func `so does each command that goes on`(arguments: [String]) throws {
        let running = try Running(arguments)
        Running.waitForMain(running.process.processIdentifier)
        kill(running.process.processIdentifier, SIGHUP)
        #expect(running.status() == 0)
    }

    @Test(.timeLimit(.minutes(2))) func `an import of an export without an end can be stopped`() throws {
        let running = try Running(["import", "apple-health", "-", "--connection", "me"])
        let descriptor = running.input.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let comment = Array("<!-- \(String(repeating: "x", count: 4_000)) -->\n".utf8)
        var written = unsafe write(descriptor, "<HealthData>\n", 13)
        var isStopped = false
        let deadline = ContinuousClock.now + .seconds(90)
        while running.process.isRunning, ContinuousClock.now < deadline {
            let count = unsafe write(descriptor, comment, comment.count)
            if count > 0 { written += count } else { usleep(1_000) }
            if written > 1 << 20, !isStopped {
                isStopped = true
                kill(running.process.processIdentifier, SIGINT)
            }
        }
        #expect(isStopped && !running.process.isRunning)
        if running.process.isRunning { kill(running.process.processIdentifier, SIGKILL) }
        #expect(running.said.contains("stopped by SIGINT: nothing was written"), "\(running.said.suffix(300))")
        #expect(running.status() == 0)
    }

    @Test(.timeLimit(.minutes(2)), arguments: [SIGUSR1, SIGUSR2])
    func `a signal of users is ignored`(number: Int32) throws {
        let running = try Running(Self.run)
        Running.waitForMain(running.process.processIdentifier)
        kill(running.process.processIdentifier, number)
        kill(running.process.processIdentifier, SIGTERM)
        #expect(running.status() == 0)
    }

    @Test(.timeLimit(.minutes(2)), .enabled(if: geteuid() == 0, "a process number of its own needs root"))
    func `no signal is lost as process 1 of a container`() throws {
        let launcher = ["/usr/bin/unshare", "--fork", "--pid", "--mount-proc"]
        let running = try Running(Self.run, launcher: launcher)
        let parent = running.process.processIdentifier
        var child: pid_t?
        let deadline = ContinuousClock.now + .seconds(60)
        while child == nil, running.process.isRunning, ContinuousClock.now < deadline {
            let children = try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
            child = children?.split(separator: " ").first.flatMap { pid_t($0) }
        }
        let id = try #require(child)
        Running.waitForMain(id)
        kill(id, SIGTERM)
        #expect(running.status() == 0)
    }
}
