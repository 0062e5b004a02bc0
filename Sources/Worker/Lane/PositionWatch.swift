/// Decides which positions of the consumer to trust.
///
/// After a seek, librdkafka reports the old position until it delivers a record.
package struct PositionWatch {
    private var stale: [Input: Int64] = [:]

    /// Creates a watch that trusts every position.
    package init() {}

    /// Notes a seek, after which the old position is not trusted.
    package mutating func sought(_ input: Input, standingAt position: Int64?) { stale[input] = position }

    /// Notes a delivered record, which has moved the position.
    package mutating func delivered(_ input: Input) { stale[input] = nil }

    /// Whether a position was set after the last seek.
    package mutating func isFresh(_ position: Int64, of input: Input) -> Bool {
        guard let old = stale[input] else { return true }
        guard position != old else { return false }
        stale[input] = nil
        return true
    }
}
