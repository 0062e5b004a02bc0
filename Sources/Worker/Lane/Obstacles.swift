package import Kafka
package import Observation

/// The obstacles that a step has met, although its calls succeeded.
package struct Obstacles {
    /// The action that is necessary before the step can be repeated.
    package enum Obstacle: Equatable {
        /// These partitions must be left alone, for these reasons.
        case faults([Int32: Reason])
        /// These inputs may have been recreated, so their partitions must be restored.
        case doubts([TopicPartition])
        /// The cycle must react as it does to a failed call.
        case remedy(Recovery, reason: String)
    }

    private var faults: [Int32: Reason] = [:]
    private var doubts: [Int32: TopicPartition] = [:]
    private var remedy: (recovery: Recovery, reason: String)?

    package init() {}

    package var isEmpty: Bool { faults.isEmpty && doubts.isEmpty && remedy == nil }

    /// Notes that a partition prevents the step.
    ///
    /// If there are several reasons, the first one is kept.
    package mutating func blame(_ partition: Int32, _ reason: Reason) {
        if faults[partition] == nil { faults[partition] = reason }
    }

    /// Whether a partition is noted as preventing the step.
    func blames(_ partition: Int32) -> Bool { faults[partition] != nil }

    /// Notes that an input may have been recreated.
    package mutating func doubt(_ input: TopicPartition) { doubts[input.partition] = input }

    /// Notes that the cycle must react as it does to a failed call.
    ///
    /// The reason is logged if a transaction is aborted.
    package mutating func require(_ recovery: Recovery, _ reason: String) { remedy = (recovery, reason) }

    /// Removes all obstacles, and returns the most urgent one, or nil if there is none.
    ///
    /// When the step is repeated, it finds the other obstacles again.
    package mutating func take() -> Obstacle? {
        defer { self = Obstacles() }
        if !faults.isEmpty { return .faults(faults) }
        if !doubts.isEmpty { return .doubts(doubts.values.sorted { $0.partition < $1.partition }) }
        return remedy.map { .remedy($0.recovery, reason: $0.reason) }
    }
}
