/// The result of producing a record that was given a number.
package struct Delivery: Sendable, Equatable {
    package let number: Int
    /// The error; nil if the brokers have accepted the record.
    package let error: KafkaError?

    /// Whether the brokers reject this record but would accept others: it is too long, or violates a rule of its topic.
    package var isAboutRecord: Bool { error.map { Self.ofRecord.contains($0.code) } ?? false }

    private static let ofRecord: Set<ErrorCode> = [.messageTooLarge, .recordListTooLarge, .invalidRecord]
}
