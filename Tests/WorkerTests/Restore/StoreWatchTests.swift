import Testing
import Worker

/// When a store may have missed tombstones.
struct StoreWatchTests {
    private static let hour: Int64 = 3_600_000

    @Test(
        arguments: [
            // Hours at which it last matched, at 100 h with tombstones kept for 50.
            (nil, "100 h ago"), (49, "51 h ago"), (101, "60 min in the future"),
        ] as [(Int64?, String)]
    )
    func `a store may lack tombstones that the changelog has forgotten, or when nobody knows its age`(
        inSync: Int64?,
        words: String
    ) {
        let watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        let reason = watch.missedReason(inSync.map { $0 * Self.hour }, wall: 100 * Self.hour)
        #expect(reason?.contains(words) == true, "\(reason ?? "")")
    }

    @Test(arguments: [50, 60, 99, 100])
    func `a store that matched the changelog while the tombstones were kept lacks none`(inSync: Int64) {
        let watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        #expect(watch.missedReason(inSync * Self.hour, wall: 100 * Self.hour) == nil)
    }

    @Test func `a clock that was set back by moments is no reason`() {
        let watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        #expect(watch.missedReason(100 * Self.hour + 5_000, wall: 100 * Self.hour) == nil)
        #expect(watch.missedReason(100 * Self.hour + 900_000, wall: 100 * Self.hour)?.contains("clock") == true)
    }

    @Test func `a process that was stopped for days does not say that nothing is missing now`() {
        var watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        #expect(watch.inSync(isRestored: true, at: 100_000, wall: 1_000) == nil)
        #expect(watch.inSync(isRestored: true, at: 100_001, wall: 1_001) == nil)
        #expect(watch.inSync(isRestored: true, at: 161_000, wall: 2_000) == 1_000)
        // Then it stands still for a month: the next check speaks of the time before.
        #expect(watch.inSync(isRestored: true, at: 99_000_000, wall: 90_000) == 2_000)
        #expect(watch.inSync(isRestored: true, at: 99_060_001, wall: 91_000) == 90_000)
    }

    @Test func `nothing is known across a restore or new partitions`() {
        var watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        _ = watch.inSync(isRestored: true, at: 100_000, wall: 1_000)
        _ = watch.inSync(isRestored: false, at: 150_000, wall: 1_500)
        #expect(watch.inSync(isRestored: true, at: 200_000, wall: 2_000) == nil)
        watch.reset()
        #expect(watch.inSync(isRestored: true, at: 300_000, wall: 3_000) == nil)
        #expect(watch.inSync(isRestored: true, at: 400_000, wall: 4_000) == 3_000)
    }
}
