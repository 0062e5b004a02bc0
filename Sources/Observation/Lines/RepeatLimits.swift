/// Limits log lines to one per key and period, and counts the events in between.
struct RepeatLimits {
    /// A period, in milliseconds.
    enum Period: Int64 { case second = 1_000, minute = 60_000, hour = 3_600_000 }

    private struct Gate {
        var said: Int64
        var hidden: Int
    }

    /// The largest number of keys, limited because keys can contain any text of librdkafka.
    private static let keysMax = 1_000

    private var limits: [String: Gate] = [:]

    /// Returns the number of events to log, or nil if the key was already logged in this period.
    mutating func pass(
        _ key: String,
        each period: Period = .minute,
        count: Int = 1,
        unixMilliseconds now: Int64
    ) -> Int? {
        if let gate = limits[key], now >= gate.said, now - gate.said < period.rawValue {
            limits[key]?.hidden += count
            return nil
        }
        let hidden = limits[key]?.hidden ?? 0
        if limits[key] == nil, limits.count >= Self.keysMax { limits.removeAll() }
        limits[key] = Gate(said: now, hidden: 0)
        return hidden + count
    }
}
