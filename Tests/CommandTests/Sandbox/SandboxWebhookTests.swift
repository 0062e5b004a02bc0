import Clients
import Foundation
import Testing

/// The way of an upload through a sandbox to a verified webhook.
@Suite(.serialized) struct SandboxWebhookTests {
    private static let kafkaHome = SandboxTests.kafkaHome

    /// Arguments besides `--webhooks`: the defaults, each routing, another prefix, and a real Kafka if there is one.
    static let ways: [[String]] =
        [[]] + ["connection", "single", "app"].map { ["--output-topics", $0] } + [["--topic-prefix", "t."]]
        + (kafkaHome.map { [["--kafka-home", $0], ["--kafka-home", $0, "--output-topics", "single"]] } ?? [])

    @Test(.timeLimit(.minutes(5)), arguments: ways)
    func `an upload comes out of a sandbox as a verified webhook`(way: [String]) async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(["--webhooks"] + way)
            let line = try sandbox.line()
            let callback = try #require(line["webhook_echo"])
            #expect(callback.hasPrefix("http://127.0.0.1:"))
            let place = try Self.place(line)
            try Self.upload(to: callback, place)
            let deliveries = try Self.deliveries(line)
            let first = try #require(deliveries.first)
            #expect(first["connection_id"] as? String == "conn-7" && first["data_type"] as? String == "sleep")
            #expect(deliveries.allSatisfy { $0["verified"] as? Bool == true && $0["status"] as? Int == 204 })
            let topics = way.firstIndex(of: "--output-topics").map { Array(way[$0...]) } ?? []
            let documents = try Command.run(["documents", "conn-7"] + topics + place)
            #expect(documents.text.contains("\"sleep"), "\(documents.errors)")
            try sandbox.closeInput()
            #expect(sandbox.status() == 0, "\(sandbox.errors)")
            if !way.contains("--kafka-home") { #expect(sandbox.errors.isEmpty, "\(sandbox.errors)") }
            #expect(sandbox.isGone())
            #expect(try Self.refuses(callback))
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [nil, kafkaHome].prefix(kafkaHome == nil ? 1 : 2))
    func `killed it leaves no receiver, no dispatcher and no deliveries`(kafka: String?) async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(["--webhooks"] + (kafka.map { ["--kafka-home", $0] } ?? []))
            let line = try sandbox.line()
            let callback = try #require(line["webhook_echo"])
            #expect(try !Self.refuses(callback))
            try Self.upload(to: callback, try Self.place(line))
            #expect(try !Self.deliveries(line).isEmpty)
            sandbox.signal(SIGKILL)
            #expect(sandbox.status() == -1)
            #expect(sandbox.isGone())
            #expect(try Self.refuses(callback))
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a receiver of the test verifies with the secret that the test has given`() async throws {
        try await onOwnThread {
            let receiver = try EchoProcess()
            let sandbox = try SandboxProcess(["--webhooks"], secrets: EchoProcess.secret)
            let line = try sandbox.line()
            try Self.upload(to: "http://127.0.0.1:\(receiver.port)/hooks", try Self.place(line))
            let deadline = ContinuousClock.now + .seconds(120)
            while receiver.lines.isEmpty, ContinuousClock.now < deadline { usleep(20_000) }
            #expect(receiver.lines.first?["verified"] as? Bool == true, "\(receiver.output)\(sandbox.errors)")
            try sandbox.closeInput()
            #expect(sandbox.status() == 0)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `without secrets of the test none is known, and a request that is not signed with it is not verified`()
        async throws
    {
        try await onOwnThread {
            let stranger = try EchoProcess()
            let sandbox = try SandboxProcess(["--webhooks"])
            let line = try sandbox.line()
            let callback = try #require(line["webhook_echo"])
            let port = try #require(Self.port(of: callback))
            #expect(try stranger.post(EchoProcess.body(1), to: port).status == 401)
            #expect(try Self.deliveries(line).first?["verified"] as? Bool == false)
            // The secret of one sandbox is not that of the next.
            try Self.upload(to: "http://127.0.0.1:\(stranger.port)/", try Self.place(line))
            let deadline = ContinuousClock.now + .seconds(120)
            while stranger.lines.isEmpty, ContinuousClock.now < deadline { usleep(20_000) }
            #expect(stranger.lines.first?["verified"] as? Bool == false)
            try sandbox.closeInput()
            #expect(sandbox.status() == 0)
            #expect(sandbox.isGone())
        }
    }

    @Test(.timeLimit(.minutes(2))) func `a wrong secret is named without its text, and nothing stays`() async throws {
        try await onOwnThread {
            let sandbox = try SandboxProcess(["--webhooks"], secrets: "whsec_c2hvcnQ=")
            #expect(sandbox.status() == 64)
            #expect(sandbox.errors.contains("FORK_WEBHOOK_SECRET") && !sandbox.errors.contains("c2hvcnQ"))
            #expect(sandbox.isGone())
        }
    }

    private static func place(_ line: [String: String]) throws -> [String] {
        [
            "--bootstrap-servers", try #require(line["bootstrap_servers"]),
            "--topic-prefix", try #require(line["topic_prefix"]),
        ]
    }

    /// Writes settings with a callback URL, and sends the uploads of an example.
    private static func upload(to callback: String, _ place: [String]) throws {
        let words = ["connections", "put", "conn-7", "--set", "callback_url=\(callback)", "--allow-loopback-callbacks"]
        let put = try Command.run(words + place)
        #expect(put.status == 0, "\(put.errors)")
        let uploads = Command.examples.appending(path: "sleep-night.uploads.ndjson").path
        let sent = try Command.run(["send", uploads] + place)
        #expect(sent.status == 0, "\(sent.errors)")
    }

    /// Waits for the first delivery, and returns those that are there then.
    private static func deliveries(_ line: [String: String]) throws -> [[String: Any]] {
        let file = URL(filePath: try #require(line["deliveries"]))
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.hasSuffix("\n") {
                return try text.split(separator: "\n").compactMap {
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
                }
            }
            usleep(20_000)
        }
        return []
    }

    private static func port(of callback: String) -> UInt16? { URL(string: callback)?.port.flatMap { UInt16($0) } }

    /// Whether nothing listens at a URL.
    private static func refuses(_ callback: String) throws -> Bool {
        let port = try #require(Self.port(of: callback))
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(client, $0, size) }
        }
        return status != 0
    }
}
