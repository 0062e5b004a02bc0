package import Vocabulary

/// The owed documents of a lane: they wait for topics that refuse documents.
package struct OwedDocuments {
    package var refused = RefusedTopics()
    /// Whether a write was denied and the topic is unknown, so that the next commit must try each of its topics.
    package var mustTryWriting = false
    /// The number of waiting connections, by partition.
    private var connections: [Int32: Int] = [:]
    /// The partitions whose waiting connections are checked again, each with the state key to continue at.
    private var releasing: [Int32: StateKey?] = [:]
    /// The number of connections at the last count for the metric.
    private var counted = 0

    package init() {}

    package var count: Int { connections.values.reduce(0, +) }

    /// Takes the number of waiting connections from the restored state of a partition.
    package mutating func restore(_ partition: Int32, _ owed: Int) { connections[partition] = owed }

    /// Updates the number of waiting connections after a commit of a partition.
    package mutating func committed(_ partition: Int32, difference: Int) {
        connections[partition, default: 0] += difference
    }

    /// Notes that the waiting connections of a partition must be checked again.
    package mutating func mustRelease(_ partition: Int32) { releasing[partition] = .some(nil) }

    package func isReleasing(_ partition: Int32) -> Bool { releasing[partition] != nil }

    /// Returns the state key to continue at, or nil for the first one.
    package func place(_ partition: Int32) -> StateKey? { releasing[partition].flatMap { $0 } }

    /// Notes the state key up to which the waiting connections are checked; nil: all of them.
    package mutating func released(_ partition: Int32, upTo stateKey: StateKey?) {
        releasing[partition] = stateKey.map { .some($0) }
    }

    /// Forgets partitions that were revoked or are left alone (nil: all partitions), and the topics that refuse documents.
    ///
    /// Other workers may now own the partitions that write to the same topics.
    ///
    /// - Returns: Whether topics were forgotten, so that the state of the other partitions must be loaded again.
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
