import Foundation
import Synchronization

/// The process that is measured: `fork-worker run`, or this program as the bare copy.
final class MeasuredProcess {
    private let name: String
    private let process = Process()
    private let log: URL
    private let began = ContinuousClock.now

    /// Starts a program that lies beside this one, or where its path says.
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
            throw Options.Wrong(description: "there is no \(program) beside this program: swift build -c release")
        }
        try process.run()
    }

    /// Seconds from its start until its log says that it is ready.
    func secondsToReady() throws -> Double {
        try wait { !lines(of: "ready").isEmpty }
        return (ContinuousClock.now - began).seconds
    }

    /// Waits until something is so, two minutes from the start at most.
    func wait(until isSo: () -> Bool) throws {
        while !isSo() {
            guard process.isRunning, ContinuousClock.now - began < .seconds(120) else { throw failure }
            usleep(2_000)
        }
    }

    /// What went wrong, by the end of its log.
    var failure: Options.Wrong {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return Options.Wrong(description: "\(name) does not go on: …\(text.suffix(600))")
    }

    var isRunning: Bool { process.isRunning }

    /// The log's lines of one event.
    func lines(of event: String) -> [[String: Any]] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap {
            guard $0.contains("\"event\":\"\(event)\"") else { return nil }
            return try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// CPU so far, of all its threads, in seconds.
    var cpuSeconds: Double { Self.cpuSeconds(of: "/proc/\(process.processIdentifier)") }

    /// CPU so far of a process or a thread, by its folder in /proc, in seconds.
    static func cpuSeconds(of folder: String) -> Double {
        let text = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12 else { return .nan }
        return ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A line of its status that is a size, in MiB: `VmRSS` or `VmHWM`.
    func mebibytes(_ name: String) -> Double {
        let path = "/proc/\(process.processIdentifier)/status"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan) / 1_024
    }

    /// Waits until it takes less than a tenth of a core, two minutes at most: what RocksDB still merges is no cost of what comes next.
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

    /// Lets it stand still, or go on.
    func setPaused(_ isPaused: Bool) { kill(process.processIdentifier, isPaused ? SIGSTOP : SIGCONT) }

    /// Ends it in order.
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
