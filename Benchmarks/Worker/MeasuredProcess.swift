import Foundation
import Synchronization

/// A measured process: `fork-worker run`, this program as the bare copy, or the peer program.
final class MeasuredProcess {
    private let name: String
    private let process = Process()
    private let log: URL
    private let began = ContinuousClock.now

    /// Starts a program from the folder of this program, or from an absolute path.
    init(_ program: String, _ arguments: [String], environment: [String: String] = [:], name: String) throws {
        self.name = name
        log = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UInt32.random(in: 0...(.max)))")
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let isPath = program.hasPrefix("/")
        process.executableURL = isPath ? URL(fileURLWithPath: program) : beside.appendingPathComponent(program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.standardError = try FileHandle(forWritingTo: log)
        guard FileManager.default.isExecutableFile(atPath: process.executableURL?.path ?? "") else {
            throw Options.Wrong(description: "\(program) is not next to this program: run swift build -c release")
        }
        try process.run()
    }

    /// Waits until the log has the event `ready`, and returns the seconds since the start.
    func secondsToReady() throws -> Double {
        try wait { !lines(of: "ready").isEmpty }
        return (ContinuousClock.now - began).seconds
    }

    /// Waits until a condition holds, for at most two minutes from the start of the process.
    func wait(until isSo: () -> Bool) throws {
        while !isSo() {
            guard process.isRunning, ContinuousClock.now - began < .seconds(120) else { throw failure }
            usleep(2_000)
        }
    }

    /// The error for a process that ended or made no progress, with the end of its log.
    var failure: Options.Wrong {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return Options.Wrong(description: "\(name) ended or made no progress; its last output: …\(text.suffix(600))")
    }

    var isRunning: Bool { process.isRunning }

    /// Returns the log lines of an event.
    func lines(of event: String) -> [[String: Any]] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap {
            guard $0.contains("\"event\":\"\(event)\"") else { return nil }
            return try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// The CPU time of all threads so far, in seconds.
    var cpuSeconds: Double { Self.cpuSeconds(of: "/proc/\(process.processIdentifier)") }

    /// Returns the CPU time of a process or a thread so far, in seconds, from its folder in `/proc`.
    static func cpuSeconds(of folder: String) -> Double {
        let text = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12 else { return .nan }
        return ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns a memory size from the status of the process, in MiB: `VmRSS` or `VmHWM`.
    func mebibytes(_ name: String) -> Double {
        let path = "/proc/\(process.processIdentifier)/status"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan) / 1_024
    }

    /// Waits until the process uses less than a tenth of a core, for at most two minutes.
    ///
    /// So compactions of earlier uploads do not count as a cost of the next ones.
    func waitUntilIdle() {
        let deadline = ContinuousClock.now + .seconds(120)
        var before = cpuSeconds
        while ContinuousClock.now < deadline {
            sleep(2)
            let now = cpuSeconds
            if now - before < 0.2 { return }
            before = now
        }
    }

    /// Suspends or resumes the process.
    func setPaused(_ isPaused: Bool) { kill(process.processIdentifier, isPaused ? SIGSTOP : SIGCONT) }

    /// Stops the process with SIGTERM, waits for its end, and removes its log.
    func stop() {
        process.terminate()
        setPaused(false)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: log)
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
