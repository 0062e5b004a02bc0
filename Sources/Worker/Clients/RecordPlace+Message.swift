package import Kafka
package import Vocabulary

extension RecordPlace {
    /// Creates the position of a record that was read from an input topic.
    package init(_ message: borrowing Message, of topic: Topic) {
        self.init(
            topic: topic,
            partition: message.partition,
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            traceparent: [UInt8](message.headers.last("traceparent")),
            redrive: [UInt8](message.headers.last(RedriveCount.header)).flatMap { RedriveCount($0) },
            originalMilliseconds: [UInt8](message.headers.last(OriginalTimestamp.header))
                .flatMap { OriginalTimestamp.milliseconds($0) }
        )
    }
}
