/// Tracks when a store last matched its changelog, to detect stores that may have missed tombstones.
///
/// The changelog deletes tombstones after its tombstone retention. A store that was not updated for longer may still
/// contain deleted data.
package struct StoreWatch: Sendable {
    /// The tolerance for corrections of the clock.
    private static let skewMilliseconds: Int64 = 600_000
    /// The tombstone retention of the changelog.
    private let tombstoneMilliseconds: Int64
    private let everyMilliseconds: Int64
    private var checked: Int64 = 0
    /// The wall clock time of the last check, if the stores matched.
    private var known: Int64?

    package init(tombstoneMilliseconds: Int64, everyMilliseconds: Int64 = 60_000) {
        self.tombstoneMilliseconds = tombstoneMilliseconds
        self.everyMilliseconds = everyMilliseconds
    }

    /// Forgets the last check, because partitions were assigned or are being restored.
    package mutating func reset() { known = nil }

    /// Returns the time to record in the stores as the last match with the changelog, or nil if none is due or known.
    ///
    /// The result is the Unix time in milliseconds of the previous check, not of this one. A process that was paused
    /// for days notices only at its next poll that it has lost its partitions.
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
