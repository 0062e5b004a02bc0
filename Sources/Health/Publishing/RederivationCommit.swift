/// One commit of a re-derivation: documents of a partition that other rules may shape otherwise are derived again.
package struct RederivationCommit: Sendable {
    /// The partition, the number of the commit among those of re-derivation, and when it is.
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
