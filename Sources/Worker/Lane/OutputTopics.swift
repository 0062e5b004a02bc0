import Health
import Kafka

/// The topics that documents go to: which exist, and which the producer knows.
struct OutputTopics {
    /// Beyond so many a producer is made anew.
    private static let capacity = 5_000
    /// More in one request would outlast its timeout.
    private static let requestCount = 1_000

    private let routing: Rules.Routing
    private let partitions: Int32
    private let replicationFactor: Int32
    private let isEmbedded: Bool
    /// What takes longer is asked again, and a stop need not wait for it.
    private let askMilliseconds: Int32 = 3_000
    private let createMilliseconds: Int32 = 5_000
    private var known: Set<String>

    init(settings: WorkerSettings, partitions: Int32) {
        routing = settings.rules.routing
        self.partitions = partitions
        replicationFactor = settings.replicationFactor
        isEmbedded = settings.isEmbedded
        known = []
    }

    /// The topics of these records that the producer does not know yet.
    func unknown(in records: some Sequence<OutputRecord>) -> [String] {
        var names: Set<String> = []
        for record in records where !known.contains(record.topic) { names.insert(record.topic) }
        return names.sorted()
    }

    /// Creates those that are missing, and says how many that were.
    func create(_ names: [String], by admin: borrowing Admin) throws(KafkaError) -> Int {
        guard !isEmbedded else { return 0 }
        let existing = try admin.partitionCounts(of: names, timeoutMilliseconds: askMilliseconds)
        let missing = names.filter { existing[$0] == nil }
        var created = 0
        for start in stride(from: 0, to: missing.count, by: Self.requestCount) {
            let some = missing[start..<min(start + Self.requestCount, missing.count)].map(plan)
            created += try admin.createTopics(some, timeoutMilliseconds: createMilliseconds).count
        }
        return created
    }

    func isFull(with names: [String]) -> Bool { known.count + names.count > Self.capacity && !known.isEmpty }

    mutating func learn(_ names: [String]) { known.formUnion(names) }

    /// The producer is a new one.
    mutating func forget() { known = [] }

    /// Dead letters and jobs have been there since the start; all others hold documents.
    private func plan(_ name: String) -> NewTopic {
        var settings = ["cleanup.policy": "compact"]
        // The broker preallocates 10 MB of index for each partition; with thousands of them it stands still for seconds.
        if routing == .connection { settings["segment.index.bytes"] = "65536" }
        return NewTopic(
            name,
            partitions: routing == .connection ? 1 : partitions,
            replicationFactor: replicationFactor,
            settings: settings
        )
    }
}
