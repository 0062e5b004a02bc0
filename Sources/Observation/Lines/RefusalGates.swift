/// Limits log lines about refusals to one per minute and error code, which has the number since the previous one.
struct RefusalGates {
    private static let milliseconds: Int64 = 60_000

    private struct Gate {
        var said: Int64
        var hidden: Int
    }

    /// The contract defines the codes, so the dictionary is bounded.
    private var gates: [String: Gate] = [:]

    /// Returns the number of refusals to log, or nil if it is too early.
    mutating func pass(_ code: String, count: Int, unixMilliseconds now: Int64) -> Int? {
        if let gate = gates[code], now >= gate.said, now - gate.said < Self.milliseconds {
            gates[code]?.hidden += count
            return nil
        }
        let hidden = gates[code]?.hidden ?? 0
        gates[code] = Gate(said: now, hidden: 0)
        return hidden + count
    }
}
