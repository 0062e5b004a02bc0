/// Topics and the Kafka library.
extension Observer {
    /// Topics were made, for documents or at the start.
    package func topicsCreated(count: Int) {
        metrics.topicsCreated.add(count)
        log(.info, "topics_created", "topics created") { line in line.number("count", count) }
    }

    /// The documents of a topic that was deleted, and perhaps recreated, are ordered again.
    package func topicRemade(lane: Int, _ topic: String, partition: Int32) {
        log(
            .warning,
            "topic_remade",
            "a document topic was deleted or recreated: its documents are published again"
        ) { line in
            line.number("lane", lane)
            line.text("topic", topic)
            line.number("partition", Int(partition))
        }
    }

    /// The dead-letter topic takes less than the longest upload, so that some dead letters will go without their value.
    ///
    /// - Parameters:
    ///   - found: its `max.message.bytes`.
    ///   - wanted: that of uploads, and room for the headers.
    package func deadLetterTopicTooSmall(found: Int, wanted: Int) {
        log(
            .warning,
            "dead_letter_topic_too_small",
            "max.message.bytes of the dead-letter topic is too small: long dead letters go without their value"
        ) { line in
            line.number("found", found)
            line.number("wanted", wanted)
        }
    }

    /// The worker may not ask how long the records of document topics may be; said once a lane.
    package func topicLimitsUnknown(lane: Int) {
        log(
            .warning,
            "topic_limits_unknown",
            "no right to describe document topics (DescribeConfigs): a record that is too long shows when it is refused"
        ) { line in
            line.number("lane", lane)
        }
    }

    /// The worker may not read document topics; said once a lane.
    package func documentsUnreadable(lane: Int, reason: String) {
        log(
            .warning,
            "documents_unreadable",
            "document topics cannot be read: a recreated one may stay unnoticed"
        ) { line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// No broker has answered yet at this address, nor at any other.
    ///
    /// - Parameters:
    ///   - address: host and port.
    ///   - reason: the address with the reason why it does not answer.
    ///   - advice: a sentence that says what to do.
    package func brokerSilent(at address: String, reason: String, advice: String) {
        log(.warning, "broker_silent", "no broker has answered yet; the worker keeps trying") { line in
            line.text("address", address)
            line.text("reason", reason)
            line.text("advice", advice)
        }
    }

    /// The Kafka library says something of its own accord.
    ///
    /// It tries again by itself, so that its errors are warnings here; from `critical` on they are errors.
    ///
    /// - Parameters:
    ///   - severity: of syslog, 0 (emergency) to 7 (debug).
    ///   - facility: the library's word for the kind of message, such as `FAIL`.
    ///   - text: the message.
    package func brokerLog(severity: Int, facility: String, text: String) {
        let level: Level =
            switch severity {
            case ...2: .error
            case 3...4: .warning
            case 5...6: .info
            default: .debug
            }
        metrics.brokerMessages.add(level.rawValue)
        // Who asks for debugging wants all of it.
        let limit = level == .debug ? Int.max : 10
        log(level, "broker", "kafka", kind: "broker \(facility)", limit: limit) { line in
            line.text("facility", facility)
            line.text("text", text)
        }
    }
}
