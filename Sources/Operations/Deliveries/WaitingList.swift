package import Dispatching
import Kafka
import Store
import Vocabulary
import Worker

/// Reads which connections have waiting jobs, or are off, from the state of the dispatchers.
package struct WaitingList {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Reads the state topic to its end.
    ///
    /// - Parameter connection: The only connection to list; nil for all.
    /// - Returns: The connections, in the order of their ids.
    /// - Throws: If the topic is missing or unreadable, or if the command is cancelled.
    package func connections(_ connection: String? = nil) throws(OperationError) -> [WaitingConnection] {
        let topic = cluster.topics.webhookState
        cluster.progress.title = "reading \(topic)"
        let reader = try TopicReader(cluster)
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError(
                "the topic \(topic) is missing on \(cluster.bootstrapServers): check --topic-prefix, or let fork-worker "
                    + "dispatch --create-topics make it"
            )
        }
        var replays = Array(repeating: Replay(), count: Int(count))
        var waiting = WaitingConnections()
        let wanted = connection.map { Array($0.utf8) }
        try reader.read((0..<count).map { TopicPartition(topic, $0) }) { message throws(OperationError) in
            guard let key = message.key, Self.concerns(key, wanted) else { return }
            let partition = message.partition
            let change: StateChange?
            do throws(StoreError) {
                change = try replays[Int(partition)].take(key: key, value: message.value, offset: message.offset)
            } catch {
                throw OperationError("\(topic) [\(partition)]: \(error)")
            }
            guard let change else { return }
            do throws(UnreadableRow) {
                try waiting.take(change, of: partition)
            } catch {
                throw OperationError("\(error)")
            }
        }
        return waiting.list
    }

    /// Whether a record belongs to a connection: its key begins with the id and a zero byte.
    private static func concerns(_ key: RawSpan, _ wanted: [UInt8]?) -> Bool {
        guard let wanted else { return true }
        guard key.byteCount > wanted.count else { return false }
        return unsafe key.withUnsafeBytes { key in
            unsafe key[wanted.count] == 0 && wanted.indices.allSatisfy { unsafe key[$0] == wanted[$0] }
        }
    }
}
