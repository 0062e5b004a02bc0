import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Offsets that a log does not have.
    @Suite struct RunPlaces {
        @Test(.timeLimit(.minutes(20)))
        func `uploads that are deleted before they are read stop their partition alone, with the figures`()
            async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let names = (0..<12).map { "conn-\($0)" }
                try topics.upload(names.map { topics.steps(10, day: 11, connection: $0) })
                #expect(try topics.waitUntilRead())
                let uploads = try topics.read(topics.names.uploads)
                let partition = try #require(uploads.first { $0.key == "conn-0" }?.partition)
                let count = Int64(uploads.count { $0.partition == partition })
                worker.pause()
                // What it has asked for is answered by now.
                sleep(2)
                for day in 12...16 { try topics.upload([topics.steps(day, day: day, connection: "conn-0")]) }
                try node.deleteRecords(of: topics.names.uploads, before: [partition: count + 3], leaving: "delete")
                let others = names.filter { name in uploads.contains { $0.key == name && $0.partition != partition } }
                try topics.upload(others.map { topics.steps(20, day: 20, connection: $0) })
                worker.goOn()
                let isLeftAlone = worker.says("partition_left_alone")
                #expect(isLeftAlone)
                let totals = try Self.totals(of: others, day: 20, topics)
                // It is tried again and again, and each time the others go on.
                sleep(13)
                try topics.upload(others.map { topics.steps(21, day: 21, connection: $0) })
                #expect(try Self.totals(of: others, day: 21, topics).allSatisfy { $0 == 21 })
                let later = try topics.total(day: 16, connection: "conn-0")
                return (
                    totals: totals, later: later, reason: Self.reason(worker), count: count, status: worker.stop()
                )
            }
            #expect(run.totals.allSatisfy { $0 == 20 } && !run.totals.isEmpty)
            // Nothing is stepped over.
            #expect(run.later == nil)
            #expect(run.reason.contains("offset \(run.count)") && run.reason.contains("from \(run.count + 3) to"))
            #expect(run.status == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a worker begins at the first upload that there is, and reads on past what was deleted before`()
            async throws
        {
            let (total, events, status) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                for day in 11...20 { try topics.upload([topics.steps(day, day: day)]) }
                try node.deleteRecords(of: topics.names.uploads, before: [0: 5], leaving: "delete")
                let worker = topics.worker(0)
                try worker.startUntilReady()
                #expect(try topics.waitUntilRead())
                let total = try topics.total(day: 20)
                let status = worker.stop()
                return (total, worker.lines.compactMap { $0["event"] as? String }, status)
            }
            #expect(total == 20)
            #expect(!events.contains("partition_left_alone"))
            #expect(status == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `an offset beyond the end of the log stops its partition alone, with the figures`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let names = (0..<12).map { "conn-\($0)" }
                try topics.upload(names.map { topics.steps(10, day: 11, connection: $0) })
                let uploads = try topics.read(topics.names.uploads)
                let partition = try #require(uploads.first { $0.key == "conn-0" }?.partition)
                let count = uploads.count { $0.partition == partition }
                // As after a cluster was restored from a copy that is older than the group's offsets.
                try topics.stalledOwner(offsets: [partition: 50]).commitTransaction()
                let worker = topics.worker(0)
                try worker.start()
                let isLeftAlone = worker.says("partition_left_alone")
                #expect(isLeftAlone)
                let others = names.filter { name in uploads.contains { $0.key == name && $0.partition != partition } }
                let totals = try Self.totals(of: others, day: 11, topics)
                let mine = try topics.total(day: 11, connection: "conn-0")
                return (totals: totals, mine: mine, reason: Self.reason(worker), count: count, status: worker.stop())
            }
            #expect(run.totals.allSatisfy { $0 == 10 } && !run.totals.isEmpty)
            #expect(run.mine == nil)
            #expect(
                run.reason.contains("offset 50") && run.reason.contains("from 0 to \(run.count - 1):"),
                "\(run.reason)"
            )
            #expect(run.status == 0)
        }

        /// Why the first partition was left alone.
        private static func reason(_ worker: RunProcess) -> String {
            let line = worker.lines.first { $0["event"] as? String == "partition_left_alone" }
            return line?["reason"] as? String ?? ""
        }

        /// The day's totals, once each of these connections has one.
        private static func totals(of connections: [String], day: Int, _ topics: RunTopics) throws -> [Double?] {
            var totals: [Double?] = []
            _ = try eventually {
                totals = try connections.map { try topics.total(day: day, connection: $0) }
                return !totals.contains(nil)
            }
            return totals
        }
    }
}
