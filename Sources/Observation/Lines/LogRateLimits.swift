/// Limits repeated log lines to a number per kind and second, and counts the suppressed lines.
struct LogRateLimits {
    private struct Gate {
        var second: Int64
        var passed: Int
        var suppressed: Int
    }

    /// The largest number of kinds; some kinds contain names that brokers choose.
    private static let maxKinds = 1000
    private var limits: [String: Gate] = [:]

    /// Returns the number of suppressed lines of this kind since the last logged line; nil to suppress this line.
    mutating func pass(_ kind: String, limit: Int, unixMilliseconds: Int64) -> Int? {
        var gate = limits[kind] ?? Gate(second: .min, passed: 0, suppressed: 0)
        // A second begins with its first line. If the clock was set back, a new second begins.
        if unixMilliseconds < gate.second || unixMilliseconds - 1000 >= gate.second {
            gate.second = unixMilliseconds
            gate.passed = 0
        }
        defer {
            if limits[kind] == nil, limits.count >= Self.maxKinds { limits.removeAll() }
            limits[kind] = gate
        }
        guard gate.passed < limit else {
            gate.suppressed += 1
            return nil
        }
        gate.passed += 1
        defer { gate.suppressed = 0 }
        return gate.suppressed
    }
}
