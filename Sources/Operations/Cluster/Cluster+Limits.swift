import Kafka

extension Cluster {
    /// Kafka's default `max.message.bytes`, used if the limit of a topic cannot be read.
    private static let usualLimit = 1_048_588
    private static let limitMilliseconds: Int32 = 3_000

    /// Returns the largest batch size in bytes that every one of these topics accepts.
    func longestBatch(of topics: [String], _ admin: borrowing Admin) -> Int {
        let settings = try? admin.settings(of: topics, timeoutMilliseconds: Self.limitMilliseconds)
        let limits = topics.map { settings?[$0]?["max.message.bytes"].flatMap { Int($0) } ?? Self.usualLimit }
        return limits.min() ?? Self.usualLimit
    }
}
