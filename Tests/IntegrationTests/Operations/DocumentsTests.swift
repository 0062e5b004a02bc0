import Clients
import Foundation
import Kafka
import Observation
import Operations
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// `documents`: what is live of a connection, wherever the options put it.
    @Suite struct ShownDocuments {
        @Test(.timeLimit(.minutes(20)), arguments: ["connection", "app", "single"])
        func `what is shown is what transform ends with`(routing: String) async throws {
            let uploads = RunUpload.made(120, connections: 4, seed: 18)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let shaping = ["--output-topics", routing, "--document-max-bytes", "1500"]
                let worker = topics.worker(0, shaping)
                try worker.startUntilReady()
                // Of two connections the settings name an app; a wrong record changes nothing of them.
                let settings = (0..<2).map { #"{"connection_id":"conn-\#($0)","app_id":"app-\#($0)"}"# }
                let wrong = #"{"connection_id":"conn-0","app_id":"not an id"}"#
                let given = (settings + [wrong]).joined(separator: "\n")
                #expect(try topics.command(["send", "--to", "connections"], input: given).ending().status == 0)
                #expect(try topics.waitUntilRead())
                try topics.upload(uploads)
                #expect(try topics.waitUntilRead())
                let endings = try (0..<4).map { number in
                    try topics.command(["documents", "--output-topics", routing, "conn-\(number)"]).ending()
                }
                let sleep = try topics.command(
                    ["documents", "--output-topics", routing, "--json", "conn-1", "--type", "sleep"]
                ).ending()
                let nobody = try topics.command(["documents", "--output-topics", routing, "nobody"]).ending()
                let other = routing == "single" ? "app" : "single"
                let elsewhere = try topics.command(["documents", "--output-topics", other, "conn-1"]).ending()
                let none = try topics.command(
                    ["documents", "--output-topics", routing, "conn-1", "--from", "2001-01-02", "--to", "2001-01-03"]
                ).ending()
                #expect(worker.stop() == 0)
                return (
                    endings: endings, sleep: sleep, nobody: nobody, elsewhere: elsewhere, none: none,
                    prefix: topics.prefix
                )
            }
            let expected = try transformed(uploads, prefix: run.prefix)
            for (number, ending) in run.endings.enumerated() {
                #expect(ending.status == 0, "\(ending.errors)")
                let own = expected.filter { $0.key.contains("connection.conn-\(number) ") }
                #expect(ending.lines.count == own.count && own.count > 5)
                let texts = try ending.lines.map { bare(try JSONSerialization.jsonObject(with: Data($0.utf8))) }
                #expect(texts.sorted() == own.values.sorted())
            }
            #expect(run.sleep.lines.count > 1)
            #expect(run.sleep.lines.allSatisfy { $0.contains(#""type":"sleep""#) })
            #expect(run.nobody.status == 1 && run.nobody.output.isEmpty)
            let place = ["connection": "connection.nobody", "app": "app.unknown", "single": "documents"][routing] ?? ""
            #expect(run.nobody.errors.contains(run.prefix + place))
            #expect(
                run.elsewhere.status == 1 && run.elsewhere.errors.contains("exists: try --output-topics \(routing)")
            )
            #expect(
                run.none.status == 1 && run.none.output.isEmpty && run.none.errors.contains("has no such document of")
            )
        }
    }

    /// What somebody else's partitioner, or his hand, has put elsewhere.
    @Suite struct MisplacedDocuments {
        @Test(.timeLimit(.minutes(20)))
        func `a connection that is not where murmur2 puts it is looked for in all partitions`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let name = topics.prefix + "documents"
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(name, partitions: 3)],
                    timeoutMilliseconds: 60_000
                )
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                let own = Murmur2.partition(of: Array("a".utf8), count: 3)
                for (key, id, partition) in [("a/steps/1", "1", (own + 1) % 3), ("ab/steps/2", "2", own)] {
                    let value = #"{"id":"steps/\#(id)","type":"steps","start_date":0,"end_date":1}"#
                    try producer.produce(
                        to: name,
                        partition: partition,
                        key: key.utf8.span.rawBytes,
                        value: value.utf8.span.rawBytes
                    )
                }
                try producer.flush(timeoutMilliseconds: 20_000)
                return try topics.command(["documents", "--output-topics", "single", "a"]).ending()
            }
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output == #"{"id":"steps/1","type":"steps","start_date":0,"end_date":1}"# + "\n")
        }
    }

    /// Topics are read to the ends that they have when the reading begins, and only what is committed.
    @Suite struct ReadTopics {
        private static func cluster(_ node: BrokerNode, isCancelled: Bool = false) -> Cluster {
            Cluster(
                bootstrapServers: node.bootstrapServers,
                groupID: "reading",
                topics: TopicNames(prefix: "x.", forms: []),
                routing: .connection,
                properties: [],
                observer: Observer(level: .error, format: .json),
                progress: Operations.Progress(isStopRequested: { isCancelled })
            )
        }

        private static func read(
            _ node: BrokerNode,
            _ partitions: [TopicPartition],
            from start: TopicReader.Start = .beginning,
            _ body: (UInt8) -> Void = { _ in }
        ) throws -> [UInt8] {
            let reader = try TopicReader(cluster(node))
            var values: [UInt8] = []
            try reader.read(partitions, from: start) { message throws(OperationError) in
                let value = Record(message).value?.first ?? 0
                values.append(value)
                body(value)
            }
            return values
        }

        @Test(.timeLimit(.minutes(20)))
        func `open and aborted transactions are not read, and markers do not hold it up`() async throws {
            let read = try await onBroker { node in
                let topic = try node.freshTopic()
                let open = try node.freshTopic()
                let empty = try node.freshTopic()
                let id = "read-\(UUID().uuidString)"
                let producer = try node.transactionalProducer(id, topics: [topic, open, empty])
                try producer.commit(topic, 1, 2)
                try producer.beginTransaction()
                try producer.send(topic, 9)
                try producer.send(empty, 9)
                try producer.abortTransaction()
                try producer.commit(topic, 3)
                try producer.commit(open, 4)
                try waitUntilSettled([TopicPartition(topic, 0), TopicPartition(open, 0)], node.bootstrapServers)
                try producer.beginTransaction()
                try producer.send(open, 9)
                try producer.flush(timeoutMilliseconds: 20_000)
                let places = [topic, open, empty].map { TopicPartition($0, 0) }
                let all = try Self.read(node, places).sorted()
                try producer.abortTransaction()
                return all
            }
            #expect(read == [1, 2, 3, 4])
        }

        @Test(.timeLimit(.minutes(20)))
        func `after a signal each operation throws that it was cancelled`() async throws {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                for value in 1...3 { try producer.send(topic, UInt8(value)) }
                try producer.flush(timeoutMilliseconds: 20_000)
                let cluster = Self.cluster(node, isCancelled: true)
                let reader = try TopicReader(cluster)
                let place = TopicPartition(topic, 0)
                #expect(throws: OperationError.cancelled) { try reader.read([place]) { _ in } }
                #expect(throws: OperationError.cancelled) { try reader.read(at: [place: [1]]) { _ in } }
                // The list of replays reads again after an error, since a replay may be dropped in the meantime.
                #expect(throws: OperationError.cancelled) { try ReplayList(cluster).replays() }
                // The journal decides what a cancelled command has begun.
                #expect(try ReplayJournal("y.", in: cluster).read() == ReplayRecord())
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a topic that grows ends where it ended at the beginning`() async throws {
            let read = try await onBroker { node in
                let topic = try node.freshTopic()
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                for value in 1...50 { try producer.send(topic, UInt8(value)) }
                try producer.flush(timeoutMilliseconds: 20_000)
                return try Self.read(node, [TopicPartition(topic, 0)]) { _ in
                    // As many again for each that is read.
                    for _ in 0..<20 { try? producer.send(topic, 99) }
                    try? producer.flush(timeoutMilliseconds: 20_000)
                }
            }
            #expect(read == Array(1...50))
        }

        @Test(.timeLimit(.minutes(20)))
        func `from a time on it reads what is as late, in each partition`() async throws {
            let reads = try await onBroker { node in
                let topic = try node.freshTopic(partitions: 2)
                let producer = try Producer(["bootstrap.servers": node.bootstrapServers])
                for value in 1...9 {
                    try producer.send(
                        topic,
                        UInt8(value),
                        timestampMilliseconds: 1_700_000_000_000 + Int64(value) * 1_000
                    )
                }
                try producer.flush(timeoutMilliseconds: 20_000)
                let places = [TopicPartition(topic, 0), TopicPartition(topic, 1)]
                return try [5_000, 5_001, 9_000, 9_001].map { milliseconds in
                    try Self.read(node, places, from: .time(1_700_000_000_000 + milliseconds))
                }
            }
            #expect(reads == [[5, 6, 7, 8, 9], [6, 7, 8, 9], [9], []])
        }
    }
}
