import Kafka

extension Cluster {
    /// Kafka's own default, where a topic's limit can't be asked.
    private static let usualLimit = 1_048_588
    private static let limitMilliseconds: Int32 = 3_000

    /// How long a batch may be that each of these topics takes.
    func longestBatch(of topics: [String], _ admin: borrowing Admin) -> Int {
        let settings = try? admin.settings(of: topics, timeoutMilliseconds: Self.limitMilliseconds)
        let limits = topics.map { settings?[$0]?["max.message.bytes"].flatMap { Int($0) } ?? Self.usualLimit }
        return limits.min() ?? Self.usualLimit
    }
}
