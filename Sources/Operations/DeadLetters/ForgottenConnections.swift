import JSON
import Kafka
import Vocabulary
import Worker

/// The connections that were forgotten by settings with `forget`, each with a cutoff time.
///
/// Dead letters of records from before the cutoff time must not be redriven.
package struct ForgottenConnections: Sendable {
    /// Settings that forget a connection contain the member name `forget`, perhaps with an escaped character.
    private static let words = ["forget", "\\u"].map { Array($0.utf8) }

    /// The cutoff times in Unix milliseconds, by connection.
    private var until: [[UInt8]: Int64] = [:]

    package init() {}

    /// Reads the settings of all connections.
    package static func read(_ cluster: Cluster) throws(OperationError) -> Self {
        let reader = try TopicReader(cluster)
        let topic = cluster.topics.connections
        var forgotten = Self()
        guard let count = try reader.partitionCounts(of: [topic])[topic] else { return forgotten }
        let title = cluster.progress.title
        cluster.progress.title = "reading \(topic)"
        let partitions = (0..<count).map { TopicPartition(topic, $0) }
        try reader.read(partitions) { message throws(OperationError) in
            forgotten.take(key: message.key, value: message.value, timestampMilliseconds: message.timestampMilliseconds)
        }
        cluster.progress.title = title
        return forgotten
    }

    /// Adds the next settings record of any connection.
    ///
    /// Settings that reopen a connection do not remove its cutoff time.
    package mutating func take(key: RawSpan?, value: RawSpan?, timestampMilliseconds: Int64?) {
        guard let key = [UInt8](key), let value, Self.mayForget(value) else { return }
        // Only few settings pass the check above, so a parser for each is cheap.
        var parser = Parser()
        guard let root = try? parser.parse(value), let field = root.member("forget") else { return }
        let time: Int64?
        if let isForgotten = field.bool {
            time = isForgotten ? timestampMilliseconds : nil
        } else {
            time = ConnectionSettings.forgottenUntil(field)
        }
        if let time { until[key] = max(until[key] ?? time, time) }
    }

    private static func mayForget(_ value: RawSpan) -> Bool {
        unsafe value.withUnsafeBytes { bytes in
            words.contains { word in
                guard bytes.count >= word.count else { return false }
                return (0...bytes.count - word.count).contains { start in
                    unsafe bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
                }
            }
        }
    }

    package var isEmpty: Bool { until.isEmpty }

    /// Whether the connection was forgotten at or after this time in Unix milliseconds; true if the time is unknown.
    package func isForgotten(_ connection: String?, _ milliseconds: Int64?) -> Bool {
        guard let connection, let until = until[Array(connection.utf8)] else { return false }
        return milliseconds.map { $0 <= until } ?? true
    }
}
