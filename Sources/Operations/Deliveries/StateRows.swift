import Dispatching
import Kafka
import Store
import Vocabulary
import Worker

/// Reads all rows of the topic `fork.webhook-state`.
struct StateRows {
    let cluster: Cluster

    /// Calls `body` for each change of a row, with the partition of the row.
    ///
    /// `owner` is the id at the beginning of the keys to read; nil means all keys.
    ///
    /// - Throws: If the topic is missing or unreadable, or if the command is cancelled.
    func read(
        of owner: [UInt8]? = nil,
        _ body: (StateChange, Int32) throws(UnreadableRow) -> Void
    ) throws(OperationError) {
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
        try reader.read((0..<count).map { TopicPartition(topic, $0) }) { message throws(OperationError) in
            guard let key = message.key, Self.belongs(key, to: owner) else { return }
            let partition = message.partition
            let change: StateChange?
            do throws(StoreError) {
                change = try replays[Int(partition)].take(key: key, value: message.value, offset: message.offset)
            } catch {
                throw OperationError("\(topic) [\(partition)]: \(error)")
            }
            guard let change else { return }
            do throws(UnreadableRow) {
                try body(change, partition)
            } catch {
                throw OperationError("\(error)")
            }
        }
    }

    /// Whether a record belongs to an owner: its key begins with the id and a zero byte.
    private static func belongs(_ key: RawSpan, to owner: [UInt8]?) -> Bool {
        guard let owner else { return true }
        guard key.byteCount > owner.count else { return false }
        return unsafe key.withUnsafeBytes { key in
            unsafe key[owner.count] == 0 && owner.indices.allSatisfy { unsafe key[$0] == owner[$0] }
        }
    }
}
