import Dispatching
import Kafka
import Requests
import System
import Vocabulary
import Worker

/// Reads the status of a group from brokers and workers, without joining the group.
package struct StatusReader: ~Copyable {
    private static let readMilliseconds: Int64 = 5_000
    private static let askMilliseconds: Int32 = 5_000
    private static let dayMilliseconds: Int64 = 86_400_000

    private let cluster: Cluster
    private let workers: [(host: String, port: UInt16, name: String)]
    private let clocks: Clocks
    /// The client for end offsets as `read_committed` consumers see them.
    private let stable: Admin
    /// The client for end offsets that include open transactions.
    private let whole: Admin

    /// Creates a reader that also reads the metrics pages of these workers.
    package init(
        _ cluster: Cluster,
        workers: [(host: String, port: UInt16, name: String)]
    ) throws(OperationError) {
        let stable = try cluster.openAdmin()
        let whole = try cluster.openAdmin(isolation: .uncommitted)
        self.cluster = cluster
        self.workers = workers
        clocks = Clocks()
        self.stable = stable
        self.whole = whole
    }

    /// Reads everything except dead letters, which `letters` reads.
    package func read() throws(OperationError) -> StatusReading {
        let deadline = BrokerDeadline()
        let counts = try deadline.ask(cluster) { timeout throws(KafkaError) in
            try whole.partitionCounts(timeoutMilliseconds: timeout)
        }
        let inputs = [cluster.topics.uploads, cluster.topics.connections]
        for topic in inputs where counts[topic] == nil {
            throw OperationError("the topic \(topic) is missing: check --topic-prefix and --input-prefix")
        }
        let own = counts.filter { name, _ in
            inputs.contains(name) || (!cluster.topics.prefix.isEmpty && name.hasPrefix(cluster.topics.prefix))
                || cluster.topics.all.contains(name)
        }
        let places = own.flatMap { name, count in (0..<count).map { TopicPartition(name, $0) } }
        let stableEnds = try deadline.ask(cluster) { timeout throws(KafkaError) in
            try stable.watermarks(of: places, timeoutMilliseconds: timeout)
        }
        let ends = try deadline.ask(cluster) { timeout throws(KafkaError) in
            try whole.watermarks(of: places, timeoutMilliseconds: timeout)
        }
        let read = places.filter { inputs.contains($0.topic) }
        let committed = try cluster.committed(read, by: cluster.groupID, deadline)
        var reading = StatusReading(at: clocks.wallMilliseconds())
        reading.group.members = try deadline.ask(cluster) { timeout throws(KafkaError) in
            try whole.members(ofGroup: cluster.groupID, timeoutMilliseconds: timeout)
        }
        func partitions(_ places: [TopicPartition], _ committed: [TopicPartition: Int64]) -> [StatusReading.Partition] {
            places.compactMap { place in
                ends[place].map {
                    StatusReading.Partition(place, begin: $0.low, end: $0.high, committed: committed[place])
                }
            }
        }
        reading.group.partitions = partitions(read, committed)
        reading.used = used(ends)
        let group = StateOwner.dispatcher.group(ofWorkers: cluster.groupID)
        // Without a right on the dispatchers' group, the status contains only the workers.
        if counts[cluster.topics.webhookState] != nil,
            let members = try? whole.members(ofGroup: group, timeoutMilliseconds: Self.askMilliseconds)
        {
            let jobs = places.filter { $0.topic == cluster.topics.jobs }
            reading.dispatchers.members = members
            reading.dispatchers.partitions = partitions(
                jobs,
                (try? cluster.committed(jobs, by: group, deadline)) ?? [:]
            )
        }
        try look(at: &reading, stableEnds, ends)
        reading.workers = workers.map { ask($0.host, $0.port, $0.name) }
        return reading
    }

    /// Returns the input partitions that have or had records.
    ///
    /// A partition with state, but without connection settings, must have had uploads.
    private func used(_ ends: [TopicPartition: Watermarks]) -> Set<TopicPartition> {
        let full = Set(ends.filter { $0.value.low < $0.value.high }.keys)
        let names = cluster.topics
        let left = full.filter { place in
            place.topic == names.state && !full.contains(TopicPartition(names.connections, place.partition))
        }
        return full.union(left.map { TopicPartition(names.uploads, $0.partition) })
    }

    /// Reads one record of each partition that has lag or an open transaction.
    private func look(
        at reading: inout StatusReading,
        _ stableEnds: [TopicPartition: Watermarks],
        _ ends: [TopicPartition: Watermarks]
    ) throws(OperationError) {
        var waiting: [TopicPartition: Int64] = [:]
        for partition in reading.group.partitions
        where partition.lag > 0 && partition.place.topic == cluster.topics.uploads {
            waiting[partition.place] = max(partition.begin, partition.committed ?? partition.begin)
        }
        var open: [TopicPartition: Int64] = [:]
        for (place, stable) in stableEnds where stable.high < ends[place]?.high ?? 0 { open[place] = stable.high }
        reading.oldest = try firstRecords(waiting).mapValues(\.timestamp)
        let time = clocks.wallMilliseconds()
        reading.hanging = try firstRecords(open).compactMap { place, record in
            HangingTransaction(place, offset: record.offset, since: record.timestamp, at: time)
        }.sorted { ($0.place.topic, $0.place.partition) < ($1.place.topic, $1.place.partition) }
    }

    /// Returns the first record at or after each offset, committed or not.
    ///
    /// Partitions without an answer in time are left out.
    private func firstRecords(
        _ offsets: [TopicPartition: Int64]
    ) throws(OperationError) -> [TopicPartition: (offset: Int64, timestamp: Int64)] {
        if offsets.isEmpty { return [:] }
        let reader = try cluster.openReader(["isolation.level": "read_uncommitted"])
        var found: [TopicPartition: (offset: Int64, timestamp: Int64)] = [:]
        try? reader.firstRecords(atOrAfter: offsets, milliseconds: Self.readMilliseconds) { place, message in
            if let time = message.timestampMilliseconds { found[place] = (message.offset, time) }
        }
        return found
    }

    private func ask(_ host: String, _ port: UInt16, _ name: String) -> WorkerReading {
        do throws(PageClient.Failure) {
            let client = PageClient(host: host, port: port, timeoutMilliseconds: 2_000)
            let answer = try client.get("/metrics", accept: "text/plain")
            guard answer.status == 200 else {
                return WorkerReading(address: name, failure: "it answers with status \(answer.status)")
            }
            let page = String(decoding: answer.body, as: UTF8.self)
            let readiness = try client.get("/readyz").body
            return WorkerReading(
                address: name,
                page: page,
                readiness: String(decoding: readiness, as: UTF8.self)
            )
        } catch {
            return WorkerReading(address: name, failure: error.reason)
        }
    }

    /// Returns the webhook jobs that wait; nil without a state topic of dispatchers, or without the right to read it.
    package func waiting() throws(OperationError) -> StatusReading.Waiting? {
        let name = cluster.topics.webhookState
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return nil }
        guard let connections = try? WaitingList(cluster).connections() else { return nil }
        return StatusReading.Waiting(
            jobs: connections.reduce(0) { $0 + $1.waiting },
            connections: connections.count { $0.waiting > 0 },
            oldestMilliseconds: connections.compactMap(\.oldestMilliseconds).min()
        )
    }

    /// Returns the open dead letters of the last day by code; nil without a dead-letter topic.
    package func letters() throws(OperationError) -> [String: Int]? {
        let since = clocks.wallMilliseconds() - Self.dayMilliseconds
        var filter = DeadLetterFilter()
        filter.since = since
        let name = cluster.topics.deadLetters
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return nil }
        // A marker comes after its dead letter, so reading from this time finds all markers that count.
        let index = try DeadLetterTopic(cluster).index(.filter(filter), from: .time(since))
        return index.letters(all: false).reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
    }
}
