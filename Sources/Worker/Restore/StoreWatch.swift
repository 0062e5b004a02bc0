/// Until when a store is known to have missed nothing, and what a restore makes of it.
///
/// The changelog keeps a tombstone for some days and then forgets it. A store that was last in step before that may have
/// missed some, and would bring back what was deleted.
package struct StoreWatch: Sendable {
    /// How far a clock may be set back without a word: what the usual corrections take.
    private static let skewMilliseconds: Int64 = 600_000
    /// How long the changelog keeps tombstones.
    private let tombstoneMilliseconds: Int64
    private let everyMilliseconds: Int64
    private var checked: Int64 = 0
    /// The wall clock at the last check, if nothing was amiss.
    private var known: Int64?

    /// A watch for a changelog that keeps tombstones so long; now and then it says since when nothing is missing.
    package init(tombstoneMilliseconds: Int64, everyMilliseconds: Int64 = 60_000) {
        self.tombstoneMilliseconds = tombstoneMilliseconds
        self.everyMilliseconds = everyMilliseconds
    }

    /// Partitions have come or are restored again: what was known is of others.
    package mutating func reset() { known = nil }

    /// The time up to which the stores may be noted to have missed nothing; nil when it is not due, or unknown.
    ///
    /// It is the time of the check before: a process that was stopped for days, and lost its partitions, hears of that
    /// only at its next poll.
    ///
    /// - Parameters:
    ///   - isRestored: Whether all partitions are past their restore.
    ///   - now: The time of a clock that never goes back.
    ///   - wall: The time of day, in milliseconds since 1970.
    /// - Returns: Milliseconds since 1970.
    package mutating func inStep(isRestored: Bool, at now: Int64, wall: Int64) -> Int64? {
        guard isRestored else {
            known = nil
            return nil
        }
        guard now - checked > everyMilliseconds else { return nil }
        checked = now
        defer { known = wall }
        return known
    }

    /// Why a store that was last in step then may lack tombstones of what lies between; nil if it can't.
    package func missedReason(_ inStepMilliseconds: Int64?, wall: Int64) -> String? {
        let since = wall - (inStepMilliseconds ?? 0)
        if since < -Self.skewMilliseconds {
            let ahead = -since / 60_000
            return "it was last in step \(ahead) min from now: a clock is or was wrong, so it may have missed some"
        }
        guard since > tombstoneMilliseconds else { return nil }
        return "it was last in step \(since / 3_600_000) h ago, longer than the changelog keeps tombstones"
    }
}
