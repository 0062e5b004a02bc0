import Vocabulary

/// The counts of committed uploads, and of transactions.
struct CommitMetrics: Sendable {
    let uploads, uploadsRefused, samplesIn: Metric
    let samples: LabelledCounter
    let deletions, deletionsRefused: Metric
    let refusals, documents: LabelledCounter
    let jobs, committed, aborted, fences, producerRebuilds: Metric
    let commitSeconds, endToEndSeconds: Histogram

    init(_ registry: MetricsRegistry) {
        uploads = registry.counter("fork_worker_uploads_total", "Uploads committed, including refused ones.")
        uploadsRefused = registry.counter("fork_worker_uploads_refused_total", "Uploads refused as a whole.")
        samplesIn = registry.counter(
            "fork_worker_samples_in_total",
            "Samples in committed uploads, the sum of all outcomes."
        )
        samples = registry.counter(
            "fork_worker_samples_total",
            "Samples in committed uploads, by outcome.",
            label: "outcome",
            values: ["new", "duplicate", "replaced", "deleted_before_arrival", "refused"]
        )
        deletions = registry.counter("fork_worker_deletions_total", "Deletions of samples accepted.")
        deletionsRefused = registry.counter("fork_worker_deletions_refused_total", "Deletions of samples refused.")
        refusals = registry.counter(
            "fork_worker_refusals_total",
            "Dead letters written, by error code.",
            label: "code",
            values: RefusalCode.allCases.map(\.rawValue)
        )
        documents = registry.counter(
            "fork_worker_documents_total",
            "Document records written, by operation.",
            label: "op",
            values: ["upsert", "delete"]
        )
        jobs = registry.counter("fork_worker_jobs_total", "Webhook jobs written.")
        committed = registry.counter("fork_worker_commits_total", "Transactions committed.")
        aborted = registry.counter("fork_worker_aborts_total", "Transactions aborted, whose input is read again.")
        fences = registry.counter(
            "fork_worker_fences_total",
            "Clients fenced by another client with the same id, or after a transaction timeout."
        )
        producerRebuilds = registry.counter("fork_worker_producer_rebuilds_total", "Producers replaced by new ones.")
        commitSeconds = registry.histogram(
            "fork_worker_commit_seconds",
            "Time from the end of reading to the end of the commit, in seconds.",
            bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        )
        endToEndSeconds = registry.histogram(
            "fork_worker_end_to_end_seconds",
            "Time from the timestamp of each upload to its commit, in seconds.",
            bounds: Latency.bounds
        )
    }
}
