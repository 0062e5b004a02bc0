/// Detects stale positions, because after a seek, librdkafka reports the old position until the next record.
package struct PositionWatch {
    private var stale: [Input: Int64] = [:]

    package init() {}

    /// Marks the position before a seek as stale.
    package mutating func sought(_ input: Input, standingAt position: Int64?) { stale[input] = position }

    /// Marks the position as fresh, because a record was delivered.
    package mutating func delivered(_ input: Input) { stale[input] = nil }

    /// Whether a position is newer than the last seek.
    package mutating func isFresh(_ position: Int64, of input: Input) -> Bool {
        guard let old = stale[input] else { return true }
        guard position != old else { return false }
        stale[input] = nil
        return true
    }
}
