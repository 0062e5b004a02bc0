import Foundation

/// A process with a server, which tells what happens to it.
final class TestServer {
    struct DidNotStart: Error {}

    let port: UInt16
    private let process: Process
    private let log: URL

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// Whether there is a runtime for the server of HTTP/2.
    static let hasHTTP2 =
        true
        == (try? run(["node", "--version"], FileHandle.nullDevice))
        .map { process in
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

    /// Starts a server of HTTP/1.1 with options of `server.py`.
    convenience init(_ options: String...) throws {
        try self.init(command: ["python3", Self.folder.appending(path: "server.py").path] + options)
    }

    /// Starts a server of HTTP/2.
    convenience init(http2 certificate: String) throws {
        try self.init(command: ["node", Self.folder.appending(path: "server.mjs").path, certificate])
    }

    private init(command: [String]) throws {
        log = FileManager.default.temporaryDirectory.appending(path: "fork-requests-\(UUID().uuidString)")
        try Data().write(to: log)
        process = try Self.run(command, FileHandle(forWritingTo: log))
        let log = log
        guard eventually({ Self.lines(log).contains { $0.hasPrefix("port ") } }),
            let line = Self.lines(log).first, let port = UInt16(line.dropFirst("port ".count))
        else { throw DidNotStart() }
        self.port = port
    }

    private static func run(_ command: [String], _ output: FileHandle) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    deinit {
        // Threads of tests block signals, and their children inherit that.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: log)
    }

    /// All lines so far that begin with a word.
    func lines(_ word: String) -> [String] { Self.lines(log).filter { $0.hasPrefix(word) } }

    /// The values of a header in requests of a path.
    func values(_ name: String, _ path: String) -> [String] {
        let prefix = "header \(path) \(name) "
        return lines(prefix).map { String($0.dropFirst(prefix.count)) }
    }

    private static func lines(_ log: URL) -> [String] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }
}
