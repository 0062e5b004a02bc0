/// The requests, failures and pauses of a host.
struct Host: Equatable, Sendable {
    /// The number of consecutive failures after which a host is paused.
    static let failuresMax = 20
    static let firstPauseMilliseconds: Int64 = 30_000
    static let longestPauseMilliseconds: Int64 = 600_000
    /// The duration above which a request gives its host a slow standing.
    static let slowMilliseconds: Int64 = 5_000
    /// The recent results of a host, which determine its share of all requests.
    enum Standing: CaseIterable, Sendable {
        /// The host has not answered yet.
        case unknown
        /// The last request was delivered in time.
        case good
        /// The last request failed or took long.
        case slow
    }

    /// The longest idle time that a burst may make up for under a rate limit.
    private static let burstMilliseconds = 100.0

    private(set) var requests = 0
    private(set) var bytes = 0
    private(set) var failures = 0
    private(set) var standing = Standing.unknown
    /// Whether a probe is running: the request whose result ends or extends the pause.
    private(set) var isProbing = false
    /// Whether the host must be tried once more if the probe fails, because new settings arrived meanwhile.
    private var mustTryAgain = false
    /// The length of the current pause; nil if the host is not paused.
    private(set) var pauseMilliseconds: Int64?
    /// The end of the current or last pause.
    private(set) var leftAloneUntil: Int64 = 0
    /// The time at which the rate limit allows the next request.
    private var nextRequest = 0.0

    /// Whether the host is paused, including the time until its probe ends.
    var isLeftAlone: Bool { pauseMilliseconds != nil }

    /// Whether the host can be removed from memory, because at most a good standing would be lost.
    func isForgettable(at now: Int64) -> Bool {
        requests == 0 && failures == 0 && standing != .slow && !isLeftAlone
            && nextRequest <= Double(now) - Self.burstMilliseconds
    }

    /// Returns the earliest time for a request; nil if a running request must end first.
    func earliest(at now: Int64, perHost: Int) -> Int64? {
        if isLeftAlone { return isProbing ? nil : max(leftAloneUntil, now) }
        if requests >= perHost { return nil }
        return max(now, Int64(nextRequest.rounded(.up)))
    }

    /// Counts a new request, and returns whether it is the probe of a paused host.
    ///
    /// `bytes` is the length of the job. `rate` is the maximum number of requests per second; nil means no limit.
    mutating func began(bytes: Int, at now: Int64, rate: Double?) -> Bool {
        requests += 1
        self.bytes += bytes
        if let rate, rate > 0 { nextRequest = max(nextRequest, Double(now) - Self.burstMilliseconds) + 1_000 / rate }
        isProbing = isLeftAlone
        return isProbing
    }

    /// Applies the end of a request.
    ///
    /// `bytes` is the length of the job. `verdict` is true if the host has failed, and nil if the result does not
    /// concern the host. A nil `standing` keeps the old one.
    mutating func ended(bytes: Int, isProbe: Bool, hasFailed verdict: Bool?, standing: Standing?, at now: Int64) {
        requests -= 1
        self.bytes -= bytes
        let triesAgain = isProbe && mustTryAgain
        if isProbe { (isProbing, mustTryAgain) = (false, false) }
        if let standing { self.standing = standing }
        guard let verdict else { return }
        guard verdict else {
            failures = 0
            pauseMilliseconds = nil
            return
        }
        failures += 1
        if let pause = pauseMilliseconds {
            // Requests that began before the pause give no new information.
            if isProbe { leaveAlone(for: min(2 * pause, Self.longestPauseMilliseconds), at: now) }
            if triesAgain { leftAloneUntil = now }
        } else if failures >= Self.failuresMax {
            leaveAlone(for: Self.firstPauseMilliseconds, at: now)
        }
    }

    /// Sets an unknown standing to slow, because an earlier process failed to deliver to the host.
    mutating func failedBefore() {
        if standing == .unknown { standing = .slow }
    }

    /// Allows one request to a paused host: now, or after the running probe.
    mutating func tryAgain(at now: Int64) {
        if isProbing { mustTryAgain = true } else { leftAloneUntil = min(leftAloneUntil, now) }
    }

    private mutating func leaveAlone(for milliseconds: Int64, at now: Int64) {
        pauseMilliseconds = milliseconds
        leftAloneUntil = now + milliseconds
    }
}
