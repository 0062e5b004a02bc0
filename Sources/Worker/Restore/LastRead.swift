package import Store

/// What has become of the last record that the state has read of an input: whether the topic is the one that it has read.
package enum LastRead: Hashable, Sendable {
    /// The state has read no record of it, as far as it knows.
    case none
    /// The record is there as it was.
    case same
    /// The record is gone with all before it, as retention takes them.
    case expired
    /// There is no record at its offset, as where one was compacted.
    case gone(InputMark)
    /// The log is another one: it ends before the record's offset, or has another record there (nil: no record where each
    /// stays).
    case other(InputMark, found: InputMark?)

    /// Judges what is there.
    ///
    /// - Parameters:
    ///   - mark: the last record that the state has read; nil when it has read none.
    ///   - log: the input's bounds.
    ///   - found: the first committed record at the mark's offset or after it; nil when there is none.
    ///   - isCompacted: whether a record may go when a newer one has its key.
    package init(_ mark: InputMark?, in log: LogBounds, found: InputMark?, isCompacted: Bool) {
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

    /// Whether nothing speaks against what the state says of the record.
    var isKnown: Bool {
        switch self {
        case .same, .expired: true
        case .none, .gone, .other: false
        }
    }
}
