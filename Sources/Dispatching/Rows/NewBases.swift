/// The new bases of `--new-base`: one for each partition that the process takes over.
package struct NewBases: Sendable {
    private let areAsked: Bool
    /// The partitions that have committed their new base.
    private var committed: Set<Int32> = []

    /// Creates a value for a process without partitions; `areAsked` is true if `--new-base` is set.
    package init(areAsked: Bool) { self.areAsked = areAsked }

    /// Returns the base that a partition gets; `isOfNewTopic` is true if the topic of its jobs was recreated.
    package func start(of partition: Int32, isOfNewTopic: Bool) -> SequenceStart {
        if isOfNewTopic { return .ofNewTopic }
        return areAsked && !committed.contains(partition) ? .ofNewBase : .kept
    }

    /// Records that the state of partitions, with their bases, is committed.
    package mutating func committed(_ partitions: some Sequence<Int32>) { committed.formUnion(partitions) }
}
