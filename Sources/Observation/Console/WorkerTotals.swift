/// The counters and the memory of a worker, as the metrics page has them.
package struct WorkerTotals: Sendable, Equatable {
    package let uploads, samplesIn, commits, aborts, fences, jobs: Int
    /// Counts by outcome, by error code, and by operation.
    package let samples, refusals, documents: [String: Int]
    package let residentBytes, limitBytes, storeBytes, storeFreeBytes: Int
}
