package import Kafka
package import Observation

/// The reasons why a step has failed, although its calls to Kafka succeeded.
package struct Obstacles {
    /// The action that is necessary before the step can be repeated.
    package enum Obstacle: Equatable {
        /// These partitions have failed for these reasons, and must be dropped until a later retry.
        case faults([Int32: Reason])
        /// These inputs may have been recreated, so their partitions must be restored.
        case doubts([TopicPartition])
        /// The cycle must react as if a call had failed.
        case remedy(Recovery, reason: String)
    }

    private var faults: [Int32: Reason] = [:]
    private var doubts: [Int32: TopicPartition] = [:]
    private var remedy: (recovery: Recovery, reason: String)?

    package init() {}

    package var isEmpty: Bool { faults.isEmpty && doubts.isEmpty && remedy == nil }

    /// Adds a failed partition; if there are several reasons, the first reason is kept.
    package mutating func blame(_ partition: Int32, _ reason: Reason) {
        if faults[partition] == nil { faults[partition] = reason }
    }

    /// Whether a partition was added as failed.
    func blames(_ partition: Int32) -> Bool { faults[partition] != nil }

    /// Adds an input that may have been recreated.
    package mutating func doubt(_ input: TopicPartition) { doubts[input.partition] = input }

    /// Requires that the cycle reacts as if a call had failed; an aborted transaction is logged with the reason.
    package mutating func require(_ recovery: Recovery, _ reason: String) { remedy = (recovery, reason) }

    /// Removes all obstacles, and returns the most urgent obstacle, or nil if there is none.
    ///
    /// When the step is repeated, it finds the other obstacles again.
    package mutating func take() -> Obstacle? {
        defer { self = Obstacles() }
        if !faults.isEmpty { return .faults(faults) }
        if !doubts.isEmpty { return .doubts(doubts.values.sorted { $0.partition < $1.partition }) }
        return remedy.map { .remedy($0.recovery, reason: $0.reason) }
    }
}
