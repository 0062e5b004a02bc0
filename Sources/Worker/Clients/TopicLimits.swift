/// How long records may be.
struct TopicLimits: Equatable {
    /// The broker's `message.max.bytes` unless it was changed.
    static let brokerDefault = 1_048_588

    /// The longest record that the dead-letter topic takes, in bytes.
    var longestDeadLetter = brokerDefault + 65_536
    /// The longest batch that all output topics take, in bytes.
    var longestBatch = 1_000_000
}
