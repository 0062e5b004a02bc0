package import Kafka
package import Store
package import Vocabulary

/// The last known record and the known end of a log that the process reads or writes.
package struct KnownLog: Hashable, Sendable {
    package let use: LogUse
    /// The last record that was read or written, or nil if there is none.
    package let mark: LogMark?
    /// The greatest known end offset of the log; the log can have grown since.
    package let end: Int64

    package init(_ use: LogUse, mark: LogMark?, end: Int64 = 0) {
        self.use = use
        self.mark = mark
        self.end = end
    }
}

extension KnownLog {
    /// The position of a transaction's records in the log.
    package enum Written: Hashable, Sendable {
        /// Directly after the known end, or after the marker of the last transaction.
        case next
        /// After a gap or at an unknown offset, for example after an aborted transaction, so the log must be compared.
        case afterGap
        /// At this offset before the known end, so the log was replaced or has lost its newest records.
        case below(Int64)
    }

    /// Returns the position of the records that a transaction has delivered.
    package func written(_ span: DeliveredSpan) -> Written {
        if let first = span.first, first < end { return .below(first) }
        guard let first = span.first, !span.lacksOffsets, first <= end + 1 else { return .afterGap }
        return .next
    }
}

extension LogMark {
    /// Creates the offset, timestamp and checksum of a record that was read.
    package init(_ message: borrowing Message) {
        self.init(
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            key: message.key,
            value: message.value
        )
    }
}

extension RocksStore {
    /// The last known record and end of the changelog that the store is a copy of.
    package var knownChangelog: KnownLog { KnownLog(.state, mark: identityMark, end: changelogOffset) }
}
