package import System

/// A topic of the simulated cluster.
package final class ClusterTopic {
    package internal(set) var partitions: [PartitionLog]
    package var settings: [String: String]

    init(_ topic: NewTopic) {
        partitions = (0..<max(1, topic.partitions)).map { _ in PartitionLog() }
        settings = topic.settings
    }
}

/// How a broker may treat requests, in a thousand.
package struct Weather {
    /// The answer takes some seconds.
    package var slow = 0
    /// It never comes, and what was asked for is done.
    package var lostAnswer = 0
    /// It never comes, and nothing is done.
    package var lostRequest = 0
    /// How long markers take at most.
    package var markerMilliseconds = 3
    /// Nobody says where this partition begins and ends.
    package var deaf: TopicPartition?

    package init() {}
}

/// Brokers in memory: topics, transactions, groups.
package final class Cluster {
    nonisolated(unsafe) package private(set) static var current = Cluster(World.current)

    /// The coordinator looks so often for transactions whose time is over.
    private static let scanMilliseconds: Int64 = 10_000
    private static let sessionScanMilliseconds: Int64 = 1_000

    let world: World
    package var id = "cluster-1"
    package var weather = Weather()
    /// How long it takes at most until the first records of an assigned partition come.
    package var firstFetchMilliseconds = 0
    /// Topics that may not be made, and topics that may not be written to.
    package var unmakable: Set<String> = []
    package var unwritable: Set<String> = []
    /// Whether consumers read on at their offset in a log that replaces another one.
    package var isReadOn = false
    /// What a client was asked that no order of calls allows; nil when nothing was.
    package var misuse: String?
    package internal(set) var topics: [String: ClusterTopic] = [:]
    var transactionalIDs: [String: TransactionalID] = [:]
    var groups: [String: ConsumerGroup] = [:]

    private init(_ world: World) { self.world = world }

    /// An empty one for the history that begins.
    package static func begin(_ world: World) -> Cluster {
        current = Cluster(world)
        current.scan()
        current.watchSessions()
        return current
    }

    private func scan() {
        world.at(world.now + Self.scanMilliseconds) { [self] in
            for (_, known) in transactionalIDs.sorted(by: { $0.key < $1.key }) {
                guard let transaction = known.transaction, transaction.outcome == .open,
                    world.now - transaction.began > known.timeout
                else { continue }
                // The producer of the epoch before is fenced.
                known.epoch += 1
                end(known, .aborted)
            }
            scan()
        }
    }

    private func watchSessions() {
        world.at(world.now + Self.sessionScanMilliseconds) { [self] in
            for (_, group) in groups.sorted(by: { $0.key < $1.key }) { group.expire() }
            watchSessions()
        }
    }

    package func log(_ place: TopicPartition) -> PartitionLog? {
        guard let topic = topics[place.topic], place.partition >= 0, Int(place.partition) < topic.partitions.count
        else {
            return nil
        }
        return topic.partitions[Int(place.partition)]
    }

    /// Makes a topic; false when it is there.
    package func create(_ topic: NewTopic) -> Bool {
        guard topics[topic.name] == nil else { return false }
        topics[topic.name] = ClusterTopic(topic)
        world.note("topic \(topic.name) is made")
        world.announce()
        return true
    }

    /// Deletes a topic, and with it what groups have committed of it.
    package func delete(topic: String) {
        topics[topic] = nil
        for group in groups.values { group.forget(topic) }
        world.note("topic \(topic) is deleted")
    }

    /// Gives a topic more partitions.
    package func grow(topic: String, to count: Int) {
        guard let known = topics[topic] else { return }
        while known.partitions.count < count { known.partitions.append(PartitionLog()) }
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) { group.topicsChanged() }
    }

    /// A record from outside of transactions.
    package func append(
        _ key: [UInt8],
        _ value: [UInt8]?,
        _ headers: [(name: String, value: [UInt8]?)] = [],
        to place: TopicPartition
    ) {
        _ = log(place)?.append(
            key: key,
            value: value,
            headers: headers,
            timestamp: world.wallMilliseconds,
            transaction: nil
        )
        world.announce()
    }

    package func compact(_ place: TopicPartition, before offset: Int64) {
        let retention = topics[place.topic]?.settings["delete.retention.ms"].flatMap { Int64($0) } ?? 86_400_000
        let oldest = world.wallMilliseconds - retention
        log(place)?.compact(before: offset, tombstonesFrom: oldest)
    }

    /// What a reader of committed records has been given last under each key, up to the last stable offset.
    package func live(_ place: TopicPartition) -> [[UInt8]: [UInt8]] {
        var values: [[UInt8]: [UInt8]] = [:]
        guard let log = log(place) else { return values }
        for record in log.records where record.offset < log.lastStable && record.isCommitted {
            if let key = record.key { values[key] = record.value }
        }
        return values
    }

    /// All committed records of a partition, in order.
    package func committed(_ place: TopicPartition) -> [LogRecord] {
        guard let log = log(place) else { return [] }
        return log.records.filter { $0.offset < log.lastStable && $0.isCommitted }
    }

    /// Whether a process that has ended has left something that its broker must end.
    package func hasOpenTransaction(of instance: String, since began: Int64) -> Bool {
        transactionalIDs.contains { id, known in
            guard id.contains(instance), let transaction = known.transaction else { return false }
            return transaction.outcome == .open && transaction.began >= began
        }
    }

    /// Whether any transaction has not come to its end.
    package var hasOpenTransactions: Bool { transactionalIDs.values.contains { $0.transaction != nil } }
}
