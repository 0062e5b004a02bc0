/// A setting of a topic that is checked; except for the first two, the raw values are Kafka's names.
package enum TopicSetting: String, CaseIterable, Sendable {
    /// The number of partitions, and the number of replicas.
    case partitions, replication
    case cleanupPolicy = "cleanup.policy"
    case leastInsyncReplicas = "min.insync.replicas"
    case longestBatch = "max.message.bytes"
    case retention = "retention.ms"
    case retainedBytes = "retention.bytes"
    case deleteRetention = "delete.retention.ms"
    case longestCompactionLag = "max.compaction.lag.ms"
    case segmentIndexBytes = "segment.index.bytes"

    /// Whether the setting is a topic configuration of Kafka, which can be altered.
    package var isAlterable: Bool { self != .partitions && self != .replication }

    /// Whether the setting is a time in milliseconds.
    package var isTime: Bool { rawValue.hasSuffix(".ms") }
}

/// The verdict about a setting: as expected, different from created topics, or harmful.
package enum TopicVerdict: String, Sendable, CaseIterable {
    case ok, unusual, wrong
}

/// The expected value of a topic setting, and the verdict about other values.
package struct ExpectedSetting: Equatable, Sendable {
    /// The accepted values of a setting.
    package enum Value: Equatable, Sendable {
        case exactly(String)
        case atLeast(Int64)
        /// A number in this range; the lower bound is recommended.
        case within(ClosedRange<Int64>)

        /// The recommended value of the setting.
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
    /// The verdict about other values.
    package let otherwise: TopicVerdict
    /// A number below this is always wrong.
    package var wrongBelow: Int64?
    /// A list with this entry is always wrong.
    package var wrongEntry: String?
    /// Whether topics are created with this setting.
    package var isMade = false

    func verdict(_ found: String) -> TopicVerdict {
        if value.holds(for: found, of: setting) { return .ok }
        if let wrongBelow, let number = setting.number(found), number < wrongBelow { return .wrong }
        if let wrongEntry, found.split(separator: ",").contains(Substring(wrongEntry)) { return .wrong }
        return otherwise
    }
}

extension TopicSetting {
    /// Parses a number; a negative retention means that there is no limit.
    func number(_ text: String) -> Int64? {
        guard let number = Int64(text) else { return nil }
        return self == .retention && number < 0 ? .max : number
    }
}
