import Webhooks

/// The hosts of all callback URLs, and the limits that they share.
struct Hosts: Sendable {
    /// Whether a request to a host may begin.
    enum Admission: Equatable, Sendable {
        case admitted
        /// The next request may begin at this time; `isLeftAlone` is true if the host is paused until then.
        case later(Int64, isLeftAlone: Bool)
        /// A running request to this host must end first.
        case busy
        /// A running request to a host of this standing, or of a worse standing, must end first.
        case shareFull(Host.Standing)
        /// The limit for requests to all hosts is reached; a running request must end first.
        case full
    }

    /// The number of hosts in memory at which hosts that may be forgotten are removed.
    private static let hostsMax = 10_000

    private let options: DispatchOptions
    private var hosts: [HostKey: Host] = [:]
    private var load: [Host.Standing: HostLoad] = [:]
    private var pruningCount = Self.hostsMax

    init(_ options: DispatchOptions) { self.options = options }

    /// Whether another request may begin, to any host.
    var hasRoom: Bool { hasRoom(of: 4, for: .slow, .unknown, .good) }

    /// Whether another request to a host of this standing may begin.
    func hasRoom(for standing: Host.Standing) -> Bool {
        switch standing {
        case .good: true
        case .unknown: hasRoom(of: 3, for: .slow, .unknown)
        case .slow: hasRoom(of: 2, for: .slow) && hasRoom(of: 3, for: .slow, .unknown)
        }
    }

    /// Whether the requests to hosts of these standings are below this number of quarters of the limits.
    private func hasRoom(of quarters: Int, for standings: Host.Standing...) -> Bool {
        var sum = HostLoad()
        for standing in standings { sum.add(load[standing] ?? HostLoad()) }
        return sum.requests < max(1, options.concurrency * quarters / 4)
            && (sum.requests == 0 || sum.bytes < options.bounds.requestBytes * quarters / 4)
    }

    /// The number of paused hosts.
    var leftAlone: Int { hosts.values.count { $0.isLeftAlone } }

    /// Returns the end of a host's pause; nil if the host is not paused.
    func pauseEnd(_ key: HostKey) -> Int64? {
        guard let host = hosts[key], host.isLeftAlone else { return nil }
        return host.leftAloneUntil
    }

    /// Allows one request to a paused host: now, or after the running probe.
    mutating func tryAgain(_ key: HostKey, at now: Int64) {
        if isLeftAlone(key) { change(key) { $0.tryAgain(at: now) } }
    }

    /// Whether a host is paused or is being probed.
    func isLeftAlone(_ key: HostKey) -> Bool { hosts[key]?.isLeftAlone ?? false }

    func admission(_ key: HostKey, at now: Int64) -> Admission {
        if key == .none { return .admitted }
        let host = hosts[key] ?? Host()
        guard let earliest = host.earliest(at: now, perHost: options.perHost) else { return .busy }
        if earliest > now { return .later(earliest, isLeftAlone: host.isLeftAlone) }
        if !hasRoom { return .full }
        return hasRoom(for: host.standing) ? .admitted : .shareFull(host.standing)
    }

    /// Sets an unknown standing of a host to slow, because an earlier process failed to deliver to the host.
    mutating func failedBefore(_ key: HostKey) {
        change(key) { $0.failedBefore() }
    }

    /// Counts a new request, and returns whether it is the probe of a paused host.
    mutating func began(_ key: HostKey, bytes: Int, at now: Int64) -> Bool {
        if hosts.count >= pruningCount {
            hosts = hosts.filter { !$0.value.isForgettable(at: now) }
            pruningCount = max(Self.hostsMax, 2 * hosts.count)
        }
        let rate = options.ratePerHost
        var isProbe = false
        change(key) { isProbe = $0.began(bytes: bytes, at: now, rate: rate) }
        return isProbe
    }

    /// Changes a host, and updates the load of its standing.
    private mutating func change(_ key: HostKey, _ body: (inout Host) -> Void) {
        var host = hosts[key] ?? Host()
        load[host.standing, default: HostLoad()].add(HostLoad(host), times: -1)
        body(&host)
        load[host.standing, default: HostLoad()].add(HostLoad(host))
        hosts[key] = host
    }

    /// Applies the end of a request, and returns whether a paused host accepts deliveries again.
    ///
    /// `result` is nil if the request was cut off.
    mutating func ended(_ key: HostKey, _ request: HostRequest, _ result: DeliveryResult?, at now: Int64) -> Bool {
        guard let before = hosts[key] else { return false }
        let concerns = result?.concernsHost ?? false
        let isDelivered = result?.outcome == .delivered
        let isGood = isDelivered && now - request.began <= Host.slowMilliseconds
        change(key) { host in
            host.ended(
                bytes: request.bytes,
                isProbe: request.isProbe,
                hasFailed: concerns ? result?.countsAgainstHost : nil,
                standing: concerns ? isGood ? .good : .slow : nil,
                at: now
            )
        }
        if let host = hosts[key], host.standing == .unknown, host.isForgettable(at: now) { hosts[key] = nil }
        return before.isLeftAlone && isDelivered
    }
}

/// The number of running requests, and the bytes of their jobs.
private struct HostLoad: Sendable {
    private(set) var requests = 0
    private(set) var bytes = 0

    init() {}

    init(_ host: Host) { (requests, bytes) = (host.requests, host.bytes) }

    mutating func add(_ other: Self, times sign: Int = 1) {
        requests += sign * other.requests
        bytes += sign * other.bytes
    }
}

/// The facts about a request that are needed when the request ends.
struct HostRequest: Equatable, Sendable {
    let bytes: Int
    let began: Int64
    let isProbe: Bool
}
