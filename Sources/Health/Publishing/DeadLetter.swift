import JSON
package import Vocabulary

/// Writes dead letters: the refused bytes unchanged as the value, the reason and the source position as headers.
///
/// ```
/// fork-error-code: tooLate
/// fork-error-message: The sample starts before the horizon of retention.
/// fork-error-path: /samples/3
/// fork-topic: fork.uploads
/// fork-partition: 2
/// fork-offset: 1147
/// ```
enum DeadLetter {
    /// Creates the dead letter of a record, or of one element of a record.
    static func record(
        _ refusal: Refusal,
        of place: RecordPlace,
        key: [UInt8]?,
        value: [UInt8]?,
        rules: Rules
    ) -> OutputRecord {
        var headers: [OutputRecord.Header] = [
            .init("fork-error-code", Array(refusal.code.rawValue.utf8)),
            .init("fork-error-message", Array(refusal.message.utf8)),
        ]
        // A pointer to the whole record says nothing.
        if let pointer = refusal.pointer, pointer != .root {
            headers.append(.init("fork-error-path", Array(pointer.description.utf8)))
        }
        if case .rest(_, let count) = refusal.subject {
            headers.append(.init("fork-error-count", Array(String(count).utf8)))
        }
        headers += [
            .init("fork-topic", Array(rules.topic(place.topic).utf8)),
            .init("fork-partition", Array(String(place.partition).utf8)),
            .init("fork-offset", Array(String(place.offset).utf8)),
        ]
        if let timestamp = place.timestampMilliseconds {
            headers.append(.init("fork-timestamp", Array(String(timestamp).utf8)))
        }
        headers.append(.init("fork-worker", Array(rules.workerVersion.utf8)))
        if let redrive = place.redrive { headers.append(.init(RedriveCount.header, Array(redrive.text.utf8))) }
        if let original = place.originalMilliseconds {
            headers.append(.init(OriginalTimestamp.header, Array(String(original).utf8)))
        }
        if let traceparent = place.traceparent { headers.append(.init("traceparent", traceparent)) }
        return OutputRecord(
            kind: .deadLetter,
            topic: rules.topicPrefix + "dead-letter",
            partition: nil,
            key: key,
            value: value,
            headers: headers
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
    /// Two deployments that read the same uploads with different prefixes create different ids. A receiver that
    /// discards known ids therefore gets the jobs of both.
    var jobName: String {
        guard let inputPrefix, inputPrefix != topicPrefix else { return "job" }
        return "job/\(topicPrefix)"
    }
}
