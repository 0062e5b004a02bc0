import Synchronization

/// The metrics that dispatchers do not share with workers.
struct DispatchMetrics: Sendable {
    let jobs, attempts: LabelledCounter
    let figures = DispatchBoard()
    let requestSeconds, deliverySeconds: Histogram

    init(_ registry: MetricsRegistry) {
        jobs = registry.counter(
            "fork_dispatch_jobs_total",
            "Finished jobs, each counted once, by outcome.",
            label: "outcome",
            values: ["delivered", "dead", "merged", "no_callback", "closed", "forgotten", "off"]
        )
        attempts = registry.counter(
            "fork_dispatch_attempts_total",
            "Attempts to deliver a job, by outcome. The outcomes address, url and secret send no request.",
            label: "outcome",
            values: [
                "delivered", "status", "gone", "throttled", "redirect", "connect", "tls", "timeout", "address", "url",
                "secret",
            ]
        )
        registry.add { [figures] in figures.families }
        requestSeconds = registry.histogram(
            "fork_dispatch_request_seconds",
            "Time from the start of a request to its end, in seconds.",
            bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
        )
        deliverySeconds = registry.histogram(
            "fork_dispatch_delivery_seconds",
            "Time from the timestamp of each job to its delivery, in seconds.",
            bounds: Latency.bounds
        )
    }
}

/// The current values of a dispatcher's gauges.
package struct DispatchFigures: Sendable, Equatable {
    /// The number of jobs that are not finished.
    package var waitingJobs = 0
    /// The age of the oldest unfinished job in seconds, or 0 if there is none.
    package var oldestSeconds = 0.0
    /// The number of settings records that are not read yet.
    package var settingsLag = 0
    /// The number of running requests.
    package var requests = 0
    /// The number of hosts that get no requests for a while after failures.
    package var openHosts = 0
    /// The number of connections that receivers have turned off.
    package var offConnections = 0

    package init() {}
}

/// The last known values of a dispatcher's gauges.
final class DispatchBoard: Sendable {
    private let figures = Mutex(DispatchFigures())

    func set(_ new: DispatchFigures) { figures.withLock { $0 = new } }

    var last: DispatchFigures { figures.withLock { $0 } }

    var families: [MetricFamily] {
        let figures = last
        return [
            MetricFamily(
                "fork_dispatch_waiting_jobs",
                "Unfinished jobs of owned partitions.",
                .whole(figures.waitingJobs)
            ),
            MetricFamily(
                "fork_dispatch_oldest_waiting_seconds",
                "Age of the oldest waiting job in seconds, or 0 if none waits.",
                .real(figures.oldestSeconds)
            ),
            MetricFamily(
                "fork_dispatch_settings_lag_records",
                "Records of connection settings that are not read yet, and so do not count.",
                .whole(figures.settingsLag)
            ),
            MetricFamily("fork_dispatch_requests", "Requests under way.", .whole(figures.requests)),
            MetricFamily(
                "fork_dispatch_open_hosts",
                "Hosts that are left alone after failures.",
                .whole(figures.openHosts)
            ),
            MetricFamily(
                "fork_dispatch_off_connections",
                "Connections that receivers have turned off.",
                .whole(figures.offConnections)
            ),
        ]
    }
}
