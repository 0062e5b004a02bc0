/// Tracks the last time at which a store had missed no tombstone, and decides whether the store can be used.
///
/// The changelog deletes tombstones after its tombstone retention. A store that has not matched the changelog for
/// longer may have missed tombstones, and would restore deleted data.
package struct StoreWatch: Sendable {
    /// The tolerance for a clock that was set back, which covers the usual corrections.
    private static let skewMilliseconds: Int64 = 600_000
    /// The tombstone retention of the changelog.
    private let tombstoneMilliseconds: Int64
    private let everyMilliseconds: Int64
    private var checked: Int64 = 0
    /// The wall clock time of the last check, if the stores matched.
    private var known: Int64?

    /// Creates a watch for a changelog with this tombstone retention, which reports at this interval.
    package init(tombstoneMilliseconds: Int64, everyMilliseconds: Int64 = 60_000) {
        self.tombstoneMilliseconds = tombstoneMilliseconds
        self.everyMilliseconds = everyMilliseconds
    }

    /// Forgets the last check, because partitions were assigned or are being restored.
    package mutating func reset() { known = nil }

    /// Returns the time to record in the stores as the last match with the changelog, or nil if none is due or known.
    ///
    /// This is the time of the previous check. A process that was paused for days and lost its partitions notices the
    /// loss only at its next poll.
    ///
    /// `wall` is the wall clock time, in Unix milliseconds.
    ///
    /// - Returns: The time in Unix milliseconds.
    package mutating func inSync(isRestored: Bool, at now: Int64, wall: Int64) -> Int64? {
        guard isRestored else {
            known = nil
            return nil
        }
        guard now - checked > everyMilliseconds else { return nil }
        checked = now
        defer { known = wall }
        return known
    }

    /// Returns the reason why a store that last matched at this time may miss tombstones, or nil if it cannot.
    package func missedReason(_ inSyncMilliseconds: Int64?, wall: Int64) -> String? {
        let since = wall - (inSyncMilliseconds ?? 0)
        if since < -Self.skewMilliseconds {
            let ahead = -since / 60_000
            return "its last match lies \(ahead) min in the future: a clock is or was wrong, so it may have missed some"
        }
        guard since > tombstoneMilliseconds else { return nil }
        return "it last matched the changelog \(since / 3_600_000) h ago, longer than the changelog keeps tombstones"
    }
}
