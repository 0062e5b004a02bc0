package import Vocabulary

/// Input: records and new settings.
extension Dispatcher {
    /// Whether records of a partition may be received; if not, the caller pauses the partition.
    ///
    /// The input of a new partition stays paused until its base is committed, and that of an adopted partition until its
    /// rows are repaired. A partition is also paused while its
    /// fresh jobs use at least as much memory as is still free for fresh jobs. So one partition with a backlog cannot
    /// use all of this memory.
    package func wantsInput(_ partition: Int32) -> Bool {
        guard let jobs = partitions[partition] else { return false }
        guard jobs.hasCommittedBases, !jobs.isDraining, jobs.repair == nil else { return false }
        guard pendingBytes < options.bounds.pendingBytes else { return false }
        return jobs.fresh.count < options.bounds.freshJobs - freshCount
            && jobs.fresh.bytes < options.bounds.freshBytes - freshBytes
    }

    /// Takes a record of an assigned partition.
    ///
    /// Ignores records before the expected offset, and records that an earlier process has finished.
    package mutating func received(_ record: DispatchRecord, at now: Int64) {
        advance(to: now)
        guard let jobs = partitions[record.partition] else { return }
        jobs.receive(record, at: self.now)
        attend(jobs)
    }

    /// Marks all offsets before this one as read, because the consumer has skipped transaction markers there.
    package mutating func advanced(_ partition: Int32, to offset: Int64) {
        guard let jobs = partitions[partition], !jobs.isDraining else { return }
        jobs.offsets.pass(to: jobs.bases.sequence(of: offset))
    }

    /// Applies a new settings record of a connection.
    ///
    /// The closure `settings` must already return this record. If the host of the connection's callback URL is paused,
    /// one request tries the host at once.
    package mutating func settingsChanged(_ connection: ConnectionID, at now: Int64) {
        advance(to: now)
        for jobs in ordered {
            jobs.settingsChanged(connection, at: self.now)
            attend(jobs)
        }
        guard let host = partitions.first?.value.host(of: connection).key else { return }
        hosts.tryAgain(host, at: self.now)
        markReady(host)
    }
}
