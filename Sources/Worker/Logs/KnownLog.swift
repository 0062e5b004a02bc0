package import Kafka
package import Store
package import Vocabulary

/// The facts that a process knows of the log of a partition that it reads or writes.
package struct KnownLog: Hashable, Sendable {
    package let use: LogUse
    /// The last record that was read or written, or nil if there is none.
    package let mark: LogMark?
    /// An offset that the end of the log had reached.
    package let end: Int64

    package init(_ use: LogUse, mark: LogMark?, end: Int64 = 0) {
        self.use = use
        self.mark = mark
        self.end = end
    }
}

extension KnownLog {
    /// The place that a transaction's records have got in the log.
    package enum Written: Hashable, Sendable {
        /// Directly after the known end and the marker of the last transaction.
        case next
        /// Further on, or at an unknown offset, for example after an aborted transaction: the log must be compared.
        case afterGap
        /// Below the known end, at this offset: the log is another one, or lost its newest records.
        case below(Int64)
    }

    /// Returns the place of records that a transaction has delivered.
    package func written(_ span: DeliveredSpan) -> Written {
        if let first = span.first, first < end { return .below(first) }
        guard let first = span.first, !span.lacksOffsets, first <= end + 1 else { return .afterGap }
        return .next
    }
}

extension LogMark {
    /// Creates the mark of a record that was read.
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
    /// What is known of the changelog that the store is a copy of.
    package var knownChangelog: KnownLog { KnownLog(.state, mark: identityMark, end: changelogOffset) }
}
