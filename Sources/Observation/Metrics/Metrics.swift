import System

/// The metrics of a worker, by component.
///
/// Names follow Prometheus: the unit is last, and counters end in `_total`. The page lists the metrics in the order of
/// their creation.
struct Metrics: Sendable {
    let process: ProcessMetrics
    let commits: CommitMetrics
    let inputs: InputMetrics
    let partitions: PartitionMetrics
    let clients: ClientMetrics

    init(_ registry: MetricsRegistry, _ clocks: Clocks) {
        process = ProcessMetrics(registry)
        commits = CommitMetrics(registry)
        inputs = InputMetrics(registry, clocks)
        partitions = PartitionMetrics(registry)
        clients = ClientMetrics(registry)
    }
}

/// The metrics of uncommitted input.
struct InputMetrics: Sendable {
    let backlogs = BacklogBoard()
    let transactions = TransactionBoard()

    init(_ registry: MetricsRegistry, _ clocks: Clocks) {
        registry.add { [backlogs, transactions] in
            let backlog = backlogs.all
            let age = backlog.compactMap(\.oldest).min().map {
                max(0, Double(clocks.wallMilliseconds() - $0) / 1_000)
            }
            return [
                MetricFamily(
                    name: "fork_worker_lag_records",
                    kind: .gauge,
                    help: "Uncommitted records of owned partitions.",
                    labels: ["topic", "partition"],
                    series: backlog.map {
                        MetricFamily.Series(
                            labels: [("topic", $0.topic), ("partition", "\($0.partition)")],
                            value: .whole($0.records)
                        )
                    }
                ),
                MetricFamily(
                    "fork_worker_oldest_upload_seconds",
                    "Age of the oldest uncommitted upload in seconds, or 0 if there is none.",
                    .real(age ?? 0)
                ),
                MetricFamily(
                    "fork_worker_open_transaction_seconds",
                    "Age of the oldest open transaction in seconds, or 0 if there is none.",
                    .real(transactions.oldestSeconds(at: clocks.steadyMilliseconds()))
                ),
            ]
        }
    }
}

/// The metrics of librdkafka and of the log.
struct ClientMetrics: Sendable {
    let queues = ClientQueueBoard()
    let librdkafkaMessages: LabelledCounter
    let suppressedLines: Metric
    let lostLines: Metric

    init(_ registry: MetricsRegistry) {
        registry.add { [queues] in
            let series = queues.all.map { queue, count in
                MetricFamily.Series(
                    labels: [("client", queue.client), ("queue", queue.rawValue)],
                    value: .whole(count)
                )
            }
            let family = MetricFamily(
                name: "fork_worker_client_messages",
                kind: .gauge,
                help: "Messages in the queues of librdkafka, summed over all lanes.",
                labels: ["client", "queue"],
                series: series
            )
            return [family]
        }
        librdkafkaMessages = registry.counter(
            "fork_worker_librdkafka_messages_total",
            "Log messages and errors of librdkafka, by level.",
            label: "level",
            values: Level.allCases.map(\.rawValue)
        )
        suppressedLines = registry.counter("fork_worker_suppressed_lines_total", "Log lines suppressed by rate limits.")
        lostLines = registry.counter(
            "fork_worker_lost_lines_total",
            "Log lines dropped while standard error was blocked."
        )
    }
}
