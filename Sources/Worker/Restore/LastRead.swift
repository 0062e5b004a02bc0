package import Vocabulary

/// The fate of the last record that the state has read of an input, which shows whether the topic is still the same.
package enum LastRead: Hashable, Sendable {
    /// The state knows of no record that it has read.
    case none
    /// The record is unchanged.
    case same
    /// The record and all before it are gone, for example by retention.
    case expired
    /// The record is missing from a compacted topic, perhaps because a newer one has its key.
    case gone(LogMark)
    /// The topic was recreated: the log is too short, or has another record or none at this offset (nil).
    case other(LogMark, found: LogMark?)

    /// Compares the record with the current log.
    ///
    /// - Parameters:
    ///   - mark: The last record that the state has read, or nil if it has read none.
    ///   - log: The bounds of the input.
    ///   - found: The first committed record at or after the offset of the mark, or nil if there is none.
    ///   - isCompacted: Whether the topic is compacted, so that a record can be replaced by a newer one with its key.
    package init(_ mark: LogMark?, in log: LogBounds, found: LogMark?, isCompacted: Bool) {
        guard let mark else {
            self = .none
            return
        }
        if mark.offset < log.low {
            self = .expired
        } else if mark.offset >= log.high {
            self = .other(mark, found: nil)
        } else if let found, found.offset == mark.offset {
            self = found == mark ? .same : .other(mark, found: found)
        } else {
            self = isCompacted ? .gone(mark) : .other(mark, found: nil)
        }
    }

    /// Whether nothing contradicts the mark, so that it can be kept.
    var isKnown: Bool {
        switch self {
        case .same, .expired: true
        case .none, .gone, .other: false
        }
    }
}
