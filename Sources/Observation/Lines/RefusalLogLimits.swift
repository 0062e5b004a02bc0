/// Limits log lines about refusals to one per minute and error code, which has the number since the previous one.
struct RefusalLogLimits {
    private static let milliseconds: Int64 = 60_000

    private struct Gate {
        var said: Int64
        var hidden: Int
    }

    /// The contract defines the codes, so the dictionary is bounded.
    private var limits: [String: Gate] = [:]

    /// Returns the number of refusals to log, or nil if it is too early.
    mutating func pass(_ code: String, count: Int, unixMilliseconds now: Int64) -> Int? {
        if let gate = limits[code], now >= gate.said, now - gate.said < Self.milliseconds {
            limits[code]?.hidden += count
            return nil
        }
        let hidden = limits[code]?.hidden ?? 0
        limits[code] = Gate(said: now, hidden: 0)
        return hidden + count
    }
}
