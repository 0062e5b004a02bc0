/// The limits of topics for the lengths of records and batches.
struct TopicLimits: Equatable {
    /// The default of the broker's `message.max.bytes`.
    static let brokerDefault = 1_048_588

    /// The longest record that the dead-letter topic accepts, in bytes.
    var longestDeadLetter = brokerDefault + 65_536
    /// The longest batch that all output topics accept, in bytes.
    var longestBatch = 1_000_000

    /// Returns the largest batch for a topic with this `max.message.bytes`.
    ///
    /// The batch is smaller than this limit, because librdkafka does not count all of the batch overhead.
    static func batch(ofLimit bytes: Int) -> Int { min(1_000_000, max(1_024, bytes - 512)) }
}
