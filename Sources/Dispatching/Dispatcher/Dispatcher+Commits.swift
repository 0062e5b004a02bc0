import Vocabulary

/// Commits: the contents of each transaction.
extension Dispatcher {
    /// Whether there is something to commit.
    package var hasChanges: Bool { isFull || mustCommit || partitions.values.contains { $0.hasChanges(at: now) } }

    /// Whether the next step must be a commit: too many bytes are uncommitted, or a row is unreadable.
    package var mustCommit: Bool { pendingBytes >= options.bounds.pendingBytes || isUnreadable }

    /// Whether a row could not be read.
    private var isUnreadable: Bool { partitions.values.contains { $0.rows.unreadable != nil } }

    /// Returns the contents of the next transaction; nil if there is nothing to commit.
    ///
    /// The next call must be `committed`, `aborted` or `released`.
    ///
    /// - Throws: If a row is damaged or has an unknown version. Nothing can then be committed.
    package mutating func commit(at now: Int64) throws(UnreadableRow) -> DispatchCommit? {
        advance(to: now)
        storeWaiting()
        var parts: [DispatchCommit.OfPartition] = []
        var deadLetters: [OutputRecord] = []
        var counts = DispatchCounts()
        for jobs in ordered {
            if let unreadable = jobs.rows.unreadable { throw unreadable }
            jobs.putProgress()
            let place = jobs.offsets.nextOffset()
            deadLetters += jobs.deadLetters
            counts.add(jobs.counts)
            let isUnchanged = !jobs.rows.hasChanges && jobs.deadLetters.isEmpty && jobs.counts.isEmpty
            if isUnchanged, place == jobs.committedPlace { continue }
            parts.append(
                DispatchCommit.OfPartition(
                    partition: jobs.partition,
                    nextOffset: jobs.bases.offset(of: place),
                    changes: jobs.rows.changes,
                    forgotten: jobs.forgotten.sorted()
                )
            )
        }
        if parts.isEmpty { return nil }
        return DispatchCommit(partitions: parts, deadLetters: deadLetters, counts: counts)
    }

    /// Stores the fresh jobs that must not stay in memory.
    private mutating func storeWaiting() {
        let (now, hosts) = (now, hosts)
        var throttled = throttled
        for jobs in ordered where !jobs.isDraining {
            jobs.storeWaiting(at: now) { host, url in
                hosts.isLeftAlone(host) || throttled.until(url, at: now) != nil
            }
        }
        if isFull {
            let share = max(1, partitions.count)
            let (count, bytes) = (options.bounds.freshJobs / 2 / share, options.bounds.freshBytes / 2 / share)
            for jobs in ordered where !jobs.isDraining {
                jobs.storeOldest(until: count, bytes: bytes, at: now)
            }
        }
        for jobs in ordered { attend(jobs) }
    }

    /// Clears the changes of a committed transaction, after the caller has written them to the stores.
    package mutating func committed(at now: Int64) {
        advance(to: now)
        for jobs in partitions.values { jobs.committed(place: jobs.offsets.nextOffset()) }
    }

    /// Does nothing: after an aborted transaction, the next transaction contains the same changes.
    package mutating func aborted() {}
}
