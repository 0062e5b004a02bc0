import Health
import JSON
import Kafka
import Worker

/// The connections that settings have forgotten, and up to when: what was refused of them before does not go through again.
package struct ForgottenConnections: Sendable {
    /// What settings have in them that forget something: the name of the member, or how JSON begins a character of it.
    private static let words = ["forget", "\\u"].map { Array($0.utf8) }

    /// Up to when, in Unix milliseconds, by the key of the settings.
    private var until: [[UInt8]: Int64] = [:]

    package init() {}

    /// Reads the settings of all connections; nil when the work was stopped.
    package static func read(_ cluster: Cluster, _ work: inout LongWork) throws(OperationError) -> Self? {
        let reader = try TopicReader(cluster)
        let topic = cluster.topics.connections
        var forgotten = Self()
        guard let count = try reader.partitionCounts(of: [topic])[topic] else { return forgotten }
        let title = work.title
        work.title = "reading \(topic)"
        let partitions = (0..<count).map { TopicPartition(topic, $0) }
        let isWhole = try reader.read(partitions, &work) { message throws(OperationError) in
            forgotten.take(key: message.key, value: message.value, timestampMilliseconds: message.timestampMilliseconds)
        }
        work.title = title
        return isWhole ? forgotten : nil
    }

    /// Takes the next settings, of whichever connection; what opens one again does not undo that it was forgotten.
    package mutating func take(key: RawSpan?, value: RawSpan?, timestampMilliseconds: Int64?) {
        guard let key = [UInt8](key), let value, Self.mayForget(value) else { return }
        // Few come as far as this, so that a parser of its own for each costs nothing.
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

    /// Whether a connection was forgotten since this time, in Unix milliseconds; also where nobody knows the time.
    package func isForgotten(_ connection: String?, _ milliseconds: Int64?) -> Bool {
        guard let connection, let until = until[Array(connection.utf8)] else { return false }
        return milliseconds.map { $0 <= until } ?? true
    }
}
