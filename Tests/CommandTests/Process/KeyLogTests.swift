import Foundation
import Testing

/// `SSLKEYLOGFILE` has TLS libraries write the keys of all connections to a file, from which anybody can read bodies.
@Suite struct KeyLogTests {
    @Test(.timeLimit(.minutes(5)))
    func `no file with the keys of connections is written`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (keys, errors) = (folder.appending(path: "keys"), folder.appending(path: "errors"))
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = Command.program
        process.arguments = ["dispatch", "--bootstrap-servers", "127.0.0.1:1", "--state-directory", "state"]
        process.currentDirectoryURL = folder
        process.environment = Command.mutant.merging(["SSLKEYLOGFILE": keys.path]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        // By then the client for requests is made, which is when the file would be.
        var text = ""
        while !text.contains("broker_silent"), process.isRunning {
            usleep(50_000)
            text = try String(contentsOf: errors, encoding: .utf8)
        }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(text.contains("broker_silent"))
        #expect(!FileManager.default.fileExists(atPath: keys.path))
    }
}
