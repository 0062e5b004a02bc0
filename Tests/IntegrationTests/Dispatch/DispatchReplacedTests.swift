import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Topics of jobs that were deleted and made again under the same name.
    @Suite struct DispatchReplaced {
        @Test(.timeLimit(.minutes(20)), arguments: [3, 8])
        func `jobs that are made again while a dispatcher can't fetch are noticed, even if they are just as many`(
            count: Int
        ) async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 1)
                try test.configure(["conn-1"])
                let process = test.dispatcher()
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add((0..<3).map { _ in TestJob() })))
                #expect(try eventually { try test.listed().isEmpty })
                process.pause()
                try node.deleteTopics([test.names.jobs])
                try test.topics.createInput(test.names.jobs, partitions: 1)
                let ids = try test.add((0..<count).map { _ in TestJob() })
                process.goOn()
                #expect(process.refuses("deleted and made again"), "\(process.lines.suffix(5))")
                #expect(process.says("inputs_doubted", within: .seconds(1)))
                // Jobs behind the old position can come before the topic is doubted, and those before it can't.
                #expect(!Set(ids).isSubset(of: test.receiver.ids))
                #expect(process.stop() == 0)
                let next = test.dispatcher(0, ["--adopt-state"])
                try next.startUntilReady()
                #expect(test.receiver.getsAll(ids))
                #expect(next.stop() == 0)
            }
        }
    }
}
