/// How long records may be.
struct TopicLimits: Equatable {
    /// The broker's `message.max.bytes` unless it was changed.
    static let brokerDefault = 1_048_588

    /// The longest record that the dead-letter topic takes, in bytes.
    var longestDeadLetter = brokerDefault + 65_536
    /// The longest batch that all output topics take, in bytes.
    var longestBatch = 1_000_000

    /// The longest batch that a topic with this `max.message.bytes` takes: the library does not count all that a batch
    /// has beside its records.
    static func batch(ofLimit bytes: Int) -> Int { min(1_000_000, max(1_024, bytes - 512)) }
}
