import Kafka
import System

/// The Kafka clients of a command; each reports its events to the observer.
///
/// Opening the first client waits until a broker answers.
extension Cluster {
    /// Kafka's default `max.message.bytes`, used if the limit of a topic cannot be read.
    private static let usualLimit = 1_048_588
    private static let limitMilliseconds: Int32 = 3_000
    /// Parts of librdkafka's log lines about another process with the same transactional id.
    private static let fenceTexts = ["old epoch", "concurrent operation", "newer producer", "fenced by a newer"]

    func openAdmin(isolation: Admin.Isolation = .committed) throws(OperationError) -> Admin {
        try reach()
        return try OperationError.of { () throws(KafkaError) in try Admin(admin, isolation: isolation, onEvent: events)
        }
    }

    /// Opens a consumer with the configuration `reader` and these properties, which have priority.
    func openConsumer(_ properties: [String: String] = [:]) throws(OperationError) -> Consumer {
        var configuration = reader
        for (name, value) in properties { configuration[name] = value }
        let changed = configuration
        try reach()
        return try OperationError.of { () throws(KafkaError) in try Consumer(changed, onEvent: events) }
    }

    /// Opens a log reader with the configuration `reader` and these properties, which have priority.
    func openReader(_ properties: [String: String] = [:]) throws(OperationError) -> LogReader {
        var configuration = reader
        for (name, value) in properties { configuration[name] = value }
        let changed = configuration
        try reach()
        return try OperationError.of { () throws(KafkaError) in try LogReader(changed, Clocks(), onEvent: events) }
    }

    /// Opens a producer with the configuration `producer(longestBatch:)` and these properties, which have priority.
    ///
    /// Fatal errors and fences are not reported as events: the caller gets them from the failed call.
    func openProducer(longestBatch: Int, _ properties: [String: String] = [:]) throws(OperationError) -> Producer {
        var configuration = producer(longestBatch: longestBatch)
        for (name, value) in properties { configuration[name] = value }
        let changed = configuration
        let report = events
        try reach()
        return try OperationError.of { () throws(KafkaError) in
            try Producer(changed) { event in
                switch event {
                case .notice(let error) where error.code == .fatal: return
                case .log(let line) where line.facility == "FATAL" || Self.isAboutFence(line.text): return
                case .notice, .log, .statistics: report(event)
                }
            }
        }
    }

    private func reach() throws(OperationError) {
        if !contact.isMade { try contact.make(self) }
    }

    private static func isAboutFence(_ text: String) -> Bool { fenceTexts.contains { text.contains($0) } }

    /// Opens a producer whose batches every one of these topics accepts.
    func openProducer(to topics: [String], _ properties: [String: String] = [:]) throws(OperationError) -> Producer {
        try openProducer(longestBatch: longestBatch(of: topics, openAdmin()), properties)
    }

    /// Returns the largest batch size in bytes that every one of these topics accepts.
    func longestBatch(of topics: [String], _ admin: borrowing Admin) -> Int {
        let settings = try? admin.settings(of: topics, timeoutMilliseconds: Self.limitMilliseconds)
        let limits = topics.map { settings?[$0]?["max.message.bytes"].flatMap { Int($0) } ?? Self.usualLimit }
        return limits.min() ?? Self.usualLimit
    }

    /// Returns the committed offsets of a group; does not wait for offsets in open transactions.
    func committed(
        _ places: [TopicPartition],
        by group: String,
        _ deadline: BrokerDeadline = BrokerDeadline()
    ) throws(OperationError) -> [TopicPartition: Int64] {
        let consumer = try openConsumer(["group.id": group, "isolation.level": "read_uncommitted"])
        return try deadline.ask(self) { timeout throws(KafkaError) in
            try consumer.committed(places, timeoutMilliseconds: timeout)
        }
    }
}
