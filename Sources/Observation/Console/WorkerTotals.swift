/// The counters and the memory of a worker, as the metrics page has them.
package struct WorkerTotals: Sendable, Equatable {
    package let uploads, samplesIn, commits, aborts, fences, jobs: Int
    /// Counts by outcome, by error code, and by operation.
    package let samples, refusals, documents: [String: Int]
    package let residentBytes, limitBytes, storeBytes, storeFreeBytes: Int
}

extension Observer {
    /// The counters and the memory at this moment.
    package var totals: WorkerTotals {
        let (commits, process) = (metrics.commits, metrics.process)
        return WorkerTotals(
            uploads: commits.uploads.value,
            samplesIn: commits.samplesIn.value,
            commits: commits.committed.value,
            aborts: commits.aborted.value,
            fences: commits.fences.value,
            jobs: commits.jobs.value,
            samples: commits.samples.counts,
            refusals: commits.refusals.counts,
            documents: commits.documents.counts,
            residentBytes: ProcessFigures.now.residentBytes,
            limitBytes: process.memoryLimit.value,
            storeBytes: process.storeBytes.value,
            storeFreeBytes: process.storeFreeBytes.value
        )
    }

    /// The last known lag of each input partition, ordered by topic and partition.
    package var backlogs: [PartitionBacklog] { metrics.inputs.backlogs.all }
}

extension LabelledCounter {
    /// The counts by label.
    fileprivate var counts: [String: Int] { Dictionary(uniqueKeysWithValues: cells.map { ($0.value, $0.cell.value) }) }
}
