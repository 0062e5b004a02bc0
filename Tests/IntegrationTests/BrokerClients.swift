import Clients
import Foundation
import Kafka

extension BrokerNode {
    /// A topic that no other test uses.
    func freshTopic(partitions: Int32 = 1, settings: [String: String] = [:]) throws -> String {
        let name = "topic-\(UUID().uuidString)"
        let admin = try Admin(["bootstrap.servers": bootstrapServers])
        try admin.createTopics(
            [NewTopic(name, partitions: partitions, settings: settings)],
            timeoutMilliseconds: 60_000
        )
        return name
    }

    /// A transactional producer that has fenced its ancestors and knows the topics.
    func transactionalProducer(
        _ id: String,
        topics: [String],
        settings: Configuration = [:]
    ) throws -> Producer {
        var settings = settings
        settings["bootstrap.servers"] = bootstrapServers
        settings["transactional.id"] = id
        let producer = try Producer(settings)
        try producer.initTransactions(timeoutMilliseconds: 60_000)
        try producer.warmUp(topics, timeoutMilliseconds: 60_000)
        return producer
    }

    /// A consumer of the group.
    func consumer(_ group: String, settings: Configuration = [:]) throws -> Consumer {
        var settings = settings
        settings["bootstrap.servers"] = bootstrapServers
        settings["group.id"] = group
        settings.setDefault("session.timeout.ms", "6000")
        settings.setDefault("heartbeat.interval.ms", "300")
        return try Consumer(settings)
    }

    /// The values of a partition, one byte each, from its start to the end that a reader of this isolation may see; and
    /// the position and the watermarks at that end.
    ///
    /// What was committed is waited for, unless a transaction is open.
    func contents(
        _ partition: TopicPartition,
        isolation: Admin.Isolation = .committed,
        isOpen: Bool = false
    ) throws -> (values: [UInt8], position: Int64, watermarks: Watermarks) {
        if !isOpen { try waitUntilSettled([partition], bootstrapServers) }
        let reader = try consumer(
            "reader-\(UUID().uuidString)",
            settings: ["isolation.level": isolation.rawValue, "enable.partition.eof": "true"]
        )
        try reader.assign([Assignment(partition, from: .beginning)])
        var values: [UInt8] = []
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            guard let message = reader.poll(timeoutMilliseconds: 100) else { continue }
            if let error = message.error { throw error }
            if message.isEndOfPartition { break }
            values += [UInt8](message.value) ?? []
        }
        let position = try reader.positions(of: [partition])[partition] ?? -1
        return (values, position, try reader.watermarks(of: partition, timeoutMilliseconds: 5000))
    }
}

/// Waits until readers see all that is in the partitions: a commit is answered before its markers
/// are written.
func waitUntilSettled(_ partitions: [TopicPartition], _ servers: String) throws {
    let committed = try Admin(["bootstrap.servers": servers])
    let all = try Admin(["bootstrap.servers": servers], isolation: .uncommitted)
    for partition in partitions {
        let isSettled = try eventually {
            let end = try patiently { () throws(KafkaError) in
                try all.watermarks(of: partition, timeoutMilliseconds: 20_000).high
            }
            let settled = try patiently { () throws(KafkaError) in
                try committed.watermarks(of: partition, timeoutMilliseconds: 20_000).high
            }
            return settled >= end
        }
        if !isSettled { throw KafkaError(.poll, .timedOut) }
    }
}

/// Asks again, for a while, what a broker that is busy with a new topic does not answer.
func patiently<Answer>(_ question: () throws(KafkaError) -> Answer) throws(KafkaError) -> Answer {
    let deadline = ContinuousClock.now + patience
    while true {
        do throws(KafkaError) {
            return try question()
        } catch {
            guard error.kind == .passing, ContinuousClock.now < deadline else { throw error }
            usleep(100_000)
        }
    }
}

extension Producer {
    /// Produces one byte to partition 0.
    func send(_ topic: String, _ value: UInt8, timestampMilliseconds: Int64 = 0) throws(KafkaError) {
        try produce(
            to: topic,
            partition: 0,
            key: nil,
            value: [value].span.rawBytes,
            timestampMilliseconds: timestampMilliseconds
        )
    }

    /// One transaction with these values.
    func commit(_ topic: String, _ values: UInt8...) throws(KafkaError) {
        try beginTransaction()
        for value in values { try send(topic, value) }
        try commitTransaction()
    }
}

/// Calls again while the error is one that passes, as a lane does.
func retrying(_ body: () throws(KafkaError) -> Void) throws(KafkaError) {
    let deadline = ContinuousClock.now + patience
    while let error = caught(body) {
        guard error.kind == .passing, ContinuousClock.now < deadline else { throw error }
        Thread.sleep(forTimeInterval: 0.1)
    }
}
