/// The inputs for which the group should have committed offsets, to detect recreated topics.
///
/// A broker that deletes a topic also deletes the group's offsets of the topic. If the topic is recreated and grows
/// beyond the consumer's position, librdkafka continues at the old position without an error. So the lane requests the
/// old offsets before it sends new offsets, which would hide the loss.
package struct GroupOffsets: Sendable {
    /// The interval between comparisons if nothing is committed; the documentation promises 30 s.
    private static let askMilliseconds: Int64 = 25_000
    /// The time after which a failed request is repeated.
    private static let repeatMilliseconds: Int64 = 10_000

    private var known: Set<Input> = []
    /// The inputs whose offsets the current transaction has sent.
    private var sent: Set<Input> = []
    /// The time of the last request that was made without a commit.
    private var asked: Int64 = 0

    package init() {}

    /// Sets the inputs of a restored partition for which the group has offsets.
    package mutating func restored(_ partition: Int32, _ inputs: some Sequence<Input>) {
        known = known.filter { $0.partition != partition }.union(inputs)
    }

    /// Returns the inputs of these partitions whose offsets must be requested before new offsets are sent.
    ///
    /// The list is empty if the transaction has already sent offsets, because the request was made before.
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

    /// Makes a failed request due again sooner.
    package mutating func failed(at now: Int64) { asked = now - Self.askMilliseconds + Self.repeatMilliseconds }

    /// Stores the inputs whose offsets the transaction sends.
    package mutating func sending(_ inputs: some Sequence<Input>) { sent = Set(inputs) }

    /// Ends the transaction; after a commit, the group has offsets for the inputs that were sent.
    package mutating func ended(isCommitted: Bool) {
        if isCommitted { known.formUnion(sent) }
        sent = []
    }
}
