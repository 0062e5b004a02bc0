package import Vocabulary

/// Input: records, and news of settings.
extension Dispatcher {
    /// Whether records of a partition may be received; if not, the shell pauses it.
    package func wantsInput(_ partition: Int32) -> Bool {
        guard let jobs = partitions[partition] else { return false }
        return !jobs.isDraining && !isFull && pendingBytes < options.bounds.pendingBytes
    }

    /// Takes a record of an assigned partition.
    ///
    /// Records before the expected offset, and those that an earlier process is done with, change nothing.
    package mutating func received(_ record: DispatchRecord, at now: Int64) {
        advance(to: now)
        guard let jobs = partitions[record.partition] else { return }
        jobs.receive(record, at: self.now)
        attend(jobs)
    }

    /// Notes that there is no record before an offset: the consumer has passed markers of transactions.
    package mutating func advanced(_ partition: Int32, to offset: Int64) {
        guard let jobs = partitions[partition], !jobs.isDraining else { return }
        jobs.offsets.pass(to: offset)
    }

    /// Notes a new settings record of a connection, which `settings` returns from now on.
    package mutating func settingsChanged(_ connection: ConnectionID, at now: Int64) {
        advance(to: now)
        for jobs in ordered {
            jobs.settingsChanged(connection, at: self.now)
            attend(jobs)
        }
    }
}
