import Clients
import Foundation
import Health
import Kafka
import Store
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// A commit that breaks an invariant of the worker.
    @Suite struct RunInvariants {
        /// A value of the state that no version has written: two published documents of one name.
        ///
        /// Forgetting the connection would delete that document twice.
        private static func twins(of connection: ConnectionID) -> StateChange {
            let day: Int32 = 8_000
            var published = PublishedDocuments()
            for hour in [UInt8(3), StateKey.wholeDay] {
                let stateKey = StateKey(.published, day: day, stream: .steps, hour: hour)
                published[stateKey] = PublishedDocument(start: 0, end: 1, firstSampleDay: day, hashes: [1])
            }
            let stateKey = StateKey(.published, day: day)
            return StateChange(connection: connection, stateKey: stateKey, value: published.packed, heldBytes: nil)
        }

        private static func write(_ change: StateChange, to partition: Int32, _ topics: RunTopics) throws {
            let producer = try Producer(["bootstrap.servers": topics.servers])
            for record in Changelog.records(of: change) {
                let (key, value) = unsafe (record.key.span.bytes, record.value?.span.bytes)
                try producer.produce(to: topics.names.state, partition: partition, key: key, value: value)
            }
            try producer.flush(timeoutMilliseconds: 60_000)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a commit that breaks an invariant publishes nothing, and other partitions continue`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let names = (0..<8).map { "conn-\($0)" }
                try topics.upload(names.map { topics.steps(1, connection: $0) })
                let worker = topics.worker(0, RunTopics.member + ["--http-address", "127.0.0.1:0"])
                try worker.startUntilReady()
                let isRead = try topics.waitUntilRead()
                #expect(isRead && worker.stop() == 0)
                let uploads = try topics.read(topics.names.uploads)
                let partition = try #require(uploads.first { $0.key == names[0] }?.partition)
                let other = try #require(uploads.first { $0.partition != partition }?.key)
                let connection = try #require(ConnectionID(Array(names[0].utf8)))
                let twins = Self.twins(of: connection)
                try Self.write(twins, to: partition, topics)

                try worker.startUntilReady()
                let settings = #"{"connection_id":"\#(names[0])","forget":true}"#
                try topics.produce([(names[0], settings)], to: topics.names.connections)
                #expect(worker.refuses("document_repeated: "))
                #expect(worker.reasons.contains("\(topics.names.connections) [\(partition)] from offset 0 to before 1"))
                let page = try #require(ProbeClient(of: worker)).get("/metrics").body
                let metric = #"fork_worker_broken_invariants_total{invariant="document_repeated"}"#
                let line = page.split(separator: "\n").first { $0.hasPrefix(metric) }
                #expect(line.map { !$0.hasSuffix(" 0") } ?? false, "\(line ?? "")")
                try topics.upload([topics.steps(2, connection: other), topics.steps(2, connection: names[0])])
                let continues = try topics.waitUntilRead(without: partition)
                #expect(continues, "\(worker.lines.suffix(5))")
                #expect(try topics.total(connection: other) == 3)
                #expect(try topics.total(connection: names[0]) == 1)

                // Somebody mends the state, and the next attempt succeeds.
                let length = twins.value?.count ?? 0
                let mended = StateChange(
                    connection: connection,
                    stateKey: twins.stateKey,
                    value: nil,
                    heldBytes: length
                )
                try Self.write(mended, to: partition, topics)
                let isRestored = try topics.waitUntilRead()
                #expect(isRestored, "\(worker.lines.suffix(5))")
                let left = try topics.read("\(topics.prefix)connection.\(names[0])").last
                #expect(left.map { $0.value == nil } ?? true)
                #expect(worker.stop() == 0)
            }
        }
    }
}
