import Clients
import Foundation
import Testing

/// The console of a running program, over its own sockets.
struct SandboxConsoleTests {
    private static let token = "sandbox-token-" + String(repeating: "t", count: 32)

    /// The address of a console, and requests to it as they go over the wire.
    private struct Asker {
        let port: UInt16

        init(_ address: String) throws {
            port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
        }

        /// The status, the headers in lower case, and the body.
        func ask(
            _ target: String,
            _ headers: [String] = [],
            method: String = "GET",
            host: String = "Host: localhost"
        ) throws -> (status: Int, headers: [String: String], body: String) {
            let line = Line(port: port)
            let head = ["\(method) \(target) HTTP/1.1", host, "Connection: close"] + headers
            line.say(head.filter { !$0.isEmpty }.joined(separator: "\r\n") + "\r\n\r\n")
            let answer = line.hear()
            let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let lines = parts[0].split(separator: "\r\n")
            let status = try #require(
                lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) },
                "\(answer)"
            )
            var found: [String: String] = [:]
            for header in lines.dropFirst() {
                let sides = header.split(separator: ":", maxSplits: 1)
                found[sides[0].lowercased()] = sides.last.map { $0.trimmingCharacters(in: .whitespaces) }
            }
            return (status, found, parts.count > 1 ? String(parts[1]) : "")
        }

        func json(_ path: String, _ headers: [String] = []) throws -> [String: Any] {
            let answer = try ask("/api/v1/\(path)", headers)
            return try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
        }
    }

    private static func tokenFile(_ text: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "console-token-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        return file
    }

    private static let bearer = "Authorization: Bearer \(token)"

    @Test(.timeLimit(.minutes(5)))
    func `a sandbox serves its console, and keeps everybody out who should stay out`() async throws {
        try await onOwnThread {
            let file = try Self.tokenFile(Self.token + "\n")
            defer { try? FileManager.default.removeItem(at: file) }
            let sandbox = try SandboxProcess([
                "--http-address", "127.0.0.1:0", "--console", "--console-token-file", file.path,
                "--console-health-data",
                "--console-host", "console.test", "--log-level", "info", "--log-format", "json",
            ])
            let line = try sandbox.line()
            let asker = try Asker(try #require(line["http_address"]))
            try Self.checkWorker(asker, line)
            try Self.checkBarriers(asker)
            try Self.checkHeaders(asker)
            _ = try asker.ask("/api/v1/connections/conn-7/days?from=2024-04-01", [Self.bearer])
            try sandbox.closeInput()
            #expect(sandbox.status() == 0, "\(sandbox.errors)")
            let reads = sandbox.errors.split(separator: "\n").filter { $0.contains("\"console_read\"") }
            #expect(reads.contains { $0.contains("\"path\":\"/api/v1/connections/conn-7/days\"") }, "\(sandbox.errors)")
            #expect(reads.allSatisfy { $0.firstMatch(of: /"token_sha256":"[0-9a-f]{8}"/) != nil })
            #expect(!sandbox.errors.contains(Self.token) && !sandbox.errors.contains("2024-04-01"))
        }
    }

    private static func checkWorker(_ asker: Asker, _ line: [String: String]) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var worker = try asker.json("worker")
        while worker["ready"] as? Bool != true, ContinuousClock.now < deadline {
            usleep(20_000)
            worker = try asker.json("worker")
        }
        #expect(worker["prefix"] as? String == line["topic_prefix"] && worker["ready"] as? Bool == true)
        let lanes = try #require(worker["lanes"] as? [[String: Any]])
        let partitions = try #require(lanes.first?["partitions"] as? [[String: Any]])
        #expect(partitions.compactMap { $0["partition"] as? Int } == [0, 1, 2, 3])
        #expect(partitions.allSatisfy { $0["state"] as? String == "serving" && $0["restored"] as? Double == 1 })
        let settings = try #require(worker["settings"] as? [[String: String]])
        #expect(settings.contains(["name": "console-host", "value": "console.test", "from": "flag"]))
        #expect(settings.contains(["name": "output-topics", "value": "connection", "from": "default"]))
        let uploads = Command.examples.appending(path: "refusals-by-value.uploads.ndjson").path
        let servers = try #require(line["bootstrap_servers"])
        #expect(settings.first == ["name": "bootstrap-servers", "value": servers, "from": "default"])
        #expect(try Command.run(["send", uploads, "--bootstrap-servers", servers]).status == 0)
        var refusals: [[String: Any]] = []
        while refusals.isEmpty, ContinuousClock.now < deadline {
            refusals = try asker.json("refusals")["refusals"] as? [[String: Any]] ?? []
        }
        let codes = Set(refusals.compactMap { $0["code"] as? String })
        #expect(codes.contains("invalidValue"))
        let some = try #require(try asker.json("refusals?code=invalidValue")["refusals"] as? [[String: Any]])
        #expect(!some.isEmpty && some.allSatisfy { $0["code"] as? String == "invalidValue" })
        #expect(try asker.json("history")["every"] as? Int == 5)
        let metrics = try asker.ask("/metrics").body
        #expect(metrics.contains("fork_worker_build_info{version=\""), "\(metrics)")
        #expect(metrics.contains(/fork_worker_start_time_seconds [1-9]/), "\(metrics)")
    }

    private static func checkBarriers(_ asker: Asker) throws {
        func status(_ target: String, _ headers: [String] = [], host: String = "Host: localhost") throws -> Int {
            try asker.ask(target, headers, host: host).status
        }
        #expect(try status("/api/v1/worker", host: "Host: evil.example") == 403)
        #expect(try status("/console/", host: "Host: evil.example") == 403)
        #expect(try status("/console/", host: "Host: CONSOLE.test:1") == 200)
        #expect(try status("/console/", host: "Host: localhost\r\nHost: localhost") == 400)
        // A space before the colon is another name for many servers.
        #expect(try status("/api/v1/worker", ["X-Forwarded-For : 1.2.3.4"]) != 200)
        #expect(try status("/api/v1/worker", ["X-Forwarded-For: 127.0.0.1"]) == 401)
        #expect(try status("/api/v1/worker", ["Origin: http://evil.example"]) == 403)
        #expect(try status("/api/v1/worker", ["Sec-Fetch-Site: same-site", Self.bearer]) == 403)
        #expect(try status("/api/v1/connections") == 401)
        #expect(try status("/api/v1/connections?token=\(Self.token)") == 401)
        #expect(try status("/%61pi/v1/%63onnections/x") == 401)
        #expect(try status("/api/v1/connections/x", ["Authorization: Bearer \(Self.token)x"]) == 401)
        #expect(try status("/livez", host: "Host: evil.example") == 200)
        let old = Line(port: asker.port)
        old.say("GET /console/ HTTP/1.0\r\n\r\n")
        #expect(old.hear().hasPrefix("HTTP/1.1 400 "))
    }

    private static func checkHeaders(_ asker: Asker) throws {
        for (target, method) in [
            ("/console/", "GET"), ("/console", "GET"), ("/console/none", "GET"), ("/api/v1/worker", "GET"),
            ("/api/v1/connections", "GET"), ("/api/v1/worker", "POST"), ("/console/", "HEAD"), ("/nowhere", "GET"),
        ] {
            let answer = try asker.ask(target, method: method)
            let headers = answer.headers
            #expect(headers["x-content-type-options"] == "nosniff", "\(method) \(target)")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(headers["cross-origin-opener-policy"] == "same-origin")
            #expect(headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'; ") == true)
            #expect(headers["content-security-policy"]?.hasSuffix("trusted-types 'none'") == true)
            #expect(!headers.keys.contains { $0.hasPrefix("access-control-") })
            #expect(headers["cache-control"] == (target == "/console/" ? "no-cache" : "no-store"))
            #expect(method != "HEAD" || answer.body.isEmpty)
        }
        let tag = try #require(try asker.ask("/console/").headers["etag"])
        #expect(try asker.ask("/console/", ["If-None-Match: \(tag)"]).status == 304)
        #expect(try asker.ask("/console").headers["location"] == "console/")
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            ["--console"], ["--http-address", "127.0.0.1:0", "--console-token-file", "f"],
            ["--http-address", "127.0.0.1:0", "--console", "--console-health-data"],
            ["--http-address", "127.0.0.1:0", "--console-host", "a"],
            ["--http-address", "127.0.0.1:0", "--console", "--console-host", "http://a"],
            ["--http-address", "127.0.0.1:0", "--console", "--console-token-file", "/nowhere/tokens"],
        ]
    )
    func `an option without what it needs, and a wrong token file, are wrong usage`(arguments: [String]) async throws {
        try await onOwnThread {
            let ended = try Command.run(["sandbox"] + arguments)
            #expect(ended.status == 64, "\(ended.errors)")
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:80", "example.com:80", "127.0.0.1"])
    func `the console of the demo is for this machine only`(address: String) async throws {
        try await onOwnThread {
            let ended = try Command.run(["demo", "--console", address])
            #expect(ended.status == 64, "\(ended.errors)")
        }
    }
}
