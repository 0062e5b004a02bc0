/// Keeps repeated lines from flooding the log: so many of a kind a second, and the next one says how many were left out.
struct Gates {
    private struct Gate {
        var second: Int64
        var passed: Int
        var suppressed: Int
    }

    /// Kinds are few, but for names that brokers make up.
    private static let maxKinds = 1000
    private var gates: [String: Gate] = [:]

    /// How many lines of this kind were left out since the last one; nil: leave this one out too.
    mutating func pass(_ kind: String, limit: Int, unixMilliseconds: Int64) -> Int? {
        var gate = gates[kind] ?? Gate(second: .min, passed: 0, suppressed: 0)
        // A second begins with its first line; a clock that was set back begins a new one.
        if unixMilliseconds < gate.second || unixMilliseconds - 1000 >= gate.second {
            gate.second = unixMilliseconds
            gate.passed = 0
        }
        defer {
            if gates[kind] == nil, gates.count >= Self.maxKinds { gates.removeAll() }
            gates[kind] = gate
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
