/// Which of the library's positions can be trusted: a seek does not change what it says until something is delivered.
package struct PositionWatch {
    private var stale: [Input: Int64] = [:]

    /// A watch that trusts every position.
    package init() {}

    /// A seek follows; the position until then says nothing any more.
    package mutating func sought(_ input: Input, standingAt position: Int64?) { stale[input] = position }

    /// A record was delivered, which moved the position.
    package mutating func delivered(_ input: Input) { stale[input] = nil }

    /// Whether a position is one from after the last seek.
    package mutating func isFresh(_ position: Int64, of input: Input) -> Bool {
        guard let old = stale[input] else { return true }
        guard position != old else { return false }
        stale[input] = nil
        return true
    }
}
