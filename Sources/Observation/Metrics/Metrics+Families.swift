import System

extension Metrics {
    /// Returns the current values of all metrics, in the order of the page.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - isReady: Whether `/readyz` would succeed at the same moment.
    ///   - clocks: The clocks for ages.
    /// - Returns: Each metric once, with all its series.
    func families(version: String, isReady: Bool, _ clocks: Clocks) -> [MetricFamily] {
        [
            MetricFamily(
                name: "fork_worker_build_info",
                kind: .info,
                help: "The version of the running worker.",
                labels: ["version"],
                series: [MetricFamily.Series(labels: [("version", version)], value: .whole(1))]
            ),
            MetricFamily(startTime),
            MetricFamily("fork_worker_ready", "1 if /readyz returns status 200, otherwise 0.", .whole(isReady ? 1 : 0)),
        ] + process + counted + waiting(clocks) + partitionsNow + library
    }

    /// The metrics of the process, from the operating system.
    private var process: [MetricFamily] {
        let figures = ProcessFigures.now
        return [
            MetricFamily(
                name: "process_cpu_seconds_total",
                kind: .counter,
                help: "Total CPU time of the process in seconds.",
                series: [MetricFamily.Series(value: .real(figures.processorSeconds))]
            ),
            MetricFamily(
                "process_resident_memory_bytes",
                "Resident memory size in bytes.",
                .whole(figures.residentBytes)
            ),
            MetricFamily(memoryLimit), MetricFamily(storeBytes),
        ]
    }

    /// The counts of committed uploads, and of transactions.
    private var counted: [MetricFamily] {
        [MetricFamily(uploads), MetricFamily(uploadsRefused), MetricFamily(samplesIn), MetricFamily(samples)]
            + [deletions, deletionsRefused].map { MetricFamily($0) }
            + [refusals, documents].map { MetricFamily($0) }
            + [jobs, commits, aborts, fences, producerRebuilds].map { MetricFamily($0) }
            + [commitSeconds, endToEndSeconds].map { MetricFamily($0) }
    }

    /// The metrics of uncommitted input.
    private func waiting(_ clocks: Clocks) -> [MetricFamily] {
        let backlog = backlogs.all
        let oldest = backlog.compactMap(\.oldest).min()
        let age = oldest.map { max(0, Double(clocks.wallMilliseconds() - $0) / 1_000) }
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

    /// The metrics of partitions, restores and re-derivations.
    private var partitionsNow: [MetricFamily] {
        let total = restoreBoard.total
        restoringPartitions.cell.set(total.partitions)
        restoringRecords.cell.set(total.records)
        restoringBytes.cell.set(total.bytes)
        restoringLeft.cell.set(total.left)
        restoringETA.cell.set(total.etaSeconds)
        return [MetricFamily(lanesFailed), MetricFamily(rebalances)]
            + [
                partitions, partitionsLeftAlone, rederivingConnections, restores, restoredRecords, restoredBytes,
                restoringPartitions, restoringRecords, restoringBytes, restoringLeft, restoringETA, storeRebuilds,
                topicsCreated,
            ].map { MetricFamily($0) }
    }

    /// The metrics of librdkafka and of the log.
    private var library: [MetricFamily] {
        [
            MetricFamily(
                name: "fork_worker_client_messages",
                kind: .gauge,
                help: "Messages in the queues of librdkafka, summed over all lanes.",
                labels: ["client", "queue"],
                series: clientQueues.all.map { queue, count in
                    MetricFamily.Series(
                        labels: [("client", queue.client), ("queue", queue.rawValue)],
                        value: .whole(count)
                    )
                }
            ), MetricFamily(brokerMessages), MetricFamily(suppressedLines), MetricFamily(lostLines),
        ]
    }

    /// The rows of the metrics table in docs/operations.md.
    static var table: String {
        let rows = Metrics().families(version: "", isReady: false, Clocks()).map { family in
            let labels = family.labels.isEmpty ? "" : "{\(family.labels.map { "\($0)" }.joined(separator: ","))}"
            return "| `\(family.name)\(labels)` | \(family.kind.rawValue) | \(family.help) |\n"
        }
        return "| Metric | Kind | |\n|---|---|---|\n" + rows.joined()
    }
}
