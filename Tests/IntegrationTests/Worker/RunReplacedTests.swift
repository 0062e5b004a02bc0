import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Topics that were deleted and made again under the same name, and hold more than before.
    @Suite struct RunReplaced {
        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `uploads that were made again and hold more than was read are left alone until they are adopted`(
            isRunning: Bool
        ) async throws {
            let (reason, before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.upload((1...3).map { topics.steps($0) })
                let worker = topics.worker(0, Self.member)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead(seconds: 30))
                if !isRunning { #expect(worker.stop() == 0) }
                try node.deleteTopics([topics.names.uploads])
                try topics.createInput(topics.names.uploads, partitions: 1)
                if isRunning {
                    // What it reads next is not there: whoever looks at once would miss nothing.
                    let isLeft = worker.says("partition_left_alone")
                    #expect(isLeft, "\(worker.lines.suffix(5))")
                }
                try topics.upload((1...8).map { topics.steps(100 * $0) })
                if !isRunning { try worker.start() }
                let isRefused = Self.refuses(worker, "deleted and made again")
                #expect(isRefused, "\(worker.lines.suffix(5))")
                let reason = Self.reasons(worker)
                let before = try topics.total()
                #expect(worker.stop() == 0)
                try Self.adopt(topics)
                return (reason, before, try topics.total())
            }
            #expect(reason.contains("at offset 2") && reason.contains("--adopt-state"), "\(reason)")
            #expect(before == 6)
            #expect(after == 3_606)
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings that were made again are not skipped`() async throws {
            let (reason, before, letters) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.configure(connections: 6)
                try topics.upload([topics.steps(1)])
                let worker = topics.worker(0, Self.member)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead(seconds: 30))
                #expect(worker.stop() == 0)
                try node.deleteTopics([topics.names.connections])
                try topics.createInput(topics.names.connections, partitions: 1)
                let settings = (0..<9).map { number in
                    ("conn-\(number)", #"{"connection_id":"conn-\#(number)","closed":true}"#)
                }
                try topics.produce(settings, to: topics.names.connections)
                try topics.upload([topics.steps(10)])
                try worker.start()
                let isRefused = Self.refuses(worker, "deleted and made again")
                #expect(isRefused, "\(worker.lines.suffix(5))")
                let reason = Self.reasons(worker)
                let before = try topics.total()
                #expect(worker.stop() == 0)
                try Self.adopt(topics)
                let letters = try topics.read(topics.names.deadLetters).map { $0.headers["fork-error-code"] }
                return (reason, before, letters)
            }
            #expect(reason.contains("connections"), "\(reason)")
            #expect(before == 1)
            #expect(letters == ["connectionIsClosed"])
        }

        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `a group whose offsets have expired goes on from its state, also when what it has read has expired`(
            isTrimmed: Bool
        ) async throws {
            let (events, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.configure(connections: 3)
                try topics.upload([topics.steps(1), topics.steps(2)])
                let worker = topics.worker(0, ["--dynamic-membership"])
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead(seconds: 30))
                #expect(worker.stop() == 0)
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                try admin.deleteGroup(topics.group, timeoutMilliseconds: 30_000)
                if isTrimmed { try node.deleteRecords(of: topics.names.uploads, before: [0: 2], leaving: "delete") }
                try topics.upload([topics.steps(3)])
                let next = topics.worker(0, ["--dynamic-membership"])
                try next.startUntilReady()
                let deadline = ContinuousClock.now + .seconds(30)
                while try topics.total() != 6, ContinuousClock.now < deadline { usleep(200_000) }
                #expect(next.stop() == 0)
                return (next.lines.compactMap { $0["event"] as? String }, try topics.total())
            }
            #expect(!events.contains("partition_left_alone"))
            #expect(total == 6)
        }

        @Test(.timeLimit(.minutes(20)))
        func `nothing is published into a changelog that was made again, and no other worker takes it for the state`()
            async throws
        {
            let (first, second, before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, Self.member)
                try worker.startUntilReady()
                for count in 1...4 {
                    try topics.upload([topics.steps(count)])
                    #expect(try topics.waitUntilRead(seconds: 30))
                }
                try node.deleteTopics([topics.names.state])
                try topics.createState(partitions: 1)
                try topics.upload([topics.steps(5)])
                let isLeft = worker.says("partition_left_alone")
                #expect(isLeft, "\(worker.lines.suffix(5))")
                let first = Self.reasons(worker)
                #expect(worker.stop() == 0)
                let other = topics.worker(1, Self.member)
                try other.start()
                let isRefused = Self.refuses(other, "has no state")
                #expect(isRefused, "\(other.lines.suffix(5))")
                let second = Self.reasons(other)
                let before = try topics.total()
                #expect(other.stop() == 0)
                try Self.adopt(topics)
                return (first, second, before, try topics.total())
            }
            #expect(first.contains("deleted and made again") && first.contains("only copy"), "\(first)")
            #expect(second.contains("made again?"), "\(second)")
            #expect(before == 10)
            #expect(after == 15)
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings that are made again after the state was are named all the same`() async throws {
            let reason = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.configure(connections: 3)
                try topics.upload([topics.steps(1)])
                let worker = topics.worker(0, Self.member)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead(seconds: 30))
                #expect(worker.stop() == 0)
                try node.deleteTopics([topics.names.state])
                try topics.createState(partitions: 1)
                try Self.adopt(topics)
                try node.deleteTopics([topics.names.connections])
                try topics.createInput(topics.names.connections, partitions: 1)
                let next = topics.worker(0, Self.member)
                try next.start()
                let isLeft = next.says("partition_left_alone")
                #expect(isLeft, "\(next.lines.suffix(5))")
                let reason = Self.reasons(next)
                #expect(next.stop() == 0)
                return reason
            }
            #expect(reason.contains("connections"), "\(reason)")
        }

        /// One member, whatever the directory: the group waits for nobody.
        private static let member = ["--group-instance-id", "same"]

        /// Starts the worker of the first directory once more, lets it adopt what is there and read all of it.
        private static func adopt(_ topics: RunTopics) throws {
            let worker = topics.worker(0, member + ["--adopt-state"])
            try worker.startUntilReady()
            let isRead = try topics.waitUntilRead(seconds: 30)
            #expect(isRead, "\(worker.lines.suffix(5))")
            #expect(worker.stop() == 0)
        }

        /// Whether a worker comes to say why it leaves a partition alone.
        private static func refuses(_ worker: RunProcess, _ words: String) -> Bool {
            for _ in 0..<900 {
                if reasons(worker).contains(words) { return true }
                usleep(100_000)
            }
            return false
        }

        private static func reasons(_ worker: RunProcess) -> String {
            worker.lines.compactMap { $0["reason"] as? String }.joined(separator: "\n")
        }
    }
}
