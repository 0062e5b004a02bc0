import Foundation
import Synchronization

/// One `fork-worker run` process, or another command that works like one, to be killed and started again.
final class RunProcess: Sendable {
    /// The program that this build has made, beside the tests' own.
    static var program: URL {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "fork-worker")
    }

    let log: URL
    let arguments: [String]
    private let process: Mutex<Process?> = Mutex(nil)

    /// A process that has not been started; its log collects what all its starts say.
    init(_ servers: String, directory: URL, command: String = "run", _ arguments: [String]) {
        log = directory.appendingPathExtension("log")
        self.arguments = [command, "--bootstrap-servers", servers, "--state-directory", directory.path] + arguments
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    }

    /// No test leaves a process behind.
    deinit { kill() }

    func start() throws {
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        try start(sayingTo: handle)
    }

    /// Starts it with another standard error than the log: a `Pipe` or a `FileHandle`.
    func start(sayingTo standardError: Any) throws {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardError = standardError
        // The tests' own output would stay open as long as a process that outlives them.
        process.standardOutput = FileHandle.nullDevice
        process.environment = Self.environment
        try process.run()
        self.process.withLock { $0 = process }
    }

    /// It did not become ready.
    struct NotReady: Error, CustomStringConvertible {
        let description: String
    }

    /// Ends at once when it crashes: Swift's backtracer, which `swift test` turns on, can hang under load.
    private static let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
        $1
    }

    /// Starts it, and comes back when it says that it is ready.
    func startUntilReady() throws {
        try start()
        if says("ready") { return }
        throw NotReady(description: "not ready after \(patience): \(lines.suffix(5))")
    }

    var isRunning: Bool { process.withLock { $0?.isRunning ?? false } }

    /// The names of its threads, of 15 letters at most; none when it is not running.
    var threads: [String] {
        guard let process = process.withLock({ $0 }) else { return [] }
        let tasks = "/proc/\(process.processIdentifier)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return names.compactMap { try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8) }
            .map { $0.trimmingCharacters(in: .newlines) }
    }

    func kill() {
        guard let process = process.withLock({ $0 }), process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// SIGSTOP: it stands still until `goOn`.
    func pause() {
        guard let process = process.withLock({ $0 }), process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGSTOP)
    }

    func goOn() {
        guard let process = process.withLock({ $0 }), process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGCONT)
    }

    /// SIGHUP, on which a dispatcher reads its secrets again.
    func hangUp() {
        guard let process = process.withLock({ $0 }), process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGHUP)
    }

    /// SIGTERM, and the status; nil when it did not end in time.
    func stop() -> Int32? {
        guard let process = process.withLock({ $0 }) else { return nil }
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGTERM) }
        return status()
    }

    /// The status with which it ends by itself; nil when it does not.
    func status() -> Int32? {
        guard let process = process.withLock({ $0 }) else { return nil }
        return eventually { !process.isRunning } ? process.terminationStatus : nil
    }

    /// The log's lines so far.
    var lines: [[String: Any]] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// Why something failed, as far as its log says so: a line each, after its code where it has one.
    var reasons: String {
        lines.compactMap { line in
            (line["reason"] as? String).map { reason in (line["code"].map { "\($0): " } ?? "") + reason }
        }.joined(separator: "\n")
    }

    /// Whether it comes to say why it leaves a partition alone, in these words.
    func refuses(_ words: String) -> Bool {
        eventually { reasons.contains(words) }
    }

    /// How many partitions are still its own by what it has said: those that came less those that went, as its gauge has
    /// it.
    var ownedByLog: Int {
        lines.reduce(0) { owned, line in
            let ranges = (line["partitions"] as? String ?? "").split(separator: ",")
            let count = ranges.reduce(0) { count, range in
                let ends = range.split(separator: "-").compactMap { Int($0) }
                return count + (ends.last ?? 0) - (ends.first ?? 0) + 1
            }
            switch line["event"] as? String {
            case "partitions_assigned": return owned + count
            case "partitions_revoked": return owned - count
            default: return owned
            }
        }
    }

    /// Whether all documents come to be as the rules make them: what was begun to be derived again since it is ready has
    /// come to its end.
    func hasRederived() -> Bool {
        eventually {
            let last = lines.reversed().prefix { $0["event"] as? String != "started" }
            let ended = last.count { $0["event"] as? String == "rederivation_ended" }
            let begun = last.count { $0["event"] as? String == "rederivation_begun" }
            return ended == begun && last.contains { $0["event"] as? String == "ready" }
        }
    }

    /// Whether the log comes to have an event, so many times.
    func says(_ event: String, times: Int = 1, within time: Duration = patience) -> Bool {
        eventually(within: time) { lines.count { $0["event"] as? String == event } >= times }
    }
}

/// `fork-worker transform --final`: what all uploads make, without a broker.
func transformed(_ uploads: [RunUpload], prefix: String, _ rules: [String] = []) throws -> [String: String] {
    let process = Process()
    process.executableURL = RunProcess.program
    process.arguments = ["transform", "--final", "--topic-prefix", prefix] + rules
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let body = Data(uploads.map(\.body).joined(separator: "\n").utf8)
    Thread.detachNewThread {
        try? input.fileHandleForWriting.write(contentsOf: body)
        try? input.fileHandleForWriting.close()
    }
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    process.waitUntilExit()
    var documents: [String: String] = [:]
    for line in lines {
        guard let record = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else { continue }
        documents["\(record["topic"] ?? "") \(record["key"] ?? "")"] = bare(record["value"] ?? "")
    }
    return documents
}

/// A document without what tells of its last upload only.
func bare(_ value: Any) -> String {
    guard var document = value as? [String: Any] else { return "\(value)" }
    document["collected_at"] = nil
    document["user_id"] = nil
    let data = try? JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
}
