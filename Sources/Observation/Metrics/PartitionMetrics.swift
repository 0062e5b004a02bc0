/// The metrics of lanes, partitions, restores and re-derivations.
struct PartitionMetrics: Sendable {
    let lanesFailed: Metric
    let rebalances, brokenInvariants: LabelledCounter
    let owned, leftAlone, rederivingConnections, owedConnections: Metric
    let restores, restoredRecords, restoredBytes: Metric
    let restoring = RestoreBoard()
    let storeRebuilds, topicsCreated: Metric

    init(_ registry: MetricsRegistry) {
        lanesFailed = registry.gauge("fork_worker_lanes_failed", "Lanes that have failed and wait for their restart.")
        rebalances = registry.counter(
            "fork_worker_rebalances_total",
            "Changes of partition ownership, by kind.",
            label: "kind",
            values: ["assigned", "revoked", "lost"]
        )
        brokenInvariants = registry.counter(
            "fork_worker_broken_invariants_total",
            "Commits stopped before publishing because of a defect of the worker, by broken invariant.",
            label: "invariant",
            values: ["accounting_unbalanced", "state_key_repeated", "state_keys_out_of_order", "document_repeated"]
        )
        owned = registry.gauge("fork_worker_partitions", "Partitions currently owned.")
        leftAlone = registry.gauge(
            "fork_worker_partitions_left_alone",
            "Owned partitions that are left alone after a failure; their records wait."
        )
        rederivingConnections = registry.gauge(
            "fork_worker_rederiving_connections",
            "Connections whose documents wait for re-derivation."
        )
        owedConnections = registry.gauge(
            "fork_worker_owed_connections",
            "Connections whose documents wait for a topic that takes nothing."
        )
        restores = registry.counter("fork_worker_restores_total", "Partitions whose state was restored.")
        restoredRecords = registry.counter(
            "fork_worker_restored_records_total",
            "State records read by finished restores."
        )
        restoredBytes = registry.counter("fork_worker_restored_bytes_total", "State bytes read by finished restores.")
        registry.add { [restoring] in restoring.families }
        storeRebuilds = registry.counter(
            "fork_worker_store_rebuilds_total",
            "Local stores cleared and rebuilt from the changelog."
        )
        topicsCreated = registry.counter("fork_worker_topics_created_total", "Topics created by the worker.")
    }
}

extension RestoreBoard {
    /// The progress of the running restores.
    fileprivate var families: [MetricFamily] {
        let total = total
        let gauges: [(name: StaticString, help: StaticString, value: Int)] = [
            (
                "fork_worker_restoring_partitions",
                "Partitions being restored, if the restore takes longer than a second.", total.partitions
            ), ("fork_worker_restoring_records", "State records read by running restores.", total.records),
            ("fork_worker_restoring_bytes", "State bytes read by running restores.", total.bytes),
            (
                "fork_worker_restoring_remaining_offsets", "Changelog offsets that restores must still read.",
                total.left
            ),
            (
                "fork_worker_restoring_eta_seconds",
                "Estimated seconds until the last running restore is finished.", total.etaSeconds
            ),
        ]
        return gauges.map { MetricFamily($0.name, $0.help, .whole($0.value)) }
    }
}
