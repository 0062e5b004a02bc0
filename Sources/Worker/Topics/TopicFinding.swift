/// A topic that exists, with its settings.
package struct FoundTopic: Equatable, Sendable {
    package let name: String
    package let partitions: Int32
    /// The smallest number of replicas of its partitions, or nil if it was not requested.
    package let replicas: Int32?
    /// The known settings, by Kafka's names.
    package let settings: [String: String]

    /// Creates a topic with settings by Kafka's names.
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

/// A setting of a topic, compared with its expected value.
package struct TopicFinding: Equatable, Sendable {
    package let topic: String
    package let purpose: TopicPurpose
    package let setting: TopicSetting
    /// The current value; nil if the topic is missing.
    package let found: String?
    /// The expected value; nil if any value is acceptable.
    package let wanted: ExpectedSetting.Value?
    package let verdict: TopicVerdict
    /// The topic that must have the same number of partitions.
    let reference: String

    /// Whether no worker may start with this finding, because data would be lost or processing would stop.
    ///
    /// A small limit of a dead-letter topic is harmless, because a dead letter can be written without its value.
    package var stopsWorkers: Bool {
        guard verdict == .wrong, setting != .retention, setting != .retainedBytes else { return false }
        return found == nil || purpose != .replay && (!purpose.takesRefused || setting == .cleanupPolicy)
    }

    /// Whether `topics apply` can fix the finding by altering a setting.
    package var isAlterable: Bool { verdict == .wrong && found != nil && setting.isAlterable }
}

extension TopicFinding {
    /// The finding and the advice in one sentence.
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
            return "\(topic) has \(found) replica(s), and \(target) or more are wanted: one broken disk can lose data"
        case .leastInsyncReplicas: return insyncSentence(found, target)
        case .cleanupPolicy where purpose.isCompacted:
            return "\(topic) has cleanup.policy=\(found), which deletes records that are still needed: "
                + "set it to compact"
        case .cleanupPolicy where verdict == .wrong:
            return "\(topic) has cleanup.policy=\(found), which deletes all records of a key but the last, even unread "
                + "ones: set it to delete"
        case .retainedBytes:
            return
                "\(topic) has retention.bytes=\(found): the oldest records beyond that size are deleted, even unread "
                + "ones: set it to \(target)"
        case .longestBatch:
            return "\(topic) has max.message.bytes=\(found), and a record for it can take \(target) bytes: "
                + "set it to \(target) or more"
        case .retention:
            return "\(topic) has retention.ms=\(found): uploads are deleted after that, even unread ones: set it to "
                + "\(target) or more"
        default: return "\(topic) has \(setting.rawValue)=\(found), but created topics have \(target)"
        }
    }

    private func insyncSentence(_ found: String, _ target: String) -> String {
        let isMore = (Int64(found) ?? 0) > (Int64(target) ?? 0)
        return "\(topic) has min.insync.replicas=\(found), and \(target) is wanted: "
            + (isMore ? "one failed broker stops all writes" : "one failed broker can lose acknowledged records")
    }
}
