import Clients
import Foundation
import Testing

/// The command as a process, with deliveries over HTTP.
struct WebhookEchoTests {
    @Test(.timeLimit(.minutes(2)))
    func `deliveries are verified and printed, and counted at the end`() async throws {
        try await onOwnThread {
            let echo = try EchoProcess()
            #expect(try echo.post(EchoProcess.body(5), id: "a") == (204, ""))
            #expect(try echo.post(EchoProcess.body(5), id: "a") == (204, ""))
            #expect(try echo.post(EchoProcess.body(4), id: "b") == (204, ""))
            #expect(try echo.post(EchoProcess.body(6), signature: "v1,eA==") == (401, "no signature fits a secret\n"))
            let old = try echo.post(EchoProcess.body(6), seconds: 1_614_265_330)
            #expect(old == (401, "webhook-timestamp is more than 5 minutes off\n"))
            #expect(echo.end() == 0)
            let lines = echo.lines
            #expect(lines.map { $0["status"] as? Int } == [204, 204, 204, 401, 401])
            #expect(lines.map { $0["sequence"] as? Int } == [5, 5, 4, 6, 6])
            #expect(lines.map { $0["verified"] as? Bool } == [true, true, true, false, false])
            #expect(lines.map { $0["duplicate"] as? Bool } == [false, true, false, false, false])
            #expect(lines.map { $0["late"] as? Bool } == [false, false, true, false, false])
            #expect(
                lines.allSatisfy { $0["connection_id"] as? String == "conn-7" && $0["data_type"] as? String == "sleep" }
            )
            let last = echo.errors.split(separator: "\n").last
            #expect(last == #"{"echo":{"requests":5,"verified":3,"duplicates":1,"late":1}}"#)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `the page's commands make the lines that it shows`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let page = try String(contentsOf: root.appending(path: "docs/commands/webhook-echo.md"), encoding: .utf8)
        let code = page.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasPrefix("    ") ? String($0.dropFirst(4)) : ""
        }
        let blocks = code.split(separator: "").map { $0.joined(separator: "\n") }
        let (start, sending, shown, counts) = (blocks[0], blocks[1], blocks[2], blocks[3])
        #expect(start.hasSuffix("\nfork-worker webhook-echo"))
        try await onOwnThread {
            let echo = try EchoProcess()
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/bash")
            let secret = try #require(start.split(separator: "\n").first)
            let address = sending.replacing("127.0.0.1:8099", with: "127.0.0.1:\(echo.port)")
            shell.arguments = ["-euc", "\(secret)\n\(address)"]
            try shell.run()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0)
            #expect(echo.end() == 0)
            #expect(echo.output == shown + "\n")
            #expect(echo.errors.hasSuffix("\(counts)\n"))
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends it, also while a response is delayed`(number: Int32) async throws {
        try await onOwnThread {
            let echo = try EchoProcess(["--delay", "10min"])
            let line = Line(port: echo.port)
            line.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(echo.end(number) == 0)
            #expect(echo.errors.hasSuffix("{\"echo\":{\"requests\":0,\"verified\":0,\"duplicates\":0,\"late\":0}}\n"))
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [200, 302, 410, 429, 503])
    func `another status is answered, and only 2xx counts as accepted`(status: Int) async throws {
        try await onOwnThread {
            let echo = try EchoProcess(["--status", "\(status)"])
            #expect(try echo.post(EchoProcess.body(1), id: "a").status == status)
            #expect(try echo.post(EchoProcess.body(1), id: "a").status == status)
            #expect(echo.end() == 0)
            #expect(echo.lines.map { $0["duplicate"] as? Bool } == [false, status == 200])
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a share fails, and the same deliveries for the same seed`() async throws {
        try await onOwnThread {
            let statuses = try (0..<2).map { _ in
                let echo = try EchoProcess(["--fail", "0.5", "--seed", "7"])
                return try (0..<40).map { try echo.post(EchoProcess.body($0)).status }
            }
            #expect(statuses[0] == statuses[1])
            #expect(Set(statuses[0]) == [204, 500] && 8...32 ~= statuses[0].count { $0 == 500 })
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a delay holds each answer, and others are answered meanwhile`() async throws {
        try await onOwnThread {
            let echo = try EchoProcess(["--delay", "1s"])
            let began = ContinuousClock.now
            #expect(try echo.post(EchoProcess.body(1)).status == 204)
            #expect(ContinuousClock.now - began >= .seconds(1))
            #expect(echo.end() == 0)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `secrets come from a file, by connection`() async throws {
        try await onOwnThread {
            let own = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            let file = FileManager.default.temporaryDirectory.appending(path: "fork-secrets-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(#"{"connections":{"own":"\#(own)"}}"#.utf8).write(to: file)
            let echo = try EchoProcess(["--secrets", file.path])
            #expect(try echo.post(EchoProcess.body(1, connection: "own"), secret: own).status == 204)
            #expect(try echo.post(EchoProcess.body(1, connection: "own")).status == 401)
            #expect(try echo.post(EchoProcess.body(1)).status == 204)
            #expect(echo.end() == 0)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a longer body than 16 MiB is answered with 413, and no line is printed`() async throws {
        try await onOwnThread {
            let echo = try EchoProcess()
            #expect(try echo.post(String(repeating: "x", count: 17 << 20)).status == 413)
            #expect(try echo.post(EchoProcess.body(1)).status == 204)
            #expect(echo.end() == 0 && echo.lines.count == 1)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a standard output that takes nothing ends it with 1`() async throws {
        try await onOwnThread {
            let echo = try EchoProcess(output: FileHandle(forWritingAtPath: "/dev/full"))
            _ = try echo.post(EchoProcess.body(1))
            #expect(echo.end(nil) == 1)
            #expect(echo.errors.contains("standard output is closed"))
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a port that is taken is named, with what to do`() async throws {
        try await onOwnThread {
            let echo = try EchoProcess()
            let address = "127.0.0.1:\(echo.port)"
            let second = try Command.run(
                ["webhook-echo", "--listen", address],
                environment: ["FORK_WEBHOOK_SECRET": EchoProcess.secret]
            )
            #expect(second.status == 1 && second.output.isEmpty)
            let reason = "--listen: \(address) is taken by another process: stop that one, or choose another port"
            #expect(second.lastError == "fork-worker: webhook-echo: \(reason)")
            #expect(try echo.post(EchoProcess.body(1)).status == 204)
        }
    }

    @Test(
        arguments: [
            ([], nil, "there is no secret: set FORK_WEBHOOK_SECRET, or name a file with --secrets"),
            ([], "whsec_hunter2", "FORK_WEBHOOK_SECRET must have base64 with padding behind its prefix."),
            (["--secrets", "/nowhere"], nil, "--secrets: /nowhere cannot be read"),
            (["--secrets", "/dev/null"], nil, "--secrets: /dev/null: The file must be JSON"),
        ] as [([String], String?, String)]
    )
    func `missing and wrong secrets end it with 64, and are not shown`(
        arguments: [String],
        secret: String?,
        reason: String
    ) throws {
        let ending = try Command.run(
            ["webhook-echo"] + arguments,
            environment: secret.map { ["FORK_WEBHOOK_SECRET": $0] } ?? [:]
        )
        #expect(ending.status == 64 && ending.output.isEmpty)
        #expect(ending.lastError.contains(reason), "\(ending.errors)")
        #expect(!ending.errors.contains("hunter2"))
    }
}
