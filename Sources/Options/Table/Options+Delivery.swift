import Dispatching
import Webhooks

/// Options of `dispatch` about deliveries.
extension Options {
    /// The commands that send requests to callback URLs.
    private static let posting: [CommandName] = [.dispatch, .webhookSend]

    static let deliveryTable: OptionTable = [
        Option("secrets", optional: \.secretsFile, .path("FILE"), or: "FORK_WEBHOOK_SECRET", of: [.dispatch]): """
        Sign deliveries with the secrets in this JSON file: a default secret, and secrets of apps and connections. \
        The dispatcher reads the file again after a change and on SIGHUP. FORK_WEBHOOK_SECRET is the default secret if the file has none.
        """,
        Option("secrets", optional: \.secretsFile, .path("FILE"), or: "FORK_WEBHOOK_SECRET", of: [.webhookSend]): """
        Sign with the default secret in this JSON file, or with the secret of the connection "example". FORK_WEBHOOK_SECRET is \
        the default secret if the file has none.
        """,
        Option("payload", \.dispatch.isThin, .payload, of: [.dispatch]):
            "Send whole documents, or only their ids and operations.",
        Option("coalesce", \.dispatch.coalesceMilliseconds, .duration(0...3_600_000), of: [.dispatch]):
            "Join the jobs of a connection and data type that come within this time of the first one.",
        Option("retry-schedule", \.dispatch.schedule, .retrySchedule, of: [.dispatch]):
            "Try a failed job again after each of these times, then give it up. With none, it is given up at once.",
        Option("order-hold", \.dispatch.orderHoldMilliseconds, .duration(0...365 * day), of: [.dispatch]): """
        Let a failed job hold up later jobs of its connection for this long from its first failure. With 0s, jobs have \
        no order, and several are sent at once.
        """,
        // During a rebalance, the group waits at most 5 min for a process that drains.
        Option("drain-timeout", \.dispatch.drainMilliseconds, .duration(0...240_000), of: [.dispatch]):
            "Wait this long for requests under way when the process stops, or when its partitions move.",
        Option("new-base", \.dispatch.beginsNewBase, .toggle, of: [.dispatch]): """
        Restart the sequences of all partitions once, above all earlier sequences. Needed if a topic prefix goes live a \
        second time.
        """,
        Option("concurrency", \.dispatch.concurrency, .integer(1...10_000), of: [.dispatch]):
            "Send at most this many requests at once.",
        Option("per-host", \.dispatch.perHost, .integer(1...10_000), of: [.dispatch]):
            "Send at most this many requests at once to one host.",
        Option("rate-per-host", optional: \.dispatch.ratePerHost, .rate, or: "no limit", of: [.dispatch]):
            "Begin at most this many requests per second to one host.",
        Option("connect-timeout", \.dispatch.connectMilliseconds, .duration(1...600_000), of: posting):
            "Wait this long for a connection.",
        Option("timeout", \.dispatch.requestMilliseconds, .duration(1...600_000), of: posting):
            "Wait this long for the whole request and its response.",
        Option("ca-file", optional: \.authoritiesFile, .path("FILE"), or: "the system's authorities", of: posting):
            "Verify the certificates of receivers with the authorities in this PEM file.",
        Option("allow-ports", \.dispatch.callbacks.allowedPorts, .ports, or: "443 only", of: posting):
            "Allow callback URLs with these ports too, separated by commas.",
        Option("allow-networks", \.dispatch.callbacks.allowedNetworks, .networks, or: "none", of: posting):
            "Allow these networks, which are otherwise refused as internal, such as 10.0.0.0/8.",
        Option("allow-loopback-callbacks", \.dispatch.callbacks.allowsLoopback, .toggle, of: posting):
            "Allow callback URLs with http or https to loopback addresses, on any port.",
    ]
}
