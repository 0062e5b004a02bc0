/// The new bases of `--new-base`: one for each partition that the process takes over.
package struct NewBases: Sendable {
    private let areAsked: Bool
    /// The partitions that have committed their new base.
    private var committed: Set<Int32> = []

    /// Creates the value of a process without partitions.
    ///
    /// - Parameter areAsked: Whether `--new-base` is set.
    package init(areAsked: Bool) { self.areAsked = areAsked }

    /// Returns the base for the sequences of a partition that is taken over; `isOfNewTopic`: the topic of its jobs was
    /// recreated.
    package func start(of partition: Int32, isOfNewTopic: Bool) -> SequenceStart {
        if isOfNewTopic { return .ofNewTopic }
        return areAsked && !committed.contains(partition) ? .ofNewBase : .kept
    }

    /// Notes that the state of partitions was committed, with their bases.
    package mutating func committed(_ partitions: some Sequence<Int32>) { committed.formUnion(partitions) }
}
