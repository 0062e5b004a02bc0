package import Vocabulary

/// The number and age of the jobs that are stored in a partition, without the jobs in memory.
package struct StoredFigures: Equatable, Sendable {
    package private(set) var waitingJobs = 0
    /// The arrival time of the oldest stored job, in milliseconds since 1970; nil if none waits.
    package private(set) var oldestMilliseconds: Int64?

    package init() {}

    /// Reads the figures from two rows; a missing or unreadable row counts as empty.
    package init(_ state: any PartitionState) {
        var rows = StateRows(0, over: state)
        let progress: ProgressRow? = rows.row(of: .ofPartition, at: StateKey(.progress))
        waitingJobs = progress?.stored ?? 0
        oldestMilliseconds = rows.oldestMilliseconds()
    }

    /// Adds the figures of another partition.
    package mutating func add(_ other: Self) {
        waitingJobs += other.waitingJobs
        oldestMilliseconds = [oldestMilliseconds, other.oldestMilliseconds].compactMap(\.self).min()
    }
}

extension StateRows {
    /// Returns the arrival time of the first stored job, in milliseconds since 1970; nil if none waits.
    mutating func oldestMilliseconds() -> Int64? {
        guard let found = first(1, in: StateKey.range(.age), of: .ofPartition).first else { return nil }
        let row: AgeRow? = decoded(found.bytes)
        return row?.arrivedMilliseconds
    }
}
