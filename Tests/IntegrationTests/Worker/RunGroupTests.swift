import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Who reads what, when workers come and go.
    @Suite struct RunGroups {
        private static let isCooperationKnown = LibraryVersion.running.has(.cooperativeRebalance)

        /// What this library can do: one that it can't has no test that passes.
        private static let assignments = isCooperationKnown ? ["range", "cooperative-sticky"] : ["range"]

        @Test(.timeLimit(.minutes(20)), arguments: assignments)
        func `workers that join and leave make what one reading makes`(assignment: String) async throws {
            let result = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 6)
                try topics.configure(connections: 12)
                let uploads = RunUpload.made(900, connections: 12, seed: 11)
                // Members that come and go: one that has left is not waited for.
                let arguments = ["--assignment", assignment, "--dynamic-membership"]
                let workers = (0..<2).map { topics.worker($0, arguments) }
                var statuses: [Int32?] = []
                try workers[0].start()
                for part in 0..<6 {
                    // The second one is there in every other part.
                    if part % 2 == 1 { try workers[1].start() } else if part > 0 { statuses.append(workers[1].stop()) }
                    if part == 1 { #expect(workers[1].says("partitions_assigned")) }
                    for piece in 0..<5 {
                        let start = part * 150 + piece * 30
                        try topics.upload(uploads[start..<start + 30])
                        usleep(500_000)
                    }
                }
                let isRead = try topics.waitUntilRead()
                statuses += workers.map { $0.stop() }
                #expect(workers.map(\.ownedByLog) == [0, 0])
                return try RunResult(topics, uploads, isRead: isRead, statuses: statuses)
            }
            result.check("\(assignment)")
        }

        @Test(.enabled(if: !isCooperationKnown))
        func `a library that is too old for cooperation is named at the start`() async throws {
            let (status, reason) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let worker = topics.worker(0, ["--assignment", "cooperative-sticky"])
                try worker.start()
                return (worker.status(), worker.reasons)
            }
            #expect(status == 64)
            #expect(reason.contains("2.6.1") && reason.contains("\(LibraryVersion.running)"))
        }

        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `a restart within the session keeps the partitions and replays the tail alone`(
            isKilled: Bool
        ) async throws {
            let (isUndisturbed, replayed, all, tail) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 4)
                let workers = (0..<2).map { topics.worker($0) }
                for worker in workers { try worker.start() }
                #expect(workers.allSatisfy { $0.says("ready") })
                try topics.upload(RunUpload.made(300, connections: 12, seed: 3))
                #expect(try topics.waitUntilRead())
                let seen = workers[1].lines.count
                // A stop writes the store to files, and what a kill finds in memory is gone.
                #expect(workers[0].stop() == 0)
                let before = try topics.read(topics.names.state).count
                if isKilled { try workers[0].start() }
                try topics.upload(RunUpload.made(60, connections: 12, seed: 4))
                if isKilled {
                    #expect(try topics.waitUntilRead())
                    workers[0].kill()
                }
                let started = workers[0].lines.count
                let all = try topics.read(topics.names.state).count
                try workers[0].start()
                #expect(try topics.waitUntilRead())
                let restored = {
                    workers[0].lines.dropFirst(started).filter { $0["event"] as? String == "restored" }
                }
                for _ in 0..<1_000 where restored().count < 2 { usleep(20_000) }
                for worker in workers { _ = worker.stop() }
                // Static members are told of no revoke at their end; one that was killed said nothing.
                #expect(workers[isKilled ? 1 : 0].ownedByLog == 0)
                let moved = workers[1].lines.prefix { $0["event"] as? String != "stopping" }.dropFirst(seen)
                    .contains { $0["event"] as? String == "partitions_revoked" }
                return (!moved, restored().compactMap { $0["records"] as? Int }.reduce(0, +), all, all - before)
            }
            #expect(isUndisturbed)
            #expect(isKilled ? replayed > 0 : replayed == 0)
            #expect(replayed <= tail && replayed < all)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a partition whose state cannot be read yet holds up no other`() async throws {
            let (early, late) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                let ghost = try topics.openChangelog(on: node)
                let worker = topics.worker(0)
                try worker.start()
                try topics.upload(RunUpload.made(100, connections: 12, seed: 5))
                let restored = {
                    worker.lines.filter { $0["event"] as? String == "restored" }
                        .compactMap { $0["partition"] as? Int }
                }
                let names = topics.names
                let deadline = ContinuousClock.now + patience
                // The other partition's uploads become state meanwhile.
                let reader = try Admin(["bootstrap.servers": node.bootstrapServers])
                let other = TopicPartition(names.state, 1)
                while try reader.watermarks(of: other, timeoutMilliseconds: 5_000).high == 0,
                    ContinuousClock.now < deadline
                {
                    usleep(20_000)
                }
                let early = restored()
                #expect(try reader.watermarks(of: other, timeoutMilliseconds: 5_000).high > 0)
                try ghost.abortTransaction()
                #expect(try topics.waitUntilRead())
                let late = restored()
                #expect(worker.stop() == 0)
                return (early, late)
            }
            #expect(early == [1])
            #expect(late.sorted() == [0, 1])
        }
    }
}
