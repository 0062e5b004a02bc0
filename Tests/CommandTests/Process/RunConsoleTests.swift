import Clients
import Foundation
import Testing

/// The console of `run`, before any broker has answered.
struct RunConsoleTests {
    private static func arguments(_ folder: URL) -> [String] {
        [
            "run", "--bootstrap-servers", "127.0.0.1:1", "--state-directory", folder.appending(path: "state").path,
            "--http-address", "127.0.0.1:0", "--log-format", "json", "--console",
        ]
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "run-console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test(.timeLimit(.minutes(2)))
    func `the worker is shown while it waits for brokers, and connections are not there yet`() async throws {
        try await onOwnThread {
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (file, token) = (folder.appending(path: "tokens"), String(repeating: "r", count: 32))
            try Data(token.utf8).write(to: file)
            let process = Process()
            process.executableURL = Command.program
            process.arguments = Self.arguments(folder) + ["--console-token-file", file.path, "--console-health-data"]
            let errors = Pipe()
            (process.standardError, process.standardInput) = (errors, FileHandle.nullDevice)
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            var log = ""
            while log.firstMatch(of: /"address":"127\.0\.0\.1:\d+"/) == nil {
                let more = errors.fileHandleForReading.availableData
                try #require(!more.isEmpty, "\(log)")
                log += String(decoding: more, as: UTF8.self)
            }
            let port = try #require(log.firstMatch(of: /"address":"127\.0\.0\.1:(\d+)"/)?.1)
            func ask(_ path: String, _ header: String = "X: y") throws -> String {
                let line = Line(port: try #require(UInt16(port)))
                line.say("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(header)\r\n\r\n")
                return line.hear()
            }
            let worker = try ask("/api/v1/worker")
            #expect(worker.hasPrefix("HTTP/1.1 200 ") && worker.contains("\"ready\":false"))
            #expect(worker.contains("{\"name\":\"console\",\"value\":\"true\",\"from\":\"flag\"}"))
            #expect(try ask("/api/v1/connections").hasPrefix("HTTP/1.1 401 "))
            let starting = try ask("/api/v1/connections", "Authorization: Bearer \(token)")
            #expect(starting.hasPrefix("HTTP/1.1 503 ") && starting.contains("\r\nRetry-After: 1\r\n"))
            #expect(starting.contains("\"code\":\"starting\""))
            #expect(try ask("/metrics").contains("\nfork_worker_console_differs_total 0\n"))
            #expect(try ask("/livez", "Host: evil.example").hasPrefix("HTTP/1.1 200 "))
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["", "short", "32 characters, but with a blank and commas"])
    func `a wrong token file is wrong usage, and its text is not told`(text: String) async throws {
        try await onOwnThread {
            let folder = try Self.folder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "tokens")
            try Data(text.utf8).write(to: file)
            let ended = try Command.run(Self.arguments(folder) + ["--console-token-file", file.path])
            #expect(ended.status == 64, "\(ended.errors)")
            #expect(ended.errors.contains("--console-token-file"))
            #expect(text.isEmpty || !ended.errors.contains(text))
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `without the option, no path of the console is there`() async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(["--http-address", "127.0.0.1:0"])
            let address = try #require(try sandbox.line()["http_address"])
            let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
            for path in ["/console", "/console/", "/api/v1/session", "/api/v1/worker", "/api/v1/connections"] {
                let line = Line(port: port)
                line.say("GET \(path) HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
                let answer = line.hear()
                #expect(answer.hasPrefix("HTTP/1.1 404 ") && !answer.contains("Content-Security-Policy"))
            }
            try sandbox.closeInput()
            #expect(sandbox.status() == 0)
        }
    }
}
