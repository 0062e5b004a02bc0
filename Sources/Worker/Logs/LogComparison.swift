package import Vocabulary

/// The result of comparing a log with its last known record and end, to find out whether the log was replaced.
package enum LogComparison: Hashable, Sendable {
    /// No last record is known, so nothing can be compared.
    case unknown
    /// The last known record is unchanged.
    case same
    /// The last known record and all earlier records are gone, for example because of retention.
    case expired
    /// The last known record is gone, perhaps because of compaction.
    case gone(LogMark)
    /// The log was replaced: another record, or no record (nil), is at the offset of the last known record.
    case other(LogMark, found: LogMark?)
    /// The log was replaced, or lost its newest records: it ends before its last known end.
    case shorter(known: Int64)

    /// Compares a log.
    ///
    /// `found` is the first committed record at or after the offset of the last known record; nil if there is none.
    package init(_ known: KnownLog, in log: LogBounds, found: LogMark?) {
        guard known.end <= log.high else {
            self = .shorter(known: known.end)
            return
        }
        guard let mark = known.mark else {
            self = .unknown
            return
        }
        if mark.offset < log.low {
            self = .expired
        } else if mark.offset >= log.high {
            self = .other(mark, found: nil)
        } else if let found, found.offset == mark.offset {
            self = mark.isOfRecord(found) ? .same : .other(mark, found: found)
        } else {
            self = known.use.canLoseLastRecord ? .gone(mark) : .other(mark, found: nil)
        }
    }

    /// Whether nothing contradicts the last known record, so that the state can keep it.
    package var confirmsMark: Bool {
        switch self {
        case .same, .expired: true
        case .unknown, .gone, .other, .shorter: false
        }
    }

    /// The evidence that the log was replaced; nil without evidence.
    ///
    /// The text is the rest of a sentence that begins with the name of the log.
    package var evidence: String? {
        switch self {
        case .unknown, .same, .expired, .gone: nil
        case .other(let mark, nil): "has no record at offset \(mark.offset), where the last known record was"
        case .other(let mark, .some): "has another record at offset \(mark.offset) than the last known one"
        case .shorter(let known): "ends before offset \(known), up to which it was known"
        }
    }
}

extension LogMark {
    /// Whether the record found at the same offset is the same record.
    ///
    /// If the process wrote the record, the timestamp is unknown, because the topic can set another timestamp.
    fileprivate func isOfRecord(_ found: LogMark) -> Bool {
        checksum == found.checksum
            && (timestampMilliseconds < 0 || timestampMilliseconds == found.timestampMilliseconds)
    }
}
