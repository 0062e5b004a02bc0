import Webhooks

/// The options of `dispatch`.
extension Options {
    private static let day = 86_400_000
    private static let dispatch: [CommandName] = [.dispatch]

    /// Returns an option of deliveries.
    private static func delivery<Value>(
        _ name: String,
        _ kind: Kind<Value>,
        _ fallback: Fallback,
        _ help: String
    ) -> Option<Value> {
        Option(name, kind, fallback, in: .delivery, of: dispatch, help)
    }

    static let deliverySecrets = delivery(
        "secrets",
        .path("FILE"),
        .absent("FORK_WEBHOOK_SECRET"),
        """
        Sign deliveries with the secrets in this JSON file: default, and those of apps and connections. The file is read \
        again after a change and on SIGHUP. FORK_WEBHOOK_SECRET is the default secret if the file has none.
        """
    )
    static let payload = delivery(
        "payload",
        .choice(PayloadForm.self),
        .text("documents"),
        "Send whole documents, or only their ids and operations."
    )
    static let coalesce = delivery(
        "coalesce",
        .duration(0...3_600_000),
        .text("0s"),
        "Join the jobs of a connection and data type that come within this time of the first one."
    )
    static let retrySchedule = delivery(
        "retry-schedule",
        .retrySchedule,
        .text("5s,5min,30min,2h,5h,10h,14h,20h,24h"),
        "Try a failed job again after each of these times, then give it up. With none, it is given up at once."
    )
    static let orderHold = delivery(
        "order-hold",
        .duration(0...365 * day),
        .text("1h"),
        """
        Let a failed job hold up later jobs of its connection for this long from its first failure. With 0s, jobs have \
        no order, and several are sent at once.
        """
    )
    static let drainTimeout = delivery(
        "drain-timeout",
        // The group waits for it during a rebalance, for 5 min at most.
        .duration(0...240_000),
        .text("5s"),
        "Wait this long for requests under way when the process stops, or when its partitions move."
    )
    static let newBase = delivery(
        "new-base",
        .toggle,
        .text("false"),
        """
        Begin the sequences of all partitions anew, above all before, once. It is for a topic prefix that goes live a \
        second time.
        """
    )
    static let concurrency = delivery(
        "concurrency",
        .integer(1...10_000),
        .text("256"),
        "Send at most this many requests at once."
    )
    static let perHost = delivery(
        "per-host",
        .integer(1...10_000),
        .text("16"),
        "Send at most this many requests at once to one host."
    )
    static let ratePerHost = delivery(
        "rate-per-host",
        .integer(1...1_000_000),
        .absent("no limit"),
        "Begin at most this many requests per second to one host."
    )
    static let connectTimeout = delivery(
        "connect-timeout",
        .duration(1...600_000),
        .text("10s"),
        "Wait this long for a connection."
    )
    static let requestTimeout = delivery(
        "timeout",
        .duration(1...600_000),
        .text("30s"),
        "Wait this long for the whole request and its response."
    )
    static let callbackAuthorities = delivery(
        "ca-file",
        .path("FILE"),
        .absent("the system's authorities"),
        "Verify the certificates of receivers with the authorities in this PEM file."
    )
    static let allowPorts = delivery(
        "allow-ports",
        .ports,
        .absent("443 only"),
        "Allow callback URLs with these ports too, separated by commas."
    )
    static let allowNetworks = delivery(
        "allow-networks",
        .networks,
        .absent("none"),
        "Allow these networks, which are otherwise refused as internal, such as 10.0.0.0/8."
    )
    static let allowLoopbackDeliveries = delivery(
        "allow-loopback-callbacks",
        .toggle,
        .text("false"),
        "Allow callback URLs with http or https to loopback addresses, on any port."
    )

    static let dispatchBootstrapServers = Option(
        "bootstrap-servers",
        .hosts,
        .absent("required, but not for new-secret"),
        in: .kafka,
        of: dispatch,
        "Connect to these brokers first, separated by commas. The default port is 9092."
    )
    static let dispatchStateDirectory = Option(
        "state-directory",
        .path("DIR"),
        .text("state-dispatch"),
        in: .worker,
        of: dispatch,
        "Keep the local state in this folder. It is locked, so dispatchers and workers cannot share it."
    )
    static let dispatchMemoryLimit = Option(
        "memory-limit",
        .size(64 << 20...1 << 50),
        .text("256MiB"),
        in: .worker,
        of: dispatch,
        "Limit the memory of the whole process, without the settings of connections: some 220 bytes each."
    )

    static let deliveryRows = [
        deliverySecrets.row, payload.row, coalesce.row, retrySchedule.row, orderHold.row, drainTimeout.row,
        newBase.row, concurrency.row,
        perHost.row, ratePerHost.row, connectTimeout.row, requestTimeout.row, callbackAuthorities.row, allowPorts.row,
        allowNetworks.row, allowLoopbackDeliveries.row,
    ]
}

/// The options of `dispatch list`, `dispatch resend` and `dispatch new-secret`.
extension Options {
    static let deliveredConnections = Option(
        "connection",
        .connections,
        .absent("all; for resend, required without --all"),
        in: .call,
        of: dispatch,
        "List or send again the jobs of this connection. Repeatable."
    )
    static let allDelivered = Option(
        "all",
        .toggle,
        in: .call,
        of: dispatch,
        "Send again the jobs of all connections."
    )
    static let resentSince = Option(
        "since",
        .moment,
        .absent("required for resend"),
        in: .call,
        of: dispatch,
        "Send again the jobs written at or after this time. A date begins at 00:00 UTC."
    )
    static let resentUntil = Option(
        "until",
        .moment,
        .absent("now"),
        in: .call,
        of: dispatch,
        "Send again the jobs written before this time. A date begins at 00:00 UTC."
    )
    static let resendDryRun = Option(
        "dry-run",
        .toggle,
        in: .call,
        of: dispatch,
        "Only count the jobs that would be sent again, and write nothing."
    )
    static let ed25519 = Option(
        "ed25519",
        .toggle,
        in: .call,
        of: dispatch,
        "Make a pair of keys instead of a shared secret, so that receivers know no secret."
    )
    static let dispatchCallRows = [
        deliveredConnections.row, allDelivered.row, resentSince.row, resentUntil.row, resendDryRun.row, ed25519.row,
    ]
}

extension Kind<RetrySchedule> {
    static let retrySchedule = Kind("TIME,...", rule: "list of times, or `none`", shape: .list) { text throws(Reason) in
        let items = text.split(separator: ",", omittingEmptySubsequences: false).map { String(withoutBlanks($0)) }
        guard let schedule = RetrySchedule(items.joined(separator: ",")) else {
            throw Reason("must be none, or up to 100 times of at most a year, such as 5s,5min,2h")
        }
        return schedule
    }
}

extension Kind<[UInt16]> {
    static let ports = Kind("PORT,...", rule: "list of port numbers", shape: .list) { text throws(Reason) in
        var ports: [UInt16] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let port = UInt16(withoutBlanks(item)), port > 0 else {
                throw Reason("must be numbers from 1 to 65535, separated by commas")
            }
            ports.append(port)
        }
        return ports
    }
}

extension Kind<[IPNetwork]> {
    static let networks = Kind("CIDR,...", rule: "list of networks", shape: .list) { text throws(Reason) in
        var networks: [IPNetwork] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let network = IPNetwork(withoutBlanks(item)) else {
                throw Reason(
                    "'\(item)' is not a network, such as 10.0.0.0/8 or fd00::/8, without bits behind its prefix"
                )
            }
            networks.append(network)
        }
        return networks
    }
}
