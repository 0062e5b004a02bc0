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
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead())
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
                let isRefused = worker.refuses("deleted and made again")
                #expect(isRefused, "\(worker.lines.suffix(5))")
                let reason = worker.reasons
                let before = try topics.total()
                #expect(worker.stop() == 0)
                try topics.processed([], ["--adopt-state"])
                return (reason, before, try topics.total())
            }
            #expect(reason.contains("input_recreated: "), "\(reason)")
            #expect(reason.contains("at offset 2") && reason.contains("--adopt-state"), "\(reason)")
            #expect(before == 6)
            #expect(after == 3_606)
        }

        @Test(.timeLimit(.minutes(20)), arguments: [3, 8])
        func
            `uploads that are made again while a worker can't fetch are noticed, even if they hold just as many as before`(
                count: Int
            ) async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                try topics.upload((1...3).map { topics.steps($0) })
                #expect(try topics.waitUntilRead())
                worker.pause()
                try node.deleteTopics([topics.names.uploads])
                try topics.createInput(topics.names.uploads, partitions: 1)
                try topics.upload((1...count).map { topics.steps(100 * $0) })
                worker.goOn()
                let isRefused = worker.refuses("deleted and made again")
                #expect(isRefused, "\(worker.lines.suffix(5))")
                let before = try topics.total()
                let reason = worker.reasons
                let isDoubted = worker.says("inputs_doubted", within: .seconds(1))
                #expect(worker.stop() == 0)
                try topics.processed([], ["--adopt-state"])
                return (before: before, reason: reason, isDoubted: isDoubted, after: try topics.total())
            }
            #expect(run.isDoubted)
            #expect(run.reason.contains("at offset 2") && run.reason.contains("--adopt-state"), "\(run.reason)")
            #expect(run.before == 6)
            #expect(run.after == 6 + 50 * Double(count * (count + 1)))
        }

        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `settings that were made again are not skipped`(isRunning: Bool) async throws {
            let (reason, before, letters) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.configure(connections: 6)
                try topics.upload([topics.steps(1)])
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead())
                if isRunning { worker.pause() } else { #expect(worker.stop() == 0) }
                try node.deleteTopics([topics.names.connections])
                try topics.createInput(topics.names.connections, partitions: 1)
                let settings = (0..<9).map { number in
                    ("conn-\(number)", #"{"connection_id":"conn-\#(number)","closed":true}"#)
                }
                try topics.produce(settings, to: topics.names.connections)
                try topics.upload([topics.steps(10)])
                if isRunning { worker.goOn() } else { try worker.start() }
                let isRefused = worker.refuses("deleted and made again")
                #expect(isRefused, "\(worker.lines.suffix(5))")
                let reason = worker.reasons
                let before = try topics.total()
                #expect(worker.stop() == 0)
                try topics.processed([], ["--adopt-state"])
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
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                try admin.deleteGroup(topics.group, timeoutMilliseconds: 30_000)
                if isTrimmed { try node.deleteRecords(of: topics.names.uploads, before: [0: 2], leaving: "delete") }
                try topics.upload([topics.steps(3)])
                let next = topics.worker(0, ["--dynamic-membership"])
                try next.startUntilReady()
                _ = try eventually { try topics.total() == 6 }
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
                #expect(isLeft, "\(worker.lines.suffix(5))")
                let first = worker.reasons
                #expect(worker.stop() == 0)
                let other = topics.worker(1, RunTopics.member)
                try other.start()
                let isRefused = other.refuses("has no state")
                #expect(isRefused, "\(other.lines.suffix(5))")
                let second = other.reasons
                let before = try topics.total()
                #expect(other.stop() == 0)
                try topics.processed([], ["--adopt-state"])
                return (first, second, before, try topics.total())
            }
            #expect(first.contains("deleted and made again") && first.contains("only copy"), "\(first)")
            #expect(second.contains("state_missing: ") && second.contains("made again?"), "\(second)")
            #expect(before == 10)
            #expect(after == 15)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a changelog that is replaced by a longer one is noticed while its worker runs, and by the next one`()
            async throws
        {
            let (first, second, before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                try topics.upload([topics.steps(4_000), topics.steps(4_000, connection: "conn-1")])
                #expect(try topics.waitUntilRead())
                // A restore of a backup that was run five times, and lacks a connection and the identity.
                let kept = try topics.rawRecords(of: topics.names.state).filter {
                    $0.key.starts(with: Array("conn-0".utf8))
                }
                try node.deleteTopics([topics.names.state])
                try topics.createState(partitions: 1)
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                for record in (0..<5).flatMap({ _ in kept }) {
                    let value = unsafe record.value?.span.bytes
                    unsafe try producer.produce(
                        to: topics.names.state,
                        partition: 0,
                        key: record.key.span.bytes,
                        value: value
                    )
                }
                try producer.flush(timeoutMilliseconds: 60_000)
                try topics.upload([topics.steps(1)])
                #expect(worker.refuses("made again"), "\(worker.lines.suffix(5))")
                let first = worker.reasons
                #expect(worker.stop() == 0)
                let other = topics.worker(1, RunTopics.member)
                try other.start()
                #expect(other.says("partition_left_alone"), "\(other.lines.suffix(5))")
                let second = other.reasons
                let before = try topics.total()
                #expect(other.stop() == 0)
                try topics.processed([topics.steps(8, connection: "conn-1")], ["--adopt-state"])
                return (first, second, before, (try topics.total(), try topics.total(connection: "conn-1")))
            }
            #expect(first.contains("another record") && first.contains("only copy"), "\(first)")
            #expect(!second.isEmpty)
            #expect(before == 4_000)
            #expect(after == (4_001, 4_008))
        }

        @Test(.timeLimit(.minutes(20)))
        func `a changelog that has all state, but other records at their offsets, is no place for a store`()
            async throws
        {
            let (reasons, total) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1_000)])
                let records = try topics.rawRecords(of: topics.names.state)
                try node.deleteTopics([topics.names.state])
                try topics.createState(partitions: 1)
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                // A copy that was run three times, and begins with a record more.
                for record in [records[0]] + records + records + records {
                    let value = unsafe record.value?.span.bytes
                    unsafe try producer.produce(
                        to: topics.names.state,
                        partition: 0,
                        key: record.key.span.bytes,
                        value: value
                    )
                }
                try producer.flush(timeoutMilliseconds: 60_000)
                let worker = topics.worker(0, RunTopics.member)
                try worker.start()
                #expect(worker.says("partition_left_alone"), "\(worker.lines.suffix(5))")
                let reasons = worker.reasons
                #expect(worker.stop() == 0)
                // Another directory has it from the changelog.
                try topics.processed([topics.steps(1)], number: 1)
                return (reasons, try topics.total())
            }
            #expect(reasons.contains("has another record at offset") && reasons.contains("--adopt-state"), "\(reasons)")
            #expect(total == 1_001)
        }

        @Test(.timeLimit(.minutes(20)))
        func `settings that are made again after the state was are named all the same`() async throws {
            let reason = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.configure(connections: 3)
                try topics.upload([topics.steps(1)])
                let worker = topics.worker(0, RunTopics.member)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                try node.deleteTopics([topics.names.state])
                try topics.createState(partitions: 1)
                try topics.processed([], ["--adopt-state"])
                try node.deleteTopics([topics.names.connections])
                try topics.createInput(topics.names.connections, partitions: 1)
                let next = topics.worker(0, RunTopics.member)
                try next.start()
                let isLeft = next.says("partition_left_alone")
                #expect(isLeft, "\(next.lines.suffix(5))")
                let reason = next.reasons
                #expect(next.stop() == 0)
                return reason
            }
            #expect(reason.contains("connections"), "\(reason)")
        }
    }
}
