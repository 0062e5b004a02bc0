/// The inputs of which the group has committed an offset, as far as a lane knows.
///
/// A broker that deletes a topic deletes the group's offsets of the topic, too. The consumer library may read on at the old
/// position of a topic that was deleted, recreated and filled beyond this position, and says nothing. So a lane asks for the
/// offsets before it sends newer ones, which would hide the loss.
package struct GroupOffsets: Sendable {
    private var known: Set<Input> = []
    /// What the transaction under way sends.
    private var sent: Set<Input> = []

    /// Offsets of which nothing is known.
    package init() {}

    /// A partition was restored, and the group has offsets of these of its inputs.
    package mutating func restored(_ partition: Int32, _ inputs: some Sequence<Input>) {
        known = known.filter { $0.partition != partition }.union(inputs)
    }

    /// The inputs to ask for before these offsets are sent: all inputs of their partitions.
    ///
    /// There are none when offsets were sent in this transaction already: then the look was before that.
    package func asked(before offsets: [Input: Int64]) -> [Input] {
        if !sent.isEmpty { return [] }
        let partitions = Set(offsets.keys.map(\.partition))
        return known.filter { partitions.contains($0.partition) }.sorted()
    }

    /// Offsets of these inputs become part of the transaction.
    package mutating func sending(_ inputs: some Sequence<Input>) { sent = Set(inputs) }

    /// The transaction has ended.
    package mutating func ended(isCommitted: Bool) {
        if isCommitted { known.formUnion(sent) }
        sent = []
    }
}
