import CommandRights
import Foundation
import Kafka
import Operations
import Testing
import Vocabulary
import Worker

/// What only a broker can show that asks who somebody is and what they may do.
@Suite(
    .enabled(if: BrokerNode.isAvailable, BrokerNode.advice),
    .broker("secure", arguments: ["--secure", "--proxied", "1"])
)
struct SecureTests {}

extension BrokerNode {
    /// What a node that was started with `--secure` says of itself.
    func setting(_ name: String) throws -> String {
        let text = try String(contentsOfFile: settingsFile(), encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
        return String(try #require(line).dropFirst(name.count + 1))
    }

    /// Whether this library can log in to this node by SCRAM.
    static var speaksSCRAM: Bool {
        let home = ProcessInfo.processInfo.environment["KAFKA_HOME"] ?? ""
        let jars = (try? FileManager.default.contentsOfDirectory(atPath: "\(home)/libs")) ?? []
        return LibraryVersion.running.has(.scramOnNewBrokers) || jars.contains { $0.hasPrefix("kafka_2.13-3.9") }
    }
}

/// Somebody who logs in to a secure node by a token, and may do what they are given.
struct TokenUser: Sendable {
    let name: String
    let servers: String
    private let folder: URL
    private let node: BrokerNode

    /// Nobody else has this name.
    init(_ node: BrokerNode) throws {
        self.node = node
        name = "user-\(UInt32.random(in: 0 ... .max))"
        servers = try node.setting("KAFKA_SECURE")
        folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.token(of: name, seconds: 3_600).utf8).write(to: tokenFile)
    }

    var tokenFile: URL { folder.appending(path: "token") }

    /// An unsigned token, which only a broker for tests takes.
    static func token(of name: String, seconds: Double) -> String {
        let end = Date().timeIntervalSince1970 + seconds
        let parts = [#"{"alg":"none"}"#, #"{"sub":"\#(name)","iat":\#(end - seconds),"exp":\#(end)}"#].map { text in
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        return parts.joined(separator: ".") + "."
    }

    /// What every command of this user is told.
    func arguments() throws -> [String] {
        [
            "--bootstrap-servers", servers, "--kafka-token-file", tokenFile.path, "--kafka",
            "ssl.ca.location=\(try node.setting("KAFKA_CERTIFICATES"))/ca.pem",
        ]
    }

    func grant(_ rights: [Right]) throws { try AccessLists(node.bootstrapServers).allow(rights, to: name) }

    func revoke() throws { try AccessLists(node.bootstrapServers).removeAll(of: name) }
}

extension RunTopics {
    var rights: Rights { Rights(topics: names, routing: .connection, group: group) }
}
