/// The metrics, each declared once.
///
/// Names follow Prometheus: the unit is last, and counters end in `_total`.
struct Metrics: Sendable {
    let uploads = Metric(.counter, "fork_worker_uploads_total", "Uploads committed, including refused ones.")
    let uploadsRefused = Metric(.counter, "fork_worker_uploads_refused_total", "Uploads refused as a whole.")
    let samplesIn = Metric(
        .counter,
        "fork_worker_samples_in_total",
        "Samples in committed uploads, the sum of all outcomes."
    )
    let samples = LabelledCounter(
        "fork_worker_samples_total",
        "Samples in committed uploads, by outcome.",
        label: "outcome",
        values: ["new", "duplicate", "replaced", "deleted_before_arrival", "refused"]
    )
    let deletions = Metric(.counter, "fork_worker_deletions_total", "Deletions of samples accepted.")
    let deletionsRefused = Metric(.counter, "fork_worker_deletions_refused_total", "Deletions of samples refused.")
    let refusals = LabelledCounter(
        "fork_worker_refusals_total",
        "Dead letters written, by error code.",
        label: "code",
        values: [
            "decodingError", "invalidIdentifier", "invalidType", "invalidValue", "tooLarge", "tooLate",
            "connectionIsClosed", "unauthorized", "noData", "other",
        ]
    )
    let documents = LabelledCounter(
        "fork_worker_documents_total",
        "Document records written, by operation.",
        label: "op",
        values: ["upsert", "delete"]
    )
    let jobs = Metric(.counter, "fork_worker_jobs_total", "Webhook jobs written.")
    let commits = Metric(.counter, "fork_worker_commits_total", "Transactions committed.")
    let aborts = Metric(.counter, "fork_worker_aborts_total", "Transactions aborted, whose input is read again.")
    let fences = Metric(
        .counter,
        "fork_worker_fences_total",
        "Clients fenced by another client with the same id, or after a transaction timeout."
    )
    let producerRebuilds = Metric(.counter, "fork_worker_producer_rebuilds_total", "Producers replaced by new ones.")
    let commitSeconds = Histogram(
        "fork_worker_commit_seconds",
        "Time from the end of reading to the end of the commit, in seconds.",
        bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    )
    let endToEndSeconds = Histogram(
        "fork_worker_end_to_end_seconds",
        "Time from the timestamp of each upload to its commit, in seconds.",
        bounds: Latency.bounds
    )
    let lanesFailed = Metric(.gauge, "fork_worker_lanes_failed", "Lanes that have failed and wait for their restart.")
    let rebalances = LabelledCounter(
        "fork_worker_rebalances_total",
        "Changes of partition ownership, by kind.",
        label: "kind",
        values: ["assigned", "revoked", "lost"]
    )
    let partitions = Metric(.gauge, "fork_worker_partitions", "Partitions currently owned.")
    let partitionsLeftAlone = Metric(
        .gauge,
        "fork_worker_partitions_left_alone",
        "Owned partitions that are left alone after a failure; their uploads wait."
    )
    let rederivingConnections = Metric(
        .gauge,
        "fork_worker_rederiving_connections",
        "Connections whose documents wait for re-derivation."
    )
    let restores = Metric(.counter, "fork_worker_restores_total", "Partitions whose state was restored.")
    let restoredRecords = Metric(
        .counter,
        "fork_worker_restored_records_total",
        "State records read by finished restores."
    )
    let restoredBytes = Metric(.counter, "fork_worker_restored_bytes_total", "State bytes read by finished restores.")
    let restoringPartitions = Metric(
        .gauge,
        "fork_worker_restoring_partitions",
        "Partitions being restored, if the restore takes longer than a second."
    )
    let restoringRecords = Metric(.gauge, "fork_worker_restoring_records", "State records read by running restores.")
    let restoringBytes = Metric(.gauge, "fork_worker_restoring_bytes", "State bytes read by running restores.")
    let restoringLeft = Metric(
        .gauge,
        "fork_worker_restoring_left_offsets",
        "Changelog offsets left to read by running restores."
    )
    let restoringETA = Metric(
        .gauge,
        "fork_worker_restoring_eta_seconds",
        "Estimated seconds until the last running restore is finished."
    )
    let restoreBoard = RestoreBoard()
    let storeRebuilds = Metric(
        .counter,
        "fork_worker_store_rebuilds_total",
        "Local stores cleared and rebuilt from the changelog."
    )
    let topicsCreated = Metric(.counter, "fork_worker_topics_created_total", "Topics created by the worker.")
    let brokerMessages = LabelledCounter(
        "fork_worker_broker_messages_total",
        "Log messages and errors of librdkafka, by level.",
        label: "level",
        values: Level.allCases.map(\.rawValue)
    )
    let suppressedLines = Metric(.counter, "fork_worker_suppressed_lines_total", "Log lines suppressed by rate limits.")
    let lostLines = Metric(
        .counter,
        "fork_worker_lost_lines_total",
        "Log lines dropped while standard error was blocked."
    )
    let backlogs = BacklogBoard()
    let transactions = TransactionBoard()
    let clientQueues = ClientQueueBoard()
    let memoryLimit = Metric(.gauge, "fork_worker_memory_limit_bytes", "The value of --memory-limit in bytes.")
    let storeBytes = Metric(
        .gauge,
        "fork_worker_store_bytes",
        "Size of the local store in bytes, including data not yet in files."
    )
    let startTime = Metric(.gauge, "fork_worker_start_time_seconds", "Start time of the worker in Unix seconds.")
}
