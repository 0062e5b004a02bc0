import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// A receiver that is down, and what an operator sees and does until it is healthy again.
    @Suite struct DispatchRetries {
        @Test(.timeLimit(.minutes(20)))
        func `the host is listed with the reason, pinged, and retried when it answers again`() async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers)
                // Settings are written with the partitions of uploads in mind.
                try Admin(["bootstrap.servers": node.bootstrapServers])
                    .createTopics([NewTopic(test.names.uploads, partitions: 3)], timeoutMilliseconds: 60_000)
                let connections = (0..<24).map { "conn-\($0)" }
                try test.configure(connections, #","app_id":"demo","note":"kept""#)
                test.receiver.answer { _ in Receiver.Reply(breaks: true) }
                let process = test.dispatcher(0, ["--retry-schedule", "10h,10h"])
                try process.startUntilReady()
                let ids = try test.add(connections.map { TestJob(connection: $0) })
                #expect(process.says("attempt_failed"))
                func hosts() throws -> [[String: Any]] { try test.command(["dispatch", "list", "--hosts"]) }
                #expect(try eventually { try hosts().first?["waiting"] as? Int == 24 })
                let host = try #require(try hosts().first)
                #expect(host["connections"] as? Int == 24 && host["left_alone_until"] is String)
                #expect(host["outcome"] as? String == "connect" && host["reason"] is String)
                // Those that were never sent have no reason.
                let listed = try test.listed()
                #expect(listed.allSatisfy { $0["next"] is String } && listed.contains { $0["reason"] is String })
                let ping = ["dispatch", "ping", "conn-7", "--allow-loopback-callbacks", "--secrets", test.secretsPath]
                #expect(try test.command(ping).first?["outcome"] as? String == "connect")
                test.receiver.answer { _ in Receiver.Reply() }
                let pong = try #require(try test.command(ping).first)
                #expect(pong["status"] as? Int == 204 && pong["reason"] is NSNull)
                let retry = try test.command(["dispatch", "retry", "--host", "127.0.0.1"])
                #expect(retry.first?["retried"] as? Int == 24)
                #expect(test.receiver.getsAll(ids))
                #expect(try eventually { try hosts().isEmpty })
                #expect(try test.command(["dispatch", "retry", "--all"]).first?["retried"] as? Int == 0)
                let settings = try test.command(["connections", "get", "conn-7"]).first
                #expect(settings?["note"] as? String == "kept")
                #expect(process.stop() == 0)
                #expect(!"\(process.lines)".contains("/conn-7"), "no URL stands in the log")
            }
        }
    }
}
