/// What became of a record that was given a number.
package struct Delivery: Sendable, Equatable {
    package let number: Int
    /// Nil for a record that the brokers have taken.
    package let error: KafkaError?

    /// Whether the brokers refuse this record and would take others: it is too long, or against a rule of its topic.
    package var isAboutRecord: Bool { error.map { Self.ofRecord.contains($0.code) } ?? false }

    private static let ofRecord: Set<ErrorCode> = [.messageTooLarge, .recordListTooLarge, .invalidRecord]
}
