package import Vocabulary

extension DeadLetter {
    /// Creates the dead letter of a record, or of one element of a record.
    ///
    /// `omittedBytes` is the length of a value that the dead letter must not contain.
    static func record(
        _ refusal: Refusal,
        of place: RecordPlace,
        key: [UInt8]?,
        value: [UInt8]?,
        omittedBytes: Int? = nil,
        rules: Rules
    ) -> OutputRecord {
        let origin = Place(
            topic: rules.topic(place.topic),
            partition: place.partition,
            offset: place.offset,
            timestampMilliseconds: place.timestampMilliseconds
        )
        var letter = DeadLetter(refusal, of: origin, worker: rules.workerVersion)
        letter.redrive = place.redrive
        letter.originalMilliseconds = place.originalMilliseconds
        letter.traceparent = place.traceparent
        letter.omittedValueBytes = omittedBytes
        return OutputRecord(
            kind: .deadLetter(letter),
            topic: rules.topicPrefix + "dead-letter",
            partition: nil,
            key: key,
            value: value
        )
    }
}

extension Rules {
    /// Returns the full name of an input topic.
    package func topic(_ topic: RecordPlace.Topic) -> String {
        switch topic {
        case .uploads: (inputPrefix ?? topicPrefix) + "uploads"
        case .connections: (inputPrefix ?? topicPrefix) + "connections"
        }
    }

    /// The prefix of the names from which job ids are derived.
    ///
    /// Two deployments with different prefixes that read the same uploads create different ids. So a receiver that
    /// discards known ids gets the jobs of both deployments.
    var jobName: String {
        guard let inputPrefix, inputPrefix != topicPrefix else { return "job" }
        return "job/\(topicPrefix)"
    }
}
