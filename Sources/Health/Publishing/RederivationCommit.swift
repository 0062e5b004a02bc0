import Vocabulary

/// The identity of one commit of a re-derivation.
package struct RederivationCommit: Sendable {
    /// The partition, the number of the re-derivation commit as the offset, and the time of the commit.
    let place: RecordPlace

    init(partition: Int32, number: Int, atMilliseconds now: Int64) {
        place = RecordPlace(
            topic: .uploads,
            partition: partition,
            offset: Int64(number),
            timestampMilliseconds: now
        )
    }
}
