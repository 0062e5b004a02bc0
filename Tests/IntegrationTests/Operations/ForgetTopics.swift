import Foundation
import Kafka
import Worker

/// Topics with two connections, `ab` and `abc`, and the part that a worker has in forgetting the first.
struct ForgetTopics: Sendable {
    /// A record of the settings of `ab`.
    struct Settings: Sendable {
        let value: String
        let partition: Int32
        let time: Int64
        let offset: Int64
    }

    let run: RunTopics
    /// Where no murmur2 would put it: topics of others are believed, not the hash.
    private let partition: Int32 = 2

    init(run: RunTopics) { self.run = run }

    /// Makes and fills them.
    init(_ node: BrokerNode) throws {
        run = try RunTopics(node.bootstrapServers)
        try run.create(partitions: 3)
        let compact = ["cleanup.policy": "compact"]
        let own = ["ab", "abc"].map { NewTopic("\(run.prefix)connection.\($0)", partitions: 1, settings: compact) }
        let shared = NewTopic("\(run.prefix)documents", partitions: 3, settings: compact)
        try Admin(["bootstrap.servers": run.servers]).createTopics(own + [shared], timeoutMilliseconds: 60_000)
        let names = run.names
        let before = #""app_id":"x","callback_url":"https://ab.example/","background_delivery":["sleep"]"#
        for (id, extra) in [("ab", ",\(before)"), ("abc", "")] {
            let settings = #"{"connection_id":"\#(id)"\#(extra)}"#
            try produce([(id, settings)], to: names.connections, partition: partition)
            try produce([(id, settings)], to: names.uploads, partition: partition)
            try produce([(id, "no json")], to: names.deadLetters, partition: 0)
            try produce([("\(id)\0one", "s"), ("\(id)\0two", "s")], to: names.state, partition: partition)
            let documents = ["steps/2024-04-16", "sleep/X", "sleep/X#2"].map {
                ("\(id)/\($0)", $0.contains("#") ? nil : "{}")
            }
            try produce(id == "ab" ? documents : [documents[0]], to: shared.name, partition: partition)
            try produce([("steps/1", "{}"), ("steps/2", nil)], to: "\(run.prefix)connection.\(id)", partition: 0)
        }
    }

    func produce(_ records: [(String, String?)], to topic: String, partition: Int32) throws {
        let producer = try Producer(["bootstrap.servers": run.servers])
        try Self.produce(records, to: topic, partition, producer)
        try producer.flush(timeoutMilliseconds: 60_000)
    }

    private static func produce(
        _ records: [(String, String?)],
        to topic: String,
        _ partition: Int32,
        _ producer: borrowing Producer
    ) throws {
        for (key, value) in records {
            let key = Array(key.utf8)
            if let value = value.map({ Array($0.utf8) }) {
                try producer.produce(
                    to: topic,
                    partition: partition,
                    key: key.span.rawBytes,
                    value: value.span.rawBytes
                )
            } else {
                try producer.produce(to: topic, partition: partition, key: key.span.rawBytes, value: nil)
            }
        }
    }

    /// What a worker does that takes the settings: state and offset in one transaction.
    func actAsWorker() throws {
        let place = TopicPartition(run.names.connections, partition)
        let producer = try Producer(["bootstrap.servers": run.servers, "transactional.id": "worker-\(run.prefix)"])
        try producer.initTransactions(timeoutMilliseconds: 60_000)
        try producer.beginTransaction()
        try Self.produce([("ab\0one", nil), ("ab\0two", nil)], to: run.names.state, partition, producer)
        let reader = try Consumer(["bootstrap.servers": run.servers, "group.id": run.group])
        let end = try reader.watermarks(of: place, timeoutMilliseconds: 60_000).high
        try retrying { () throws(KafkaError) in
            try producer.sendOffsets([place: end], group: try reader.groupMetadata(), timeoutMilliseconds: 60_000)
        }
        try producer.commitTransaction()
    }

    /// The settings of `ab`, in their order.
    func settings() throws -> [Settings] {
        let place = TopicPartition(run.names.connections, partition)
        let reader = try Consumer([
            "bootstrap.servers": run.servers, "group.id": "settings-\(run.prefix)", "enable.partition.eof": "true",
        ])
        try reader.assign([Assignment(place, from: .beginning)])
        var settings: [Settings] = []
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            guard let message = reader.poll(timeoutMilliseconds: 1_000), message.error == nil else { continue }
            if message.isEndOfPartition { return settings }
            guard [UInt8](message.key) == Array("ab".utf8) else { continue }
            settings.append(
                Settings(
                    value: [UInt8](message.value).map { String(decoding: $0, as: UTF8.self) } ?? "",
                    partition: partition,
                    time: message.timestampMilliseconds ?? 0,
                    offset: message.offset
                )
            )
        }
        throw KafkaError(.poll, .timedOut)
    }

    func waitForSettings(_ count: Int) throws {
        guard try eventually({ try settings().count >= count }) else { throw KafkaError(.poll, .timedOut) }
    }

    /// How many documents of the other connection are live among the shared ones.
    func others() throws -> Int {
        var live: Set<String> = []
        for record in try run.read("\(run.prefix)documents") where record.key.hasPrefix("abc/") {
            if record.value == nil { live.remove(record.key) } else { live.insert(record.key) }
        }
        return live.count
    }

    func names() throws -> Set<String> {
        let counts = try Admin(["bootstrap.servers": run.servers]).partitionCounts(timeoutMilliseconds: 60_000)
        return Set(counts.keys)
    }
}
