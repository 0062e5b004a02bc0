/// The inputs for which the group has committed offsets, as far as the lane knows.
///
/// A broker that deletes a topic also deletes the group's offsets of the topic. If the topic is recreated and grows
/// beyond the consumer's position, librdkafka continues at the old position without an error. So the lane requests the
/// offsets before it sends newer ones, because newer offsets would hide the loss.
package struct GroupOffsets: Sendable {
    /// The interval between comparisons if nothing is committed.
    ///
    /// It is below the promised 30 s, to leave time for the comparison.
    private static let askMilliseconds: Int64 = 25_000
    /// The interval after a failure.
    private static let repeatMilliseconds: Int64 = 10_000

    private var known: Set<Input> = []
    /// The inputs whose offsets the current transaction has sent.
    private var sent: Set<Input> = []
    /// The time of the last request that was made without a commit.
    private var asked: Int64 = 0

    /// Creates the value of a lane without partitions.
    package init() {}

    /// Notes a restored partition, and the inputs of the partition for which the group has offsets.
    package mutating func restored(_ partition: Int32, _ inputs: some Sequence<Input>) {
        known = known.filter { $0.partition != partition }.union(inputs)
    }

    /// Returns the inputs whose offsets must be requested before new offsets are sent.
    ///
    /// These are all known inputs of the partitions.
    ///
    /// Returns an empty list if the transaction has already sent offsets, because the request was made before.
    package func asked(before offsets: [Input: Int64]) -> [Input] {
        if !sent.isEmpty { return [] }
        let partitions = Set(offsets.keys.map(\.partition))
        return known.filter { partitions.contains($0.partition) }.sorted()
    }

    /// Whether the offsets must be requested now, although nothing is committed.
    package mutating func isDue(at now: Int64) -> Bool {
        guard now - asked >= Self.askMilliseconds else { return false }
        asked = now
        return true
    }

    /// Notes that the request has failed, so that it is repeated sooner.
    package mutating func failed(at now: Int64) { asked = now - Self.askMilliseconds + Self.repeatMilliseconds }

    /// Notes that the transaction sends offsets of these inputs.
    package mutating func sending(_ inputs: some Sequence<Input>) { sent = Set(inputs) }

    /// Notes the end of the transaction.
    package mutating func ended(isCommitted: Bool) {
        if isCommitted { known.formUnion(sent) }
        sent = []
    }
}
