/// Keeps refusals from flooding the log: one line a minute and code, which says how many there were since the one before.
struct RefusalGates {
    private static let milliseconds: Int64 = 60_000

    private struct Gate {
        var said: Int64
        var hidden: Int
    }

    /// The codes are those of the contract, so the list cannot grow.
    private var gates: [String: Gate] = [:]

    /// How many to speak of; nil: not yet.
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
