/// What is looked at of a topic; the raw values are Kafka's names, but for the two that are no settings to Kafka.
package enum TopicSetting: String, CaseIterable, Sendable {
    /// How many there are, and how many copies of each.
    case partitions, replication
    case cleanupPolicy = "cleanup.policy"
    case leastInsyncReplicas = "min.insync.replicas"
    case longestBatch = "max.message.bytes"
    case retention = "retention.ms"
    case deleteRetention = "delete.retention.ms"
    case longestCompactionLag = "max.compaction.lag.ms"
    case segmentIndexBytes = "segment.index.bytes"

    /// Whether Kafka keeps it among a topic's settings, where it can be altered.
    package var isAlterable: Bool { self != .partitions && self != .replication }

    /// Whether it is a time in milliseconds.
    package var isTime: Bool { rawValue.hasSuffix(".ms") }
}

/// What is said of a setting: as it should be, not as topics are made, or in the way of the data.
package enum TopicVerdict: String, Sendable, CaseIterable {
    /// From the least grave.
    case ok, unusual, wrong
}

/// What one setting of a topic should be, and what it is if it is something else.
package struct TopicWish: Equatable, Sendable {
    /// The values that are as wished.
    package enum Value: Equatable, Sendable {
        case exactly(String)
        case atLeast(Int64)
        /// A number among these; the least of them is what is wished for.
        case within(ClosedRange<Int64>)

        /// What it is set to where it is something else.
        package var target: String {
            switch self {
            case .exactly(let text): text
            case .atLeast(let number): String(number)
            case .within(let range): String(range.lowerBound)
            }
        }

        func holds(for found: String, of setting: TopicSetting) -> Bool {
            guard case .exactly(let text) = self else {
                guard let number = setting.number(found) else { return false }
                return switch self {
                case .exactly: false
                case .atLeast(let least): number >= least
                case .within(let range): range.contains(number)
                }
            }
            return found == text
        }
    }

    package let setting: TopicSetting
    package let value: Value
    /// What any other value is.
    package let otherwise: TopicVerdict
    /// What a number below this is, whatever others are: wrong.
    package var wrongBelow: Int64?
    /// Whether topics are made with it.
    package var isMade = false

    func verdict(_ found: String) -> TopicVerdict {
        if value.holds(for: found, of: setting) { return .ok }
        if let wrongBelow, let number = setting.number(found), number < wrongBelow { return .wrong }
        return otherwise
    }
}

extension TopicSetting {
    /// A value as a number; a retention below zero has no end.
    func number(_ text: String) -> Int64? {
        guard let number = Int64(text) else { return nil }
        return self == .retention && number < 0 ? .max : number
    }
}
