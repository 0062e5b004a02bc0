/// One topic as the brokers describe it.
package struct FoundTopic: Equatable, Sendable {
    package let name: String
    package let partitions: Int32
    /// How many copies the partition with the fewest has; nil where nobody asked.
    package let replicas: Int32?
    /// Its settings by Kafka's names, as far as they were told.
    package let settings: [String: String]

    /// A topic with its settings by Kafka's names.
    package init(_ name: String, partitions: Int32, replicas: Int32? = nil, settings: [String: String] = [:]) {
        self.name = name
        self.partitions = partitions
        self.replicas = replicas
        self.settings = settings
    }

    func value(_ setting: TopicSetting) -> String? {
        switch setting {
        case .partitions: String(partitions)
        case .replication: replicas.map { String($0) }
        default: settings[setting.rawValue]
        }
    }
}

/// One setting of one topic, found against wanted.
package struct TopicFinding: Equatable, Sendable {
    package let topic: String
    package let purpose: TopicPurpose
    package let setting: TopicSetting
    /// Nil: the topic is missing.
    package let found: String?
    /// Nil: anything will do.
    package let wanted: TopicWish.Value?
    package let verdict: TopicVerdict
    /// Other topics that it must fit, for the sentence.
    let reference: String

    /// Whether no worker may begin with it: something would be lost, or stand still for ever.
    ///
    /// A dead letter that does not fit goes to its topic without its value.
    package var stopsWorkers: Bool {
        guard verdict == .wrong, setting != .retention else { return false }
        return purpose != .deadLetters && purpose != .replay || found == nil
    }

    /// Whether `apply` can mend it by altering a setting.
    package var isAlterable: Bool { verdict == .wrong && found != nil && setting.isAlterable }
}

extension TopicFinding {
    /// What was found, and what to do: one sentence for a person.
    package var sentence: String {
        guard let found else { return "the topic \(topic) is missing: create it, or run with --create-topics" }
        let target = wanted?.target ?? found
        switch setting {
        case .partitions where purpose.isOwn || purpose == .replay:
            return "\(topic) has \(found) partitions, and all of its records are in the first"
        case .partitions:
            let advice = purpose.isShared ? ": create it again with \(target)" : ""
            return
                "\(topic) has \(found) partition\(found == "1" ? "" : "s") and \(reference) has \(target): they must have the same number, "
                + "since a connection's records are in the same partition number of each\(advice)"
        case .replication:
            return "\(topic) has \(found) replica(s), and \(target) or more are wanted: what one broker loses is lost"
        case .leastInsyncReplicas: return insyncSentence(found, target)
        case .cleanupPolicy where purpose.isCompacted:
            return "\(topic) has cleanup.policy=\(found), which deletes what is still needed after a time: "
                + "set it to compact"
        case .longestBatch:
            return "\(topic) has max.message.bytes=\(found), and a record for it can take \(target) bytes: "
                + "set it to \(target) or more"
        case .retention:
            return "\(topic) has retention.ms=\(found): uploads are gone after that, read or not: set it to "
                + "\(target) or more"
        default: return "\(topic) has \(setting.rawValue)=\(found), and topics are made with \(target)"
        }
    }

    private func insyncSentence(_ found: String, _ target: String) -> String {
        let isMore = (Int64(found) ?? 0) > (Int64(target) ?? 0)
        return "\(topic) has min.insync.replicas=\(found), and \(target) is wanted: "
            + (isMore ? "with one broker less nothing can be written" : "one broker alone could lose what it has taken")
    }
}
