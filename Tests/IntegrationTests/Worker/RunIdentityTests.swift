import Clients
import Foundation
import Kafka
import Store
import Testing
import Worker

extension BrokerTests {
    /// State that is met beside other topics than its own.
    @Suite struct RunIdentities {
        @Test(.timeLimit(.minutes(20)))
        func `a state directory of another prefix is refused by name, and nothing is published`() async throws {
            let (prefixes, status, reason, total) = try await onBroker { node in
                let first = try RunTopics(node.bootstrapServers)
                let second = try RunTopics(node.bootstrapServers)
                let worker = try first.processed([first.steps(1_000)])
                try second.create(partitions: 1)
                try second.upload([second.steps(7)])
                let other = RunProcess(
                    node.bootstrapServers,
                    directory: first.directory.appending(path: "w0"),
                    ["--topic-prefix", second.prefix, "--group-id", second.group]
                )
                try other.start()
                let status = other.status()
                _ = worker
                return ((first.prefix, second.prefix), status, other.reasons, try second.total())
            }
            #expect(status == 1)
            #expect(reason.hasPrefix("state_of_other_prefix: "), "\(reason)")
            #expect(reason.contains(prefixes.0) && reason.contains(prefixes.1) && reason.contains("--adopt-state"))
            #expect(total == nil)
        }

