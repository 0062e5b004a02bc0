import Vocabulary

/// What a lane owes: documents that wait for topics that take nothing.
struct OwedDocuments {
    var refused = RefusedTopics()
    /// Whether a write was denied and the topic is not known yet, so that the topics of the next commit are tried.
    var mustTryWriting = false
    /// The number of connections that wait, by partition.
    private var connections: [Int32: Int] = [:]
    /// The partitions whose waiting connections are looked at again, each with the state key to continue at.
    private var releasing: [Int32: StateKey?] = [:]
    /// The number of connections that was last counted for the metric.
    private var counted = 0

    var count: Int { connections.values.reduce(0, +) }

    /// Takes the connections that wait from the restored state of a partition.
    mutating func restore(_ partition: Int32, _ owed: Int) { connections[partition] = owed }

    /// Notes a commit of a partition.
    mutating func committed(_ partition: Int32, difference: Int) { connections[partition, default: 0] += difference }

    /// Notes that topics take documents again.
    mutating func mustRelease(_ partition: Int32) { releasing[partition] = .some(nil) }

    func isReleasing(_ partition: Int32) -> Bool { releasing[partition] != nil }

    /// The state key at which to continue, or nil for the first.
    func place(_ partition: Int32) -> StateKey? { releasing[partition].flatMap { $0 } }

    /// Notes how far the waiting connections of a partition are looked at; nil: to their end.
    mutating func released(_ partition: Int32, upTo stateKey: StateKey?) {
        releasing[partition] = stateKey.map { .some($0) }
    }

    /// Forgets partitions that were revoked or are left alone; nil: all.
    mutating func forget(_ partitions: [Int32]?) {
        for partition in partitions ?? Array(connections.keys) {
            connections[partition] = nil
            releasing[partition] = nil
        }
    }

    /// Returns how the number of connections has changed since the last call.
    mutating func countChange() -> Int {
        defer { counted = count }
        return count - counted
    }
}
