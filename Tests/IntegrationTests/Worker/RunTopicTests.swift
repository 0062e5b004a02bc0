import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// What happens around the records: routing, markers, records that are too long.
    @Suite struct RunRecords {
        @Test(.timeLimit(.minutes(20)))
        func `a dead letter that its topic does not take goes without its value, and says how long that was`()
            async throws
        {
            let (letters, warned) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.createDeadLetters(longestBytes: 4_000)
                let worker = topics.worker(0, ["--create-topics"])
                try worker.startUntilReady()
                let long = "no json " + String(repeating: "x", count: 5_000)
                try topics.produce([("c1", long), ("c1", "no json")], to: topics.names.uploads)
                let isRead = try topics.waitUntilRead()
                #expect(isRead)
                #expect(worker.stop() == 0)
                return (
                    try topics.read(topics.names.deadLetters),
                    worker.says("dead_letter_topic_too_small", within: .seconds(1))
                )
            }
            #expect(warned)
            #expect(letters.map(\.value) == [nil, "no json"])
            #expect(letters.map { $0.headers["fork-value-omitted"] } == ["5008", nil])
        }

        @Test(.timeLimit(.minutes(20)))
        func `a dead letter whose key its topic does not take goes without it, and says how long that was`()
            async throws
        {
            let letters = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.createDeadLetters(longestBytes: 4_000)
                let worker = topics.worker(0, ["--create-topics"])
                try worker.startUntilReady()
                // No connection has such a key, but anybody can send it.
                let key = String(repeating: "k", count: 5_000)
                try topics.produce([(key, "no json"), ("c1", "no json")], to: topics.names.uploads)
                let isRead = try topics.waitUntilRead()
                #expect(isRead)
                #expect(worker.stop() == 0)
                return try topics.read(topics.names.deadLetters).sorted { $0.key < $1.key }
            }
            #expect(letters.map(\.key) == ["", "c1"])
            #expect(letters.map(\.value) == [nil, "no json"])
            #expect(letters.map { $0.headers["fork-key-omitted"] } == ["5000", nil])
            #expect(letters.map { $0.headers["fork-value-omitted"] } == ["7", nil])
            #expect(letters.map { $0.headers["fork-error-code"] } == ["decodingError", "decodingError"])
        }

        @Test(.timeLimit(.minutes(20)), arguments: ["single", "app"])
        func `shared topics have the partitions of the uploads, and a connection keeps its number`(
            routing: String
        ) async throws {
            let (places, inputs, settings) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 3)
                let worker = topics.worker(0, ["--output-topics", routing])
                try worker.start()
                try topics.upload(RunUpload.made(60, connections: 8, seed: 4))
                let isRead = try topics.waitUntilRead()
                #expect(isRead)
                #expect(worker.stop() == 0)
                let name = topics.prefix + (routing == "single" ? "documents" : "app.unknown")
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let settings = try admin.settings(of: [name], timeoutMilliseconds: 60_000)[name]
                let documents = try topics.read(name)
                let uploads = try topics.read(topics.names.uploads)
                let connection = { (record: RunTopics.Record) in String(record.key.prefix { $0 != "/" }) }
                return (
                    Dictionary(grouping: documents, by: connection).mapValues { Set($0.map(\.partition)) },
                    Dictionary(grouping: uploads, by: \.key).mapValues { Set($0.map(\.partition)) }, settings
                )
            }
            #expect(settings?["cleanup.policy"] == "compact")
            #expect(places.count == inputs.count)
            for (connection, partitions) in places { #expect(inputs[connection] == partitions) }
        }

        @Test(.timeLimit(.minutes(20)))
        func `offsets come to the end of a topic that ends in markers and aborted records`() async throws {
            let isRead = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0)
                try worker.start()
                let producer = try Producer([
                    "bootstrap.servers": node.bootstrapServers, "transactional.id": topics.prefix,
                ])
                try producer.initTransactions(timeoutMilliseconds: 60_000)
                for number in 0..<4 {
                    try producer.beginTransaction()
                    let key = Array("conn-0".utf8)
                    let value = Array(RunUpload.made(1, connections: 1, seed: UInt64(number))[0].body.utf8)
                    unsafe try producer.produce(to: topics.names.uploads, key: key.span.bytes, value: value.span.bytes)
                    try producer.flush(timeoutMilliseconds: 60_000)
                    if number == 3 {
                        try producer.abortTransaction()
                    } else {
                        try producer.commitTransaction()
                    }
                }
                let isRead = try topics.waitUntilRead()
                #expect(worker.stop() == 0)
                return isRead
            }
            #expect(isRead)
        }
    }
}