        @Test(.timeLimit(.minutes(20)))
        func `topics that were made again are no place for the old state, unless it is adopted`() async throws {
            let (reason, before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1_000)])
                try node.deleteTopics(topics.names.all)
                try topics.create(partitions: 1)
                try topics.upload([topics.steps(1), topics.steps(2)])
                let refused = topics.worker(0, RunTopics.member)
                try refused.start()
                let isLeft = refused.says("partition_left_alone")
                let reason = refused.reasons
                #expect(isLeft, "\(refused.lines)")
                #expect(refused.stop() == 0)
                let before = try topics.total()
                try topics.processed([], ["--adopt-state"])
                return (reason, before, try topics.total())
            }
            #expect(reason.contains("state_truncated: ") && reason.contains("made again"), "\(reason)")
            #expect(before == 1_000)
            // The state is the operator's choice; its offset lies beyond the new log's, so that all is read.
            #expect(after == 1_003)
        }

        @Test(.timeLimit(.minutes(20)))
        func `topics that were given more partitions are refused with both numbers`() async throws {
            let (status, reason, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1_000)])
                try node.grow([topics.names.uploads, topics.names.connections, topics.names.state], to: 3)
                try topics.upload((0..<8).map { topics.steps(1, connection: "conn-\($0)") })
                // Another directory: the changelog itself must tell.
                let worker = topics.worker(1)
                try worker.start()
                return (worker.status(), worker.reasons, try topics.total())
            }
            #expect(status == 1)
            #expect(reason.hasPrefix("partition_count_changed: "), "\(reason)")
            #expect(reason.contains("made with 1 partition(s)") && reason.contains("has 3 now"))
            #expect(total == 1_000)
        }

        @Test(.timeLimit(.minutes(20)))
        func `an identity of a newer version leaves its partition alone, and the others are served`() async throws {
            let (totals, reason, status) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                let names = (0..<12).map { "conn-\($0)" }
                try topics.upload(names.map { topics.steps(10, connection: $0) })
                let records = try topics.read(topics.names.uploads)
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                let (key, value) = (StateIdentity.key, [UInt8](repeating: 200, count: 120))
                try unsafe producer.produce(
                    to: topics.names.state,
                    partition: 0,
                    key: key.span.bytes,
                    value: value.span.bytes
                )
                try producer.flush(timeoutMilliseconds: 60_000)
                let worker = topics.worker(0)
                try worker.start()
                #expect(worker.says("partition_left_alone"), "\(worker.lines)")
                #expect(try topics.waitUntilRead(without: 0))
                let totals = try records.map { ($0.partition, try topics.total(connection: $0.key)) }
                return (totals, worker.reasons, worker.stop())
            }
            #expect(totals.allSatisfy { $0.1 == ($0.0 == 0 ? nil : 10) } && Set(totals.map(\.0)).count == 2)
            #expect(reason.contains("state_unreadable: "), "\(reason)")
            #expect(reason.contains("format 200, which a newer worker wrote") && status == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a group that stands beyond the end of the log is refused with both figures`() async throws {
            let (reason, before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.upload([topics.steps(1)])
                let owner = try topics.stalledOwner(offsets: [0: 50])
                try owner.commitTransaction(timeoutMilliseconds: 30_000)
                let refused = topics.worker(0, RunTopics.member)
                try refused.start()
                let isLeft = refused.says("partition_left_alone")
                let reason = refused.reasons
                #expect(isLeft, "\(refused.lines)")
                let before = try topics.total()
                #expect(refused.stop() == 0)
                try topics.processed([topics.steps(2)], ["--adopt-state"])
                return (reason, before, try topics.total())
            }
            #expect(reason.contains("input_truncated: "), "\(reason)")
            #expect(reason.contains("up to offset 50") && reason.contains("from 0 to 0"))
            #expect(before == nil)
            #expect(after == 3)
        }

        @Test(.timeLimit(.minutes(20)))
        func `an emptied changelog is refused, and written back from the store that has it all`() async throws {
            let (reason, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1_000)])
                let end = try Admin(["bootstrap.servers": node.bootstrapServers]).watermarks(
                    of: TopicPartition(topics.names.state, 0),
                    timeoutMilliseconds: 10_000
                )
                try node.deleteRecords(of: topics.names.state, before: [0: end.high])
                let refused = topics.worker(0, RunTopics.member)
                try refused.start()
                let isLeft = refused.says("partition_left_alone")
                let reason = refused.reasons
                #expect(isLeft, "\(refused.lines)")
                #expect(refused.stop() == 0)
                try topics.processed([], ["--adopt-state"])
                // Another directory has it from the changelog, and needs no word any more.
                try topics.processed([topics.steps(1)], number: 1)
                return (reason, try topics.total())
            }
            #expect(reason.contains("state_truncated: "), "\(reason)")
            #expect(reason.contains("--adopt-state") && reason.contains("only copy"))
            #expect(total == 1_001)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a changelog that was made again, and is shorter, is adopted once`() async throws {
            let (events, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                // Many commits of the same state keys: written back they are fewer records than there were.
                for count in 1...4 { try topics.processed([topics.steps(count)]) }
                try node.deleteTopics([topics.names.state])
                try topics.processed([], ["--adopt-state", "--create-topics", "--partitions", "1"])
                let again = topics.worker(0, RunTopics.member)
                try again.startUntilReady()
                let events = again.lines.compactMap { $0["event"] as? String }
                #expect(again.stop() == 0)
                try topics.processed([topics.steps(5)], number: 1)
                return (events, try topics.total())
            }
            #expect(!events.contains("partition_left_alone"))
            #expect(total == 15)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a changelog that is made again under a worker is noticed, and written back on request`() async throws {
            let (reason, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                for count in 1...4 {
                    try topics.upload([topics.steps(count)])
                    #expect(try topics.waitUntilRead())
                }
                try node.deleteTopics([topics.names.state])
                try topics.createState(partitions: 1)
                try topics.upload([topics.steps(5)])
                let isLeft = worker.says("partition_left_alone")
                let reason = worker.reasons
                #expect(isLeft, "\(worker.lines)")
                #expect(worker.stop() == 0)
                try topics.processed([], ["--adopt-state"])
                try topics.processed([topics.steps(6)], number: 1)
                return (reason, try topics.total())
            }
            #expect(reason.contains("state_replaced: ") && reason.contains("deleted and made again"), "\(reason)")
            #expect(total == 21)
        }

        @Test(.timeLimit(.minutes(20)))
        func `the store of a partition that moved away too long ago is deleted from disk at the start`() async throws {
            let (events, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1_000)])
                try topics.processed([topics.steps(1)], number: 1)
                // Long enough for a replay, which else would begin anew again and again.
                try node.set("delete.retention.ms", to: "10000", of: topics.names.state)
                sleep(11)
                let back = try topics.processed([topics.steps(2)])
                return (back.lines.compactMap { $0["event"] as? String }, try topics.total())
            }
            #expect(events.contains("store_dropped"))
            // Nothing of it is left that would have to be dropped when the partition comes back.
            #expect(!events.contains("store_rebuilt"))
            #expect(total == 1_003)
        }
    }
}
