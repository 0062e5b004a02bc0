import CRDKafka

/// The brokers that a consumer fetches from, each with one partition that it leads.
struct FetchLeaders {
    private struct Leader {
        let partition: TopicPartition
        /// The earliest time of the next request; a request that times out delays the next one by 100 ms.
        ///
        /// A leader that does not answer in time may be waiting for records, so the requests continue.
        var notBefore = ContinuousClock.now
    }

    /// The timeout of a request; an answer takes about a millisecond, and is not needed.
    private static let answerMilliseconds: Int32 = 20
    private static let metadataMilliseconds: Int32 = 1_000
    private static let pause = Duration.milliseconds(100)

    private let client: ClientHandle
    private var leaders: [Leader] = []

    init(_ client: ClientHandle) { self.client = client }

    /// Sends a small request to each leader, which wakes the thread that fetches from the leader.
    mutating func ask() {
        for index in leaders.indices where leaders[index].notBefore <= .now {
            do throws(KafkaError) {
                try client.askEnd(of: leaders[index].partition, timeoutMilliseconds: Self.answerMilliseconds)
            } catch {
                leaders[index].notBefore = .now + Self.pause
            }
        }
    }

    /// Finds the leaders of partitions.
    ///
    /// Keeps the known leaders if no broker answers.
    mutating func find(_ partitions: [TopicPartition]) {
        var found: [Int32: Leader] = [:]
        for topic in Set(partitions.map(\.topic)) {
            guard let known = try? client.leaders(of: topic, timeoutMilliseconds: Self.metadataMilliseconds) else {
                return
            }
            for partition in partitions where partition.topic == topic {
                guard let broker = known[partition.partition], broker >= 0 else { continue }
                found[broker] = found[broker] ?? Leader(partition: partition)
            }
        }
        leaders = Array(found.values)
    }
}
