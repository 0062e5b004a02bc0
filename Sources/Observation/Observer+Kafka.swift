import Synchronization
import System

/// Events of topics and of librdkafka.
extension Observer {
    /// Reports that topics were created, for documents or at the start.
    package func topicsCreated(count: Int) {
        metrics.partitions.topicsCreated.add(count)
        log(.info, "topics_created", "topics created") { line in line.number("count", count) }
    }

    /// Reports that a topic was deleted or recreated, and that its documents are published again.
    package func topicRemade(lane: Int, _ topic: String, partition: Int32) {
        log(
            .warning,
            "topic_remade",
            "document topic was deleted or recreated; its documents are republished"
        ) { line in
            line.number("lane", lane)
            line.text("topic", topic)
            line.number("partition", Int(partition))
        }
    }

    /// Warns that the dead-letter topic accepts less than the longest upload, so some dead letters have no value.
    ///
    /// `found` is the `max.message.bytes` of the topic. `wanted` is the `max.message.bytes` of the uploads topic,
    /// plus the headers.
    package func deadLetterTopicTooSmall(found: Int, wanted: Int) {
        log(
            .warning,
            "dead_letter_topic_too_small",
            "max.message.bytes of dead-letter topic is too small; long values are dropped"
        ) { line in
            line.number("found", found)
            line.number("wanted", wanted)
        }
    }

    /// Warns that brokers delete the oldest records of an input beyond this size.
    package func inputLimitedByBytes(_ topic: String, bytes: Int) {
        log(.warning, "input_limited_by_bytes", "retention.bytes deletes the oldest records, even unread ones") {
            line in
            line.text("topic", topic)
            line.number("bytes", bytes)
        }
    }

    /// Warns, once per lane, that the record limits of document topics cannot be read.
    package func topicLimitsUnknown(lane: Int) {
        log(
            .warning,
            "topic_limits_unknown",
            "no DescribeConfigs right on document topics; record limits are unknown"
        ) { line in
            line.number("lane", lane)
        }
    }

    /// Warns, once per lane, that document topics cannot be read.
    package func documentsUnreadable(lane: Int, reason: String) {
        log(
            .warning,
            "documents_unreadable",
            "document topics cannot be read; a recreated topic can remain unnoticed"
        ) { line in
            line.number("lane", lane)
            line.text("reason", reason)
        }
    }

    /// Warns that no broker has answered yet, at this or any other address.
    ///
    /// `reason` says why the address does not answer. `advice` is the action to take, as a sentence.
    package func brokerSilent(at address: String, reason: String, advice: String) {
        log(.warning, "broker_silent", "no broker has answered yet; they are asked again") { line in
            line.text("address", address)
            line.text("reason", reason)
            line.text("advice", advice)
        }
    }

    /// Records a failed connection to a broker, and reports the broker as lost if it has answered before.
    package func brokerFailed(_ broker: Int32, at address: String, reason: String) {
        let now = clocks.wallMilliseconds()
        guard brokers.withLock({ $0.failed(broker, at: now) }) else { return }
        log(.warning, "broker_lost", "a broker is gone; clients keep trying to connect") { line in
            line.number("broker", Int(broker))
            line.text("address", address)
            line.text("reason", reason)
        }
    }

    /// Records the number of responses of a broker to a lane, and reports the broker as back if it was lost.
    package func brokerResponded(_ broker: Int32, at address: String, responses: Int64, lane: Int) {
        let now = clocks.wallMilliseconds()
        guard let lost = brokers.withLock({ $0.responded(broker, count: responses, lane: lane, at: now) }) else {
            return
        }
        log(.info, "broker_back", "a broker that was gone answers again") { line in
            line.number("broker", Int(broker))
            line.text("address", address)
            line.seconds("seconds", Double(lost) / 1_000)
        }
    }

    /// Logs a message of librdkafka.
    ///
    /// `severity` is the syslog severity, from 0 (emergency) to 7 (debug). librdkafka retries by itself, so severity 3
    /// (error) is logged as a warning. `facility` is the kind of message, such as `FAIL`.
    package func brokerLog(severity: Int, facility: String, text: String) {
        let level: Level =
            switch severity {
            case ...2: .error
            case 3...4: .warning
            case 5...6: .info
            default: .debug
            }
        metrics.clients.librdkafkaMessages.add(level.rawValue)
        log(repeated: "\(facility) \(Self.constantPart(of: text))", level, "librdkafka", "librdkafka reports") { line in
            line.text("facility", facility)
            line.text("text", text)
        }
    }

    /// Returns a message of librdkafka without the times and counts that it appends in parentheses.
    private static func constantPart(of text: String) -> Substring {
        text.firstRange(of: " (after ").map { text[..<$0.lowerBound] } ?? text[...]
    }
}
