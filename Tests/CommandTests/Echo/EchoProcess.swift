import Clients
import Foundation
import Testing
import Webhooks

/// A `webhook-echo` as a process of its own, at a free port.
final class EchoProcess {
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private let process = Process()
    private let folder: URL
    let port: UInt16

    /// Starts the command, and waits until it receives.
    init(_ arguments: [String] = [], output: FileHandle? = nil, secret: String? = secret) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fork-echo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["output", "errors"] { try Data().write(to: folder.appending(path: name)) }
        process.executableURL = Command.program
        process.arguments = ["webhook-echo", "--listen", "127.0.0.1:0", "--log-format", "json"] + arguments
        process.environment = Command.mutant.merging(secret.map { ["FORK_WEBHOOK_SECRET": $0] } ?? [:]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try output ?? FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        try process.run()
        let errors = folder.appending(path: "errors")
        var line: Substring?
        while line == nil, process.isRunning {
            line = (try? String(contentsOf: errors, encoding: .utf8))?.split(separator: "\n").first
            usleep(10_000)
        }
        let object = try JSONSerialization.jsonObject(with: Data(try #require(line).utf8)) as? [String: Any]
        let address = try #require(object?["address"] as? String)
        port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// No test leaves a process behind.
    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }

    var errors: String { text("errors") }

    var output: String { text("output") }

    /// The lines on standard output.
    var lines: [[String: Any]] {
        output.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// Sends a signal, and waits for the end; nil only waits.
    func end(_ signal: Int32? = SIGTERM) -> Int32 {
        if let signal { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    /// Sends one delivery to this process or to another port, and returns the status line and the body of the answer.
    func post(
        _ body: String,
        id: String = UUID().uuidString,
        seconds: Int = Int(Date().timeIntervalSince1970),
        secret: String = secret,
        signature: String? = nil,
        to other: UInt16? = nil
    ) throws -> (status: Int, body: String) {
        let (id, time, bytes) = (Array(id.utf8), Array("\(seconds)".utf8), Array(body.utf8))
        let message = SignedMessage(id: id, timestamp: time, body: bytes)
        let signature = try signature ?? #require(Signer.signature(of: message, by: [try WebhookSecret(secret)]))
        let head = [
            "POST /hooks HTTP/1.1", "Host: h", "Connection: close", "Content-Length: \(bytes.count)",
            "webhook-id: \(String(decoding: id, as: UTF8.self))", "webhook-timestamp: \(seconds)",
            "webhook-signature: \(signature)",
        ]
        let line = Line(port: other ?? port, seconds: 300)
        line.say(head.joined(separator: "\r\n") + "\r\n\r\n")
        line.say(bytes)
        let answer = line.hear()
        let status = try #require(answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(answer)")
        return (status, answer.firstRange(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? "")
    }

    static func body(_ sequence: Int, connection: String = "conn-7") -> String {
        let data = #""connection_id":"\#(connection)","data_type":"sleep","documents":[],"sequence":\#(sequence)"#
        return #"{"type":"fork.data.updated","data":{\#(data)}}"#
    }
}
