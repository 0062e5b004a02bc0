package import Vocabulary

/// The documents of a lane that wait because their topics refuse documents.
package struct OwedDocuments {
    package var refused = RefusedTopics()
    /// Whether a write was denied and the topic is unknown, so that the next commit must try each topic.
    package var mustTryWriting = false
    /// The number of waiting connections, by partition.
    private var connections: [Int32: Int] = [:]
    /// The partitions whose waiting connections are checked again, each with the state key to continue at.
    private var releasing: [Int32: StateKey?] = [:]
    /// The number of connections at the last count for the metric.
    private var counted = 0

    package init() {}

    package var count: Int { connections.values.reduce(0, +) }

    /// Sets the number of waiting connections of a restored partition.
    package mutating func restore(_ partition: Int32, _ owed: Int) { connections[partition] = owed }

    /// Updates the number of waiting connections after a commit of a partition.
    package mutating func committed(_ partition: Int32, difference: Int) {
        connections[partition, default: 0] += difference
    }

    /// Begins to check the waiting connections of a partition again.
    package mutating func mustRelease(_ partition: Int32) { releasing[partition] = .some(nil) }

    package func isReleasing(_ partition: Int32) -> Bool { releasing[partition] != nil }

    /// Returns the state key at which the check continues; nil to begin with the first.
    package func place(_ partition: Int32) -> StateKey? { releasing[partition].flatMap { $0 } }

    /// Sets the state key at which the check continues; nil if all waiting connections are checked.
    package mutating func released(_ partition: Int32, upTo stateKey: StateKey?) {
        releasing[partition] = stateKey.map { .some($0) }
    }

    /// Forgets revoked or failed partitions (nil: all partitions), and all topics that refuse documents.
    ///
    /// - Returns: Whether topics were forgotten, so that they must be loaded from the state of the other partitions.
    package mutating func forget(_ partitions: [Int32]?) -> Bool {
        for partition in partitions ?? Array(connections.keys) {
            connections[partition] = nil
            releasing[partition] = nil
        }
        guard refused.count > 0 else { return false }
        refused.removeAll()
        return true
    }

    /// Returns the change of the number of connections since the last call.
    package mutating func countChange() -> Int {
        defer { counted = count }
        return count - counted
    }
}
