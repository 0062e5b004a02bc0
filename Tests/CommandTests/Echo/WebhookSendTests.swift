import Clients
import Foundation
import Testing

/// The command as a process, which sends to `webhook-echo`.
struct WebhookSendTests {
    private static func send(_ arguments: [String], input: Data = Data()) throws -> Command.Ending {
        let secret = ["FORK_WEBHOOK_SECRET": EchoProcess.secret]
        return try Command.run(["webhook-send"] + arguments, input: input, environment: secret)
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["sleep", "steps", "workouts"])
    func `an example is signed, delivered, and a document of its type`(example: String) async throws {
        try await onOwnThread {
            let echo = try EchoProcess(["--print-body"])
            let url = "http://127.0.0.1:\(echo.port)/"
            let sent = try Self.send(["--allow-loopback-callbacks", "--example", example, url])
            #expect(sent.status == 0, "\(sent.errors)")
            #expect(sent.text.hasPrefix(#"{"status":204,"milliseconds":"#))
            #expect(sent.text.hasSuffix(#","outcome":"delivered","reason":null}"# + "\n"))
            let line = try #require(echo.lines.first)
            #expect(line["verified"] as? Bool == true && line["data_type"] as? String == example)
            let headers = try #require(line["headers"] as? [String: String])
            #expect(headers["content-type"] == "application/json" && headers["webhook-id"] == line["id"] as? String)
            #expect(headers["user-agent"]?.hasPrefix("fork-worker/") == true)
            let body = try #require(line["body"] as? String)
            #expect(body.contains(#""op":"upsert","document":{"id":"\#(example)/"#))
            #expect(echo.end() == 0)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a document of one's own is sent, and what is not sent has a reason`() async throws {
        try await onOwnThread {
            let echo = try EchoProcess(["--status", "500"])
            let url = "http://127.0.0.1:\(echo.port)/"
            let document = Data(#"{"id":"steps/2024-04-15","type":"steps"}"#.utf8)
            let sent = try Self.send(["--allow-loopback-callbacks", "--document", "-", url], input: document)
            #expect(sent.status == 1 && sent.text.hasPrefix(#"{"status":500,"#))
            #expect(echo.lines.first?["data_type"] as? String == "steps")
            #expect(echo.end() == 0)
            let refused = try Self.send(["--allow-loopback-callbacks", "http://127.0.0.1:1/"])
            #expect(
                refused.status == 1 && refused.text.contains(#""outcome":"connect","reason":"Connection refused"}"#)
            )
            let forbidden = try Self.send(["http://127.0.0.1:1/key"])
            #expect(forbidden.status == 1 && forbidden.errors.contains("The scheme of the callback URL is not https."))
            #expect(!forbidden.errors.contains("/key"))
            let wrong = try Self.send(["--document", "-", url], input: Data("{}".utf8))
            #expect(wrong.status == 64 && wrong.errors.contains("the texts id and type"))
            let secretless = try Command.run(["webhook-send", url])
            #expect(secretless.status == 64 && secretless.errors.contains("FORK_WEBHOOK_SECRET"))
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a request is passed on as it came, and answered with the answer`() async throws {
        try await onOwnThread {
            let behind = try EchoProcess(["--status", "202", "--print-body"])
            let echo = try EchoProcess(["--print-body", "--forward-to", "http://127.0.0.1:\(behind.port)/any?key=1"])
            let url = "http://127.0.0.1:\(echo.port)/"
            #expect(try Self.send(["--allow-loopback-callbacks", url]).text.hasPrefix(#"{"status":202,"#))
            #expect(try echo.post(EchoProcess.body(1), signature: "v1,eA==").status == 401)
            #expect(behind.end() == 0)
            #expect(try echo.post(EchoProcess.body(2)).status == 502)
            #expect(echo.end() == 0)
            #expect(echo.lines.map { $0["status"] as? Int } == [202, 401, 502])
            let (front, back) = (try #require(echo.lines.first), try #require(behind.lines.first))
            #expect(front["body"] as? String == back["body"] as? String)
            #expect(front["headers"] as? [String: String] == back["headers"] as? [String: String])
            #expect(back["verified"] as? Bool == true)
        }
    }
}
