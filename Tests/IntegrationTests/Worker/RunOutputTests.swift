import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Topics that are gone, or are not as they should be, for records that are on their way.
    @Suite struct RunOutputs {
        @Test(.timeLimit(.minutes(20)))
        func `a small dead-letter topic bounds dead letters alone`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.createDeadLetters(longestBytes: 4_000)
                let worker = topics.worker(0, ["--create-topics"])
                try worker.startUntilReady()
                try topics.upload([Self.hour(of: "c", samples: 100)])
                let isRead = try topics.waitUntilRead()
                let longest = try topics.read(topics.prefix + "connection.c").map { $0.value?.utf8.count ?? 0 }.max()
                return (lines: Lines(worker), isRead: isRead, longest: longest ?? 0, status: worker.stop())
            }
            #expect(run.isRead)
            #expect(run.longest > 4_000)
            #expect(!run.lines.events.contains("partition_left_alone"))
            #expect(run.status == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a shared topic with too few partitions is named with both counts`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let worker = topics.worker(0, ["--output-topics", "single"])
                try worker.startUntilReady()
                // The start has looked at the topics that were there.
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(topics.prefix + "documents", partitions: 1, settings: ["cleanup.policy": "compact"])],
                    timeoutMilliseconds: 60_000
                )
                let names = (0..<12).map { "conn-\($0)" }
                try topics.upload(names.map { Self.hour(of: $0, samples: 1) })
                let isLeftAlone = worker.says("partition_left_alone")
                #expect(isLeftAlone)
                // Those of the one partition that there is go on.
                let first = Set(try topics.read(topics.names.uploads).filter { $0.partition == 0 }.map(\.key))
                let isRead = try topics.waitForDocuments(of: first.sorted())
                return (lines: Lines(worker), isRead: isRead, status: worker.stop())
            }
            let reason = run.lines.reasons("partition_left_alone").first ?? ""
            #expect(reason.contains("documents has 1 partitions") && reason.contains("uploads has 3"))
            #expect(run.isRead)
            #expect(run.status == 0)
        }

        @Test(.timeLimit(.minutes(20)), arguments: ["dead-letter", "webhook-dispatch"])
        func `a deleted topic that is not made at will is named, and waited for`(name: String) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.configure(connections: 1)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let body = name == "dead-letter" ? "no json" : topics.steps(11, day: 11).body
                try topics.produce([("conn-0", body)], to: topics.names.uploads)
                #expect(try topics.waitUntilRead())
                try node.deleteTopics([topics.prefix + name])
                let again = name == "dead-letter" ? "no json" : topics.steps(12, day: 12).body
                try topics.produce([("conn-0", again)], to: topics.names.uploads)
                let isLeftAlone = worker.says("partition_left_alone")
                #expect(isLeftAlone)
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(topics.prefix + name, partitions: 1)],
                    timeoutMilliseconds: 60_000
                )
                let isRead = try topics.waitUntilRead()
                let records = try topics.read(topics.prefix + name).count
                return (lines: Lines(worker), isRead: isRead, records: records, status: worker.stop())
            }
            let reason = run.lines.reasons("partition_left_alone").first ?? ""
            #expect(reason.contains("\(name) is missing") && reason.contains("--create-topics"))
            #expect(run.isRead)
            // One day of steps makes two documents, and each a job.
            #expect(run.records == (name == "dead-letter" ? 1 : 2))
            #expect(run.status == 0)
        }

        /// What a worker has said, to be looked at after it has ended.
        struct Lines: Sendable {
            let events: [String]
            private let reasons: [(event: String, reason: String)]

            init(_ worker: RunProcess) {
                let lines = worker.lines
                events = lines.compactMap { $0["event"] as? String }
                reasons = lines.map { ($0["event"] as? String ?? "", $0["reason"] as? String ?? "") }
            }

            func reasons(_ event: String) -> [String] { reasons.filter { $0.event == event }.map(\.reason) }
        }

        /// So many samples of one hour, which make one document.
        private static func hour(of connection: String, samples: Int) -> RunUpload {
            upload(
                of: connection,
                (0..<samples).map { number in
                    let time = "2024-04-16T10:\(10 + number / 60):\(10 + number % 50)Z"
                    return sample("HKQuantityTypeIdentifierHeartRate", "count/min", time)
                }
            )
        }

        private static func sample(_ type: String, _ unit: String, _ time: String) -> String {
            #"{"id":"\#(UUID().uuidString)","type":"\#(type)","value":\#(Int.random(in: 40...180)),"unit":"\#(unit)","#
                + #""start_date":"\#(time)","end_date":"\#(time)"}"#
        }

        private static func upload(of connection: String, _ samples: [String]) -> RunUpload {
            RunUpload(
                connection: connection,
                body: #"{"upload_id":"\#(UUID().uuidString)","connection_id":"\#(connection)","#
                    + #""collected_at":"2024-05-01T08:00:00Z","samples":[\#(samples.joined(separator: ","))]}"#
            )
        }
    }
}
