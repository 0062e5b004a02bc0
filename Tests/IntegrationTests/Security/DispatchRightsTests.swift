import CommandRights
import Foundation
import Kafka
import Operations
import Testing
import Worker

extension SecureTests {
    /// A dispatcher whose user may do what the list of rights says, and nothing else.
    @Suite struct DispatchRights {
        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `a dispatcher needs no more than its rights`(createsTopics: Bool) async throws {
            let (isDelivered, isRead, log) = try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 1, withOutputs: !createsTopics)
                let topics = test.topics
                let user = try TokenUser(node)
                try user.grant(topics.rights.dispatch(createsTopics: createsTopics))
                try test.configure(["conn-1"])
                let once = Once()
                test.receiver.answer { _ in Receiver.Reply(status: once.first() ? 500 : 204) }
                let process = test.dispatcher(
                    0,
                    try user.arguments() + ["--retry-schedule", "1s"] + (createsTopics ? ["--create-topics"] : [])
                )
                try process.startUntilReady()
                let isDelivered = test.receiver.getsAll(try test.add([TestJob(), TestJob()]))
                #expect(process.stop() == 0)
                // Without the state that it has here, it reads it back.
                try FileManager.default.removeItem(at: topics.directory.appending(path: "d0"))
                try process.startUntilReady()
                let isRead = test.receiver.getsAll(try test.add([TestJob()]))
                #expect(process.stop() == 0)
                return (isDelivered, isRead, try String(contentsOf: process.log, encoding: .utf8))
            }
            #expect(isDelivered && isRead)
            #expect(!log.contains("AUTHORIZATION"), "\(log)")
        }
    }
}
