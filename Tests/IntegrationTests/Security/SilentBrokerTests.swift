import Foundation
import Testing

/// A broker that a worker does not reach, and the reason that its log is to have.
enum SilentBroker: String, CaseIterable, Sendable {
    case unresolved = "the name does not resolve"
    case refused = "the connection is refused"
    case plaintextClient = "the listener closes the connection: it expects TLS or a log-in, or is not Kafka"
    case tlsClient = "the listener does not use TLS"
    case unknownAuthority = "the certificate cannot be verified"
    case wrongPassword = "the log-in failed"
    case advertisedNowhere = " (advertised by the brokers): the connection is refused"

    /// The address that the worker is told.
    func bootstrapServers(_ node: BrokerNode) throws -> String {
        switch self {
        case .unresolved: "nosuchhost.invalid:9092"
        case .refused: "127.0.0.1:1"
        case .tlsClient: node.bootstrapServers
        case .plaintextClient, .unknownAuthority, .wrongPassword: try node.setting("KAFKA_SECURE")
        case .advertisedNowhere: try node.setting("PROXIED_1")
        }
    }

    /// How the log begins to tell of it: the address and the reason.
    func reason(_ node: BrokerNode) throws -> String {
        switch self {
        case .advertisedNowhere: "127.0.0.1:1\(rawValue)"
        default: "\(try bootstrapServers(node)): \(rawValue)"
        }
    }

    /// What the worker is told besides.
    func arguments(_ node: BrokerNode) throws -> [String] {
        let authority = ["--kafka", "ssl.ca.location=\(try node.setting("KAFKA_CERTIFICATES"))/ca.pem"]
        let login = [
            "security.protocol=SASL_SSL", "sasl.mechanism=PLAIN", "sasl.username=worker", "sasl.password=wrong",
        ]
        switch self {
        case .unresolved, .refused, .plaintextClient: return []
        case .tlsClient: return ["--kafka", "security.protocol=SSL"]
        case .unknownAuthority: return login.flatMap { ["--kafka", $0] }
        case .wrongPassword: return login.flatMap { ["--kafka", $0] } + authority
        case .advertisedNowhere: return ["--create-topics"]
        }
    }
}

extension SecureTests {
    /// A worker that no broker answers.
    @Suite struct SilentBrokers {
        @Test(.timeLimit(.minutes(20)), arguments: SilentBroker.allCases)
        func `a worker names the address that does not answer, and the cause, in its log and on startupz`(
            broker: SilentBroker
        ) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(try broker.bootstrapServers(node))
                let worker = topics.worker(0, ["--http-address", "127.0.0.1:0"] + (try broker.arguments(node)))
                try worker.start()
                let probe = try #require(ProbeClient(of: worker))
                let wanted = try broker.reason(node)
                func reasons() -> [String] {
                    worker.lines.filter { $0["event"] as? String == "broker_silent" }
                        .compactMap { $0["reason"] as? String }
                }
                let deadline = ContinuousClock.now + patience
                while !reasons().contains(where: { $0.hasPrefix(wanted) }), ContinuousClock.now < deadline {
                    usleep(50_000)
                }
                while !probe.get("/startupz").body.contains(wanted), ContinuousClock.now < deadline { usleep(50_000) }
                let page = probe.get("/startupz")
                let status = worker.stop()
                let log = try String(contentsOf: worker.log, encoding: .utf8)
                return (wanted: wanted, reasons: reasons(), page: page, status: status, log: log)
            }
            #expect(run.reasons.contains { $0.hasPrefix(run.wanted) }, "\(run.log)")
            #expect(run.page.status == 503 && run.page.body.contains(run.wanted), "\(run.page)")
            #expect(run.status == 0)
            #expect(!run.log.contains("sasl.password=wrong"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `a command says soon, and at its end, why no broker answers`() async throws {
            let endings = try await onBroker { node in
                // All at once, because each takes 25 seconds.
                let runs = try SilentBroker.allCases.filter { $0 != .advertisedNowhere }.map { broker in
                    let topics = try RunTopics(try broker.bootstrapServers(node))
                    let command = try topics.command(["status"] + broker.arguments(node))
                    return (wanted: try broker.reason(node), command: command)
                }
                return try runs.map { (wanted: $0.wanted, ending: try $0.command.ending()) }
            }
            for (wanted, ending) in endings {
                #expect(ending.status == 1)
                #expect(ending.errors.contains("no broker has answered for 25 s: \(wanted)"), "\(ending.errors)")
                let lines = ending.errors.split(separator: "\n")
                // The first line can come before the error of the connection.
                let isNamed = lines.contains { $0.contains("broker_silent") && $0.contains(wanted) }
                #expect(isNamed, "\(ending.errors)")
                #expect(!ending.errors.contains("sasl.password=wrong"))
            }
        }
    }
}
