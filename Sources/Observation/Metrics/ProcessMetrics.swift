import Synchronization

struct ProcessMetrics: Sendable {
    /// The version of the program, empty until the start is reported.
    final class Version: Sendable {
        let text = Mutex("")
    }

    let version = Version()
    let startTime, ready, memoryLimit, storeBytes, storeFreeBytes, storeNeededBytes: Metric
    let consoleDiffers: Metric

    init(_ registry: MetricsRegistry) {
        registry.add { [version] in
            let label = version.text.withLock { $0 }
            let family = MetricFamily(
                name: "fork_worker_build_info",
                kind: .info,
                help: "The version of the running worker.",
                labels: ["version"],
                series: [MetricFamily.Series(labels: [("version", label)], value: .whole(1))]
            )
            return [family]
        }
        startTime = registry.gauge("fork_worker_start_time_seconds", "Start time of the worker in Unix seconds.")
        ready = registry.gauge("fork_worker_ready", "1 if /readyz returns status 200, otherwise 0.")
        registry.add {
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
            ]
        }
        memoryLimit = registry.gauge("fork_worker_memory_limit_bytes", "The value of --memory-limit in bytes.")
        storeBytes = registry.gauge(
            "fork_worker_store_bytes",
            "Size of the local store in bytes, including data not yet in files."
        )
        storeFreeBytes = registry.gauge(
            "fork_worker_store_free_bytes",
            "Free space on the disk of the local store in bytes."
        )
        storeNeededBytes = registry.gauge(
            "fork_worker_store_needed_bytes",
            "Free space in bytes below which the worker stops."
        )
        consoleDiffers = registry.counter(
            "fork_worker_console_differs_total",
            "Documents that differ from what was published although nothing is pending, found by the console."
        )
    }
}
