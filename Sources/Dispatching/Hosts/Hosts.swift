import Webhooks

/// The hosts of all callback URLs, and the limits that they share.
struct Hosts: Sendable {
    /// Whether a request to a host may begin.
    enum Admission: Equatable, Sendable {
        case admitted
        /// Not before this time; `isLeftAlone`: because the host is left alone.
        case later(Int64, isLeftAlone: Bool)
        /// Not before a request to this host ends.
        case busy
        /// Not before a request to any slow host ends.
        case slowFull
        /// Not before any request ends.
        case full
    }

    /// The number of hosts from which on those without a past are looked for and forgotten.
    private static let hostsMax = 10_000

    private let options: DispatchOptions
    private var hosts: [HostKey: Host] = [:]
    private(set) var requests = 0
    private(set) var bytes = 0
    private(set) var slowRequests = 0
    private var slowBytes = 0
    private var pruningCount = Self.hostsMax

    init(_ options: DispatchOptions) { self.options = options }

    /// Whether any further request may begin.
    var hasRoom: Bool {
        requests < options.concurrency && (requests == 0 || bytes < options.bounds.requestBytes)
    }

    /// Whether a further request to a slow host may begin.
    var hasSlowRoom: Bool {
        slowRequests < max(1, options.concurrency / 2)
            && (slowRequests == 0 || slowBytes < options.bounds.requestBytes / 2)
    }

    /// The number of hosts that are left alone.
    var leftAlone: Int { hosts.values.count { $0.isLeftAlone } }

    func isSlow(_ key: HostKey) -> Bool { hosts[key]?.isSlow ?? false }

    /// Returns the end of a pause of a host; nil if it is not left alone, or may be probed now.
    func leftAloneUntil(_ key: HostKey, at now: Int64) -> Int64? {
        guard let host = hosts[key], host.isLeftAlone, host.leftAloneUntil > now else { return nil }
        return host.leftAloneUntil
    }

    /// Whether a host is left alone, or being probed.
    func isLeftAlone(_ key: HostKey) -> Bool { hosts[key]?.isLeftAlone ?? false }

    func admission(_ key: HostKey, at now: Int64) -> Admission {
        if key == .none { return .admitted }
        let host = hosts[key] ?? Host()
        guard let earliest = host.earliest(at: now, perHost: options.perHost) else { return .busy }
        if earliest > now { return .later(earliest, isLeftAlone: host.isLeftAlone) }
        if !hasRoom { return .full }
        return host.isSlow && !hasSlowRoom ? .slowFull : .admitted
    }

    /// Notes that a request begins, and returns whether it is the probe of a host that was left alone.
    mutating func began(_ key: HostKey, bytes: Int, at now: Int64) -> Bool {
        if hosts.count >= pruningCount {
            hosts = hosts.filter { !$0.value.isForgettable(at: now) }
            pruningCount = max(Self.hostsMax, 2 * hosts.count)
        }
        requests += 1
        self.bytes += bytes
        let isSlow = hosts[key]?.isSlow ?? false
        if isSlow {
            slowRequests += 1
            slowBytes += bytes
        }
        return hosts[key, default: Host()].began(bytes: bytes, at: now, rate: options.ratePerHost)
    }

    /// Notes that a request has ended.
    ///
    /// - Parameters:
    ///   - key: The host.
    ///   - request: The request.
    ///   - result: Its result; nil if it was cut off.
    ///   - now: The time.
    mutating func ended(_ key: HostKey, _ request: HostRequest, _ result: DeliveryResult?, at now: Int64) {
        guard var host = hosts[key] else { return }
        requests -= 1
        bytes -= request.bytes
        let (wasSlow, hostRequests, hostBytes) = (host.isSlow, host.requests, host.bytes)
        let concerns = result?.concernsHost ?? false
        let tookLong = now - request.began > Host.slowMilliseconds
        host.ended(
            bytes: request.bytes,
            isProbe: request.isProbe,
            hasFailed: concerns ? result?.countsAgainstHost : nil,
            isSlow: concerns ? tookLong || result?.outcome != .delivered : nil,
            at: now
        )
        if wasSlow {
            slowRequests -= hostRequests
            slowBytes -= hostBytes
        }
        if host.isSlow {
            slowRequests += host.requests
            slowBytes += host.bytes
        }
        hosts[key] = host.isForgettable(at: now) ? nil : host
    }
}

/// The part of a request that its host keeps account of.
struct HostRequest: Equatable, Sendable {
    let bytes: Int
    let began: Int64
    let isProbe: Bool
}
