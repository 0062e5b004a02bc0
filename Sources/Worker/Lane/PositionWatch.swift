/// Detects stale positions of the consumer.
///
/// After a seek, librdkafka reports the old position until it delivers a record.
package struct PositionWatch {
    private var stale: [Input: Int64] = [:]

    /// Creates a watch that trusts every position.
    package init() {}

    /// Notes a seek.
    ///
    /// The old position is stale from now on.
    package mutating func sought(_ input: Input, standingAt position: Int64?) { stale[input] = position }

    /// Notes a delivered record.
    ///
    /// The position is fresh again.
    package mutating func delivered(_ input: Input) { stale[input] = nil }

    /// Whether a position is newer than the last seek.
    package mutating func isFresh(_ position: Int64, of input: Input) -> Bool {
        guard let old = stale[input] else { return true }
        guard position != old else { return false }
        stale[input] = nil
        return true
    }
}
