import CommandRights
import Foundation
import Kafka
import Operations
import Testing
import Worker

extension SecureTests {
    /// A topic of one connection that a worker may not write to.
    @Suite struct DeniedTopic {
        @Test(.timeLimit(.minutes(20)))
        func `a topic without the right to write holds nobody else up, and is named, and gets its documents`()
            async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let user = try TokenUser(node)
                let rights = topics.rights.run(createsTopics: false)
                try user.grant(rights)
                let worker = topics.worker(0, try user.arguments())
                try worker.startUntilReady()
                try topics.upload([
                    topics.steps(3, day: 11, connection: "conn-1"), topics.steps(3, day: 11, connection: "conn-2"),
                ])
                #expect(try topics.waitUntilRead())
                let denied = topics.prefix + "connection.conn-1"
                try AccessLists(node.bootstrapServers).denyWriting(to: denied, of: user.name)
                try topics.upload([
                    topics.steps(4, day: 12, connection: "conn-1"), topics.steps(4, day: 12, connection: "conn-2"),
                ])
                let isRead = try topics.waitUntilRead()
                let other = try topics.total(day: 12, connection: "conn-2")
                let before = try topics.total(day: 12, connection: "conn-1")
                let isNamed = worker.says("documents_owed")
                // It starts with the debt, too.
                let status = worker.stop()
                try worker.startUntilReady()
                try topics.upload([topics.steps(5, day: 13, connection: "conn-2")])
                let isReadAgain = try topics.waitUntilRead()
                try AccessLists(node.bootstrapServers).removeDenials(of: user.name)
                var total: Double?
                _ = try eventually {
                    total = try topics.total(day: 12, connection: "conn-1")
                    return total != nil
                }
                let line = worker.lines.last { $0["event"] as? String == "documents_owed" }
                return (
                    isRead: isRead && isReadAgain, other: other, before: before, isNamed: isNamed, total: total,
                    topic: line?["topic"] as? String, reason: line?["reason"] as? String ?? "", denied: denied,
                    statuses: [status, worker.stop()]
                )
            }
            #expect(run.isRead && run.other == 4 && run.before == nil)
            #expect(run.isNamed && run.topic == run.denied && run.reason.contains("TOPIC_AUTHORIZATION_FAILED"))
            #expect(run.total == 4)
            #expect(run.statuses == [0, 0])
        }
    }
}
