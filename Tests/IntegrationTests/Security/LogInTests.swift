import CommandRights
import Foundation
import Kafka
import Operations
import Testing

/// The ways to log in that a cluster may ask for.
enum LogIn: String, CaseIterable, Sendable {
    case plain = "PLAIN"
    case scram256 = "SCRAM-SHA-256"
    case scram512 = "SCRAM-SHA-512"
    case certificate, certificateInOptions, tokenFile, tokenCommand

    var isSCRAM: Bool { rawValue.hasPrefix("SCRAM") }

    /// What a worker is told; secrets are in files of this folder, and in the environment.
    func arguments(_ node: BrokerNode, _ folder: URL) throws -> [String] {
        let tls = try node.setting("KAFKA_CERTIFICATES")
        let authority = ["--kafka", "ssl.ca.location=\(tls)/ca.pem"]
        let secure = ["--bootstrap-servers", try node.setting("KAFKA_SECURE")] + authority
        let mutual = ["--bootstrap-servers", try node.setting("KAFKA_MUTUAL"), "--kafka", "security.protocol=SSL"]
        switch self {
        case .plain, .scram256, .scram512:
            let password = folder.appending(path: "password")
            try Data("worker-secret\n".utf8).write(to: password)
            return secure + [
                "--kafka", "security.protocol=SASL_SSL", "--kafka", "sasl.mechanism=\(rawValue)",
                "--kafka", "sasl.username=worker", "--kafka", "sasl.password=@\(password.path)",
            ]
        case .certificate:
            return mutual + authority + [
                "--kafka", "ssl.certificate.location=\(tls)/worker.pem", "--kafka",
                "ssl.key.location=\(tls)/worker.key",
            ]
        case .certificateInOptions:
            return mutual + [
                "--kafka", "ssl.ca.pem=@\(tls)/ca.pem", "--kafka", "ssl.certificate.pem=@\(tls)/worker.pem",
                "--kafka", "ssl.key.pem=@\(tls)/worker.key",
            ]
        case .tokenFile:
            let file = folder.appending(path: "token")
            try Data(TokenUser.token(of: "worker", seconds: 3_600).utf8).write(to: file)
            return secure + ["--kafka-token-file", file.path]
        case .tokenCommand:
            return secure + ["--kafka-token-command", "/bin/echo \(TokenUser.token(of: "worker", seconds: 3_600))"]
        }
    }
}

extension SecureTests {
    /// Each way to log in gets an upload through.
    @Suite struct LoggingIn {
        @Test(.timeLimit(.minutes(20)), arguments: LogIn.allCases.filter { !$0.isSCRAM || BrokerNode.speaksSCRAM })
        func `an upload becomes a document, however the worker has logged in`(_ way: LogIn) async throws {
            let total = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try AccessLists(node.bootstrapServers).allow(topics.rights.run(createsTopics: false), to: "worker")
                let worker = topics.worker(0, try way.arguments(node, topics.directory))
                try worker.startUntilReady()
                try topics.upload([topics.steps(7)])
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                let log = try String(contentsOf: worker.log, encoding: .utf8)
                #expect(!log.contains("worker-secret") && !log.contains("PRIVATE KEY") && !log.contains("eyJ"))
                return try topics.total()
            }
            #expect(total == 7)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a worker goes on over the ends of its tokens, and says so when there is none`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try AccessLists(node.bootstrapServers).allow(topics.rights.run(createsTopics: false), to: "worker")
                let file = topics.directory.appending(path: "token")
                let worker = topics.worker(0, try LogIn.tokenFile.arguments(node, topics.directory))
                func renew(seconds: Double) throws {
                    try Data(TokenUser.token(of: "worker", seconds: seconds).utf8).write(to: file, options: .atomic)
                }
                func log() throws -> String { try String(contentsOf: worker.log, encoding: .utf8) }
                func wait(seconds: Int, renewing: Bool, until isDone: () throws -> Bool) throws {
                    for _ in 0..<seconds {
                        if renewing { try renew(seconds: 12) }
                        if try isDone() { return }
                        usleep(1_000_000)
                    }
                }
                try worker.start()
                try wait(seconds: 90, renewing: true) { try log().contains("\"ready\"") }
                // Two lives of a token, at the least.
                try wait(seconds: 30, renewing: true) { false }
                try wait(seconds: 60, renewing: false) {
                    try log().contains(" s ago: check the program that renews it")
                }
                let wasReady = try log().contains("\"ready\"")
                try renew(seconds: 3_600)
                try topics.upload([topics.steps(7)])
                let isRead = try topics.waitUntilRead()
                return (isDone: wasReady && isRead, total: try topics.total(), log: try log(), status: worker.stop())
            }
            #expect(run.isDone && run.total == 7 && run.status == 0, "\(run.log)")
            #expect(run.log.contains(" s ago: check the program that renews it"), "\(run.log)")
            #expect(!run.log.contains("eyJ"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `a command without a token ends in time and says why there is none`() async throws {
            let ending = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let secure = ["--bootstrap-servers", try node.setting("KAFKA_SECURE")]
                return try topics.command(["documents", "a"] + secure + ["--kafka-token-command", "/nowhere/x"])
                    .ending()
            }
            #expect(ending.status == 1)
            let reasons = ending.errors.split(separator: "\n").filter {
                $0.contains("the token command /nowhere/x cannot be started")
            }
            #expect(reasons.first?.contains("broker_silent") == true && reasons.count > 1, "\(ending.errors)")
        }
    }
}
