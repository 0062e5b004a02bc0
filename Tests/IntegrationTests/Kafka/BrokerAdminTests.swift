import Clients
import Foundation
import Kafka
import Testing

extension BrokerTests {
    @Suite struct Administration {
        @Test func `topics are made once, with their settings and the broker's own replication`() async throws {
            try await onBroker { node in
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let name = "made-\(UUID().uuidString)"
                let topic = NewTopic(
                    name,
                    partitions: 3,
                    settings: ["cleanup.policy": "compact", "max.message.bytes": "2000000"]
                )
                let first = try admin.createTopics([topic], timeoutMilliseconds: 60_000)
                let both = [topic, NewTopic(name + "2", partitions: 1)]
                let second = try admin.createTopics(both, timeoutMilliseconds: 60_000)
                #expect(first == [name])
                #expect(second == [name + "2"])
                let settings = try admin.settings(of: [name, name + "2"], timeoutMilliseconds: 60_000)
                #expect(settings[name]?["cleanup.policy"] == "compact")
                #expect(settings[name]?["max.message.bytes"] == "2000000")
                #expect(settings[name]?["delete.retention.ms"] == "86400000")
                #expect(settings[name + "2"]?["cleanup.policy"] == "delete")
                let counts = try admin.partitionCounts(of: [name, "nowhere"], timeoutMilliseconds: 60_000)
                #expect(counts == [name: 3])
                let all = try admin.partitionCounts(timeoutMilliseconds: 60_000)
                #expect(all[name + "2"] == 1)
                let watermarks = try admin.watermarks(of: TopicPartition(name, 2), timeoutMilliseconds: 60_000)
                #expect(watermarks == Watermarks(low: 0, high: 0))
            }
        }

        @Test func `one entry of a topic's configuration changes, and the others stay`() async throws {
            try await onBroker { node in
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let name = "altered-\(UUID().uuidString)"
                let settings = ["cleanup.policy": "compact", "max.message.bytes": "2000000"]
                let topic = NewTopic(name, partitions: 1, settings: settings)
                _ = try admin.createTopics([topic], timeoutMilliseconds: 60_000)
                try admin.alter(name, ["max.message.bytes": "3000000"], timeoutMilliseconds: 60_000)
                var found: [String: String]?
                let isChanged = try eventually {
                    found = try admin.settings(of: [name], timeoutMilliseconds: 60_000)[name]
                    return found?["max.message.bytes"] == "3000000"
                }
                #expect(isChanged && found?["cleanup.policy"] == "compact")
            }
        }

        @Test func `the ends of a partition are found though the client was told that it is not there`() async throws {
            try await onBroker { node in
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let name = "grown-\(UUID().uuidString)"
                _ = try admin.createTopics([NewTopic(name, partitions: 1)], timeoutMilliseconds: 60_000)
                let place = TopicPartition(name, 1)
                let error = #expect(throws: KafkaError.self) {
                    try admin.watermarks(of: place, timeoutMilliseconds: 60_000)
                }
                #expect(error?.code == .unknownPartition)
                try node.grow([name], to: 2)
                let found = try patiently { () throws(KafkaError) in
                    try admin.watermarks(of: place, timeoutMilliseconds: 20_000)
                }
                #expect(found == Watermarks(low: 0, high: 0))
            }
        }

        @Test func `the members of a group are told by their client ids, and a group that is not there has none`()
            async throws
        {
            try await onBroker { node in
                let topic = try node.freshTopic()
                let group = "group-\(UUID().uuidString)"
                let member = try node.consumer(group, settings: ["client.id": "fork-worker-a-0"])
                try member.subscribe(to: [topic], timeoutMilliseconds: 60_000)
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                var members: [String] = []
                let deadline = ContinuousClock.now + patience
                while members.isEmpty, ContinuousClock.now < deadline {
                    _ = member.poll(timeoutMilliseconds: 100) { _ in }
                    members = try patiently { () throws(KafkaError) in
                        try admin.memberClientIDs(ofGroup: group, timeoutMilliseconds: 20_000)
                    }
                }
                #expect(members == ["fork-worker-a-0"])
                let nobody = try patiently { () throws(KafkaError) in
                    try admin.memberClientIDs(ofGroup: "nobody-\(group)", timeoutMilliseconds: 20_000)
                }
                #expect(nobody.isEmpty)
            }
        }

        @Test func `a refused topic is named with the broker's reason`() async throws {
            let error = try await onBroker { node in
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                return caught { () throws(KafkaError) in
                    let topic = NewTopic("wrong", partitions: 1, settings: ["cleanup.policy": "shred"])
                    try admin.createTopics([topic], timeoutMilliseconds: 60_000)
                }
            }
            #expect(error?.kind == .permanent)
            #expect(error?.reason.hasPrefix("wrong: ") == true)
            #expect(error?.reason.contains("shred") == true)
        }

        @Test func `settings of a missing topic are an error that names it`() async throws {
            let error = try await onBroker { node in
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                return caught { () throws(KafkaError) in
                    _ = try admin.settings(of: ["nowhere"], timeoutMilliseconds: 60_000)
                }
            }
            #expect(error?.code == .unknownTopicOrPartition)
            #expect(error?.reason.hasPrefix("nowhere: ") == true)
        }

        @Test func `new topics can be written to right after the warm-up`() async throws {
            try await onBroker { node in
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
                let topics = (0..<50).map { "warm-\(UUID().uuidString)-\($0)" }
                try admin.createTopics(topics.map { NewTopic($0, partitions: 1) }, timeoutMilliseconds: 60_000)
                let producer = try node.transactionalProducer("warm", topics: topics)
                try producer.beginTransaction()
                for topic in topics { try producer.send(topic, 1) }
                try producer.commitTransaction()
                #expect(try node.contents(TopicPartition(topics[49], 0)).values == [1])
            }
        }
    }
}
