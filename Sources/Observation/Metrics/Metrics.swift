/// The metrics, each declared once.
///
/// Names follow Prometheus: the unit is last, and counters end in `_total`.
struct Metrics: Sendable {
    let uploads = Metric(.counter, "fork_worker_uploads_total", "Uploads committed, refused ones too.")
    let uploadsRefused = Metric(.counter, "fork_worker_uploads_refused_total", "Uploads refused whole.")
    let samplesIn = Metric(.counter, "fork_worker_samples_in_total", "Samples in uploads, the sum of all outcomes.")
    let samples = LabelledCounter(
        "fork_worker_samples_total",
        "What became of samples.",
        label: "outcome",
        values: ["new", "duplicate", "replaced", "deleted_before_arrival", "refused"]
    )
    let deletions = Metric(.counter, "fork_worker_deletions_total", "Deletions accepted.")
    let deletionsRefused = Metric(.counter, "fork_worker_deletions_refused_total", "Deletions refused.")
    let refusals = LabelledCounter(
        "fork_worker_refusals_total",
        "Dead letters by code.",
        label: "code",
        values: [
            "decodingError", "invalidIdentifier", "invalidType", "invalidValue", "tooLarge", "tooLate",
            "connectionIsClosed", "unauthorized", "noData", "other",
        ]
    )
    let documents = LabelledCounter(
        "fork_worker_documents_total",
        "Document records written.",
        label: "op",
        values: ["upsert", "delete"]
    )
    let jobs = Metric(.counter, "fork_worker_jobs_total", "Webhook jobs written.")
    let commits = Metric(.counter, "fork_worker_commits_total", "Transactions committed.")
    let aborts = Metric(.counter, "fork_worker_aborts_total", "Transactions aborted; their records are read again.")
    let fences = Metric(.counter, "fork_worker_fences_total", "Times that another with its name fenced a client.")
    let producerRebuilds = Metric(.counter, "fork_worker_producer_rebuilds_total", "Producers rebuilt.")
    let commitSeconds = Histogram(
        "fork_worker_commit_seconds",
        "Time from the end of reading to the end of the commit.",
        bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    )
    let endToEndSeconds = Histogram(
        "fork_worker_end_to_end_seconds",
        "Time from an upload's record to its commit, each upload once.",
        bounds: Latency.bounds
    )
    let lanesFailed = Metric(.gauge, "fork_worker_lanes_failed", "Lanes that failed and wait to be started again.")
    let rebalances = LabelledCounter(
        "fork_worker_rebalances_total",
        "Changes of the partitions that lanes own.",
        label: "kind",
        values: ["assigned", "revoked", "lost"]
    )
    let partitions = Metric(.gauge, "fork_worker_partitions", "Partitions owned now.")
    let partitionsLeftAlone = Metric(
        .gauge,
        "fork_worker_partitions_left_alone",
        "Partitions owned now that failed by themselves: their uploads wait."
    )
    let rederivingConnections = Metric(
        .gauge,
        "fork_worker_rederiving_connections",
        "Connections whose documents are to be derived again, since rules have changed."
    )
    let restores = Metric(.counter, "fork_worker_restores_total", "Partitions whose state was restored.")
    let restoredRecords = Metric(.counter, "fork_worker_restored_records_total", "Records of state read back.")
    let restoredBytes = Metric(.counter, "fork_worker_restored_bytes_total", "Bytes of state read back.")
    let restoringPartitions = Metric(
        .gauge,
        "fork_worker_restoring_partitions",
        "Partitions whose state is being read back, once that takes longer than a second."
    )
    let restoringRecords = Metric(.gauge, "fork_worker_restoring_records", "Records that those have read so far.")
    let restoringBytes = Metric(.gauge, "fork_worker_restoring_bytes", "Bytes that those have read so far.")
    let restoringLeft = Metric(.gauge, "fork_worker_restoring_left_offsets", "Offsets that those have before them.")
    let restoringETA = Metric(
        .gauge,
        "fork_worker_restoring_eta_seconds",
        "When the last of those will be there at this speed."
    )
    let restoreBoard = RestoreBoard()
    let storeRebuilds = Metric(.counter, "fork_worker_store_rebuilds_total", "Local stores dropped and rebuilt.")
    let topicsCreated = Metric(.counter, "fork_worker_topics_created_total", "Topics made.")
    let brokerMessages = LabelledCounter(
        "fork_worker_broker_messages_total",
        "Messages of the Kafka library, by level.",
        label: "level",
        values: Level.allCases.map(\.rawValue)
    )
    let suppressedLines = Metric(.counter, "fork_worker_suppressed_lines_total", "Log lines left out as too many.")
    let lostLines = Metric(.counter, "fork_worker_lost_lines_total", "Log lines lost while standard error took none.")
    let backlogs = BacklogBoard()
    let transactions = TransactionBoard()
    let clientQueues = ClientQueueBoard()
    let memoryLimit = Metric(.gauge, "fork_worker_memory_limit_bytes", "What --memory-limit says.")
    let storeBytes = Metric(
        .gauge,
        "fork_worker_store_bytes",
        "State in the local store, in files and not yet in files."
    )
    let startTime = Metric(.gauge, "fork_worker_start_time_seconds", "When the worker started, in Unix time.")
}
